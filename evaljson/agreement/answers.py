"""Agreement on answers chosen from a list, such as what people say of the cards of a review."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from evaljson.agreement.model import LEAST_DOUBLES
from evaljson.base.arrays import Ints
from evaljson.stats.distances import Distance
from evaljson.stats.fleiss import fleiss_kappa
from evaljson.stats.gwet import gwet_ac1
from evaljson.stats.jackknife import Coefficient, group_numbers, numbered
from evaljson.stats.kappa import Kappa, cohens_kappa
from evaljson.stats.krippendorff import krippendorff_alpha
from evaljson.stats.ratings import Ratings, ratings_of
from evaljson.stats.wilson import check_level

_MOST_SQUARED: Final = 2000
"""Distinct answers that have a table of each with each."""


@dataclass(frozen=True, slots=True)
class Answers:
    """How far people agree on answers. Coefficients are None with too few doubles, and where they are undefined."""

    people: tuple[str, ...]
    units: int
    doubles: int
    """Units that two people or more answered."""
    share: float | None
    """Of the pairs of answers to a unit, how many are the same: the mean over units."""
    alpha: Coefficient | None
    """Krippendorff's alpha: takes gaps, and any distance."""
    fleiss: Coefficient | None
    """Fleiss' kappa, where all units that are doubles have equally many answers."""
    ac1: Coefficient | None
    """Gwet's AC1: stays meaningful where one answer dominates."""
    cohen: Kappa | None
    """Cohen's kappa, of two people; None where they chose among more than 2,000 answers."""


def agreement_of_answers(
    units: Sequence[Mapping[str, Hashable]],
    answers: Sequence[Hashable] | None = None,
    records: Sequence[Hashable] | None = None,
    *,
    distance: Distance = "nominal",
    level: float = 0.95,
) -> Answers:
    """Measure how far people agree. A unit is what they answered, by name; who did not answer is not in it.

    `answers` are those there were to choose from, if not all were chosen. `records` names the record of each unit:
    intervals then leave out whole records. Raises InputError.
    """
    check_level(level)
    people = tuple(dict.fromkeys(name for unit in units for name in unit))
    ratings = ratings_of([list(unit.values()) for unit in units], gap=object())
    chosen = max(len(ratings.values), 0 if answers is None else len(set(answers)))
    group = group_numbers(None if records is None else numbered(records), len(units))
    doubles = int((ratings.per_unit > 1).sum())
    if doubles < LEAST_DOUBLES:
        return Answers(people, len(units), doubles, None, None, None, None, None)
    alpha = krippendorff_alpha(ratings, distance, group, level)
    ac1 = gwet_ac1(ratings, group, level, categories=chosen)
    return Answers(
        people, len(units), doubles, _share(ratings), alpha, _fleiss(ratings, group, level), ac1,
        _cohen(units, people, ratings, level) if len(people) == 2 else None,
    )  # fmt: skip


def _share(ratings: Ratings) -> float:
    unit, _, counts = ratings.cells()
    each = ratings.per_unit
    same = np.bincount(unit, counts * (counts - 1), ratings.units)[each > 1]
    return float((same / (each * (each - 1))[each > 1]).mean())


def _fleiss(ratings: Ratings, group: Ints, level: float) -> Coefficient | None:
    """Return Fleiss' kappa of the doubles; None where they have unequal numbers of answers."""
    doubles = np.flatnonzero(ratings.per_unit > 1)
    if len(np.unique(ratings.per_unit[doubles])) > 1:
        return None
    pairable = ratings.pairable()
    number = np.full(ratings.units, -1, np.intp)
    number[doubles] = np.arange(len(doubles))
    only = Ratings(number[pairable.unit], pairable.code, len(doubles), ratings.values)
    return fleiss_kappa(only, group[doubles], level)


def _cohen(
    units: Sequence[Mapping[str, Hashable]], people: tuple[str, ...], ratings: Ratings, level: float
) -> Kappa | None:
    if not 2 <= len(ratings.values) <= _MOST_SQUARED:
        return None
    both = [[unit[name] for name in people] for unit in units if len(unit) == 2]
    codes = ratings_of(both, gap=object()).code.reshape(-1, 2)
    width = len(ratings.values)
    table = np.bincount(codes[:, 0] * width + codes[:, 1], minlength=width**2).reshape(width, width)
    return cohens_kappa(table, level=level)
