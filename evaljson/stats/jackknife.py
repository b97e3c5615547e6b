"""The jackknife: how much a figure moves when one unit, or one group of units, is left out.

J. W. Tukey: Bias and confidence in not-quite large samples. Annals of Mathematical Statistics 29, 1958. It asks nothing
of how a figure is computed, so one method serves alpha, kappa and AC1, and units that belong together (the values of
one record) are left out together.

Where few units disagree, their spread is hardly known, and 0 if all agree. So the variance is drawn towards that of
units which agree or are as far apart as chance has it, the less the more of them disagree, and the interval holds the
coefficients that it does not reject, as for AUROC. In our simulations (docs/statistics.md) plus and minus the plain
error covered far too little.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import AnyArray, Floats, Ints
from evaljson.base.errors import InputError
from evaljson.stats.wilson import check_level

_PRIOR = 2
"""How many units that disagree the supposed variance counts for; it covered best in our simulations."""
_STEPS = 40
_NOTHING = 1e-12


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A coefficient of agreement: at most 1; 0 is chance."""

    value: float
    low: float | None
    """None where leaving out one group leaves nothing to compute."""
    high: float | None
    error: float | None
    """Standard error."""
    observed: float
    """Observed agreement, 0..1."""
    expected: float
    """Agreement expected by chance."""
    units: int
    """Units with two ratings or more."""
    groups: int
    """Groups that were left out in turn: units, or records."""


def numbered(names: Iterable[Hashable]) -> list[int]:
    """Number names of any kind in order of first appearance."""
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(name, len(numbers)) for name in names]


def group_numbers(groups: npt.ArrayLike | None, units: int) -> Ints:
    """Number the group of each unit from 0; each unit is its own without `groups`. Raises InputError."""
    if groups is None:
        return np.arange(units)
    labels = np.asarray(groups)
    if labels.shape != (units,):
        raise InputError(f"groups is a row with one group for each of the {units:,} units")
    return np.unique(labels, return_inverse=True)[1].astype(np.intp)


def jackknife_error(left_out: npt.ArrayLike) -> float | None:
    """Return the standard error from the figure without each group in turn; None for fewer than two groups."""
    values = np.asarray(left_out, np.float64)
    count = len(values)
    if count < 2 or not np.isfinite(values).all():
        return None
    return math.sqrt((count - 1) / count * float(np.square(values - values.mean()).sum()))


@dataclass(frozen=True, slots=True, eq=False)
class Shares:
    """Observed and expected agreement, 0..1, first of all and then without each group; NaN where nothing is left."""

    observed: Floats
    expected: Floats
    units: int
    disagreeing: int
    """Groups in which anything differs."""
    typical: float = 1.0
    """How far apart ratings are that differ by chance, 0..1: mean square over mean; 1 where they agree or do not."""


def coefficient(shares: Shares, level: float = 0.95) -> Coefficient | None:
    """Make (observed - expected) / (1 - expected) with its interval; None where it is undefined.

    Raises InputError for a bad level.
    """
    check_level(level)
    room = 1 - shares.expected
    values = np.divide(shares.observed - shares.expected, room, out=np.full(len(room), np.nan), where=room > _NOTHING)
    if not math.isfinite(values[0]):
        return None
    value, error, groups = float(values[0]), jackknife_error(values[1:]), len(values) - 1
    low, high = (None, None) if error is None else _ends(value, error, groups, shares, level)
    observed, expected = float(shares.observed[0]), float(shares.expected[0])
    return Coefficient(value, low, high, error, observed, expected, shares.units, groups)


def _ends(value: float, error: float, groups: int, shares: Shares, level: float) -> tuple[float, float]:
    """Return the coefficients furthest away that are not rejected, by bisection."""
    from evaljson.stats.special import stdtrit

    room, disagreeing = 1 - float(shares.expected[0]), shares.disagreeing

    def supposed(at: float) -> float:
        apart = max(0.0, (1 - at) * room)
        return float(max(0.0, apart * (shares.typical - apart)) / room**2 / groups)

    here, reach = supposed(value), float(stdtrit(groups - 1, (1 + level) / 2))
    if here <= _NOTHING and value < 0.5:  # further apart than by chance: there is nothing to suppose
        return value - reach * error, value + reach * error
    ratio = (disagreeing * error**2 / here + _PRIOR) / (disagreeing + _PRIOR) if here > _NOTHING else 1.0
    reach *= math.sqrt(ratio)

    def end(side: float) -> float:
        inside, outside = value, side
        for _ in range(_STEPS):
            middle = (inside + outside) / 2
            fits = abs(value - middle) <= reach * math.sqrt(supposed(middle))
            inside, outside = (middle, outside) if fits else (inside, middle)
        return outside

    return min(value, end(1 - shares.typical / room)), max(value, end(1.0))


def share_of(part: Floats, whole: Floats) -> Floats:
    """Divide; NaN where the whole is nothing."""
    share: Floats = np.divide(part, whole, out=np.full(len(part), np.nan), where=whole > _NOTHING)
    return share


def all_and_without(of_groups: AnyArray) -> Floats:
    """Return the sum, then the sum without each group."""
    whole = float(of_groups.sum())
    return np.concatenate([[whole], whole - of_groups])


def squares_without(group: Ints, code: Ints, weight: Floats, groups: int, width: int) -> Floats:
    """Return the sum of squares of the weights by code: of all, then without each group."""
    totals = np.bincount(code, weight, width)
    cell, place = np.unique(group * width + code, return_inverse=True)
    parts, own, at = np.bincount(place, weight), cell // width, cell % width
    whole = float(totals @ totals)
    cross, within = np.bincount(own, parts * totals[at], groups), np.bincount(own, parts**2, groups)
    return np.concatenate([[whole], whole - 2 * cross + within])
