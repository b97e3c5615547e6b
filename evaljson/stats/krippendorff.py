"""Krippendorff's alpha: agreement beyond chance of any number of raters, with gaps, under any distance.

K. Krippendorff: Computing Krippendorff's alpha-reliability, 2011. alpha = 1 - Do / De: the mean distance between
ratings of one unit over that between any two ratings. Any distance will do (J. Hughes: krippendorffsalpha, The R
Journal 13, 2021), so values may be compared under the rule of their field. The interval is by
jackknife: see `jackknife`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import Floats, Ints
from evaljson.stats.distances import Distance, distances_of
from evaljson.stats.jackknife import (
    Coefficient,
    Shares,
    all_and_without,
    coefficient,
    group_numbers,
    share_of,
    squares_without,
)
from evaljson.stats.ratings import Ratings

_CELLS = 4_000_000
"""Of a block of groups x values."""


@dataclass(frozen=True, slots=True, eq=False)
class RatedPairs:
    """Pairs of ratings of one unit, as codes of values."""

    left: Ints
    right: Ints
    weight: Floats
    """1 / (ratings of the unit - 1), so that each rating counts once however many there are."""
    group: Ints
    """What is left out together, from 0 up."""
    groups: int
    units: int


def krippendorff_alpha(
    ratings: Ratings, distance: Distance = "nominal", groups: npt.ArrayLike | None = None, level: float = 0.95
) -> Coefficient | None:
    """Compute alpha; None where it is undefined: no unit with two ratings, or no distance between any two.

    `distance` is squared already where a method says so, as interval does. `groups` names the group of each unit, such
    as its record: they are left out together. Raises InputError.
    """
    pairs = rated_pairs(ratings, groups)
    if isinstance(distance, str) and distance == "nominal":
        return _nominal(pairs, len(ratings.values), level)
    return alpha_of_pairs(pairs, distances_of(ratings, distance), level)


def rated_pairs(ratings: Ratings, groups: npt.ArrayLike | None = None) -> RatedPairs:
    """Pair all ratings of each unit. Raises InputError for groups that are not one per unit."""
    own = group_numbers(groups, ratings.units)
    order = np.argsort(ratings.unit, kind="stable")
    unit, code = ratings.unit[order], ratings.code[order]
    each = ratings.per_unit
    left, right = [np.zeros(0, np.intp)], [np.zeros(0, np.intp)]
    for apart in range(1, int(each.max(initial=0))):
        first = np.flatnonzero(unit[:-apart] == unit[apart:])
        left.append(first)
        right.append(first + apart)
    one, other = np.concatenate(left), np.concatenate(right)
    of = unit[one]
    # Units with one rating cannot be left out to any effect: groups of them alone would only add noise to their number.
    numbers, group = np.unique(own[of], return_inverse=True)
    units = int((each > 1).sum())
    return RatedPairs(code[one], code[other], 1 / (each[of] - 1), group.astype(np.intp), len(numbers), units)


def alpha_of_pairs(pairs: RatedPairs, distances: Floats, level: float = 0.95) -> Coefficient | None:
    """Compute alpha from pairs of ratings; distances are values x values, symmetric, NaN where two have none.

    Agreement is 1 - distance, so distances beyond 1 are divided by the largest, which changes no alpha.
    """
    if not len(pairs.left):
        return None
    known = ~np.isnan(distances)
    apart = np.where(known, distances, 0.0)
    apart = apart / max(1.0, float(apart.max()))
    far, any_far = _between(pairs, apart)
    weight, any_weight = _all(pairs) if known.all() else _between(pairs, known.astype(np.float64))
    typical = _typical(pairs, apart)
    disagreeing = len(np.unique(pairs.group[apart[pairs.left, pairs.right] > 0]))
    observed, expected = 1 - share_of(far, weight), 1 - share_of(any_far, any_weight)
    return coefficient(Shares(observed, expected, pairs.units, disagreeing, typical), level)


def _nominal(pairs: RatedPairs, values: int, level: float) -> Coefficient | None:
    """Compute alpha where values are equal or not: without a table of values x values, for there may be very many."""
    if not len(pairs.left):
        return None
    differ = pairs.left != pairs.right
    far = all_and_without(2 * np.bincount(pairs.group, pairs.weight * differ, pairs.groups))
    code, group = np.concatenate([pairs.left, pairs.right]), np.concatenate([pairs.group, pairs.group])
    each = np.concatenate([pairs.weight, pairs.weight])
    squares = squares_without(group, code, each, pairs.groups, values)
    weight, any_weight = _all(pairs)
    observed, expected = 1 - share_of(far, weight), 1 - share_of(weight**2 - squares, any_weight)
    disagreeing = len(np.unique(pairs.group[differ]))
    return coefficient(Shares(observed, expected, pairs.units, disagreeing), level)


def _typical(pairs: RatedPairs, apart: Floats) -> float:
    """Return the mean square of the distances between any two ratings over their mean."""
    both = np.concatenate([pairs.left, pairs.right])
    counts = np.bincount(both, np.concatenate([pairs.weight, pairs.weight]), len(apart))
    mean = float(counts @ apart @ counts)
    return float(counts @ np.square(apart) @ counts) / mean if mean > 0 else 1.0


def _all(pairs: RatedPairs) -> tuple[Floats, Floats]:
    """Return the weight of pairs within units, and of any two ratings: of all, then without each group."""
    count = all_and_without(2 * np.bincount(pairs.group, pairs.weight, pairs.groups))
    return count, count * (count - 1)


def _between(pairs: RatedPairs, table: Floats) -> tuple[Floats, Floats]:
    """Sum a table over pairs within units, and over any two ratings: of all, then without each group."""
    within = all_and_without(2 * np.bincount(pairs.group, pairs.weight * table[pairs.left, pairs.right], pairs.groups))
    width = len(table)
    code, group = np.concatenate([pairs.left, pairs.right]), np.concatenate([pairs.group, pairs.group])
    weight = np.concatenate([pairs.weight, pairs.weight])
    totals = np.bincount(code, weight, width)
    itself = all_and_without(np.bincount(group, weight * np.diag(table)[code], pairs.groups))
    across = table @ totals
    cross = np.bincount(group, weight * across[code], pairs.groups)
    own = np.concatenate(list(_own(group, code, weight, table, pairs.groups)))
    whole = float(totals @ across)
    return within, np.concatenate([[whole], whole - 2 * cross + own]) - itself


def _own(group: Ints, code: Ints, weight: Floats, table: Floats, groups: int) -> Iterator[Floats]:
    """Yield, block by block, the sum of a table over any two ratings of each group."""
    from scipy.sparse import csr_array

    counts = csr_array((weight, (group, code)), shape=(groups, len(table)))
    rows = max(1, _CELLS // max(1, len(table)))
    for first in range(0, groups, rows):
        block = counts[first : first + rows]
        sums: Floats = (block.toarray() * np.asarray(block @ table)).sum(axis=1)
        yield sums
