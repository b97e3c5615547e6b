"""The interval of a figure where hardly any record differs, or all but so few differ alike: a ceiling.

Resamples of the few repeat what was seen, and say nothing of what was not. A score interval asks instead which true
differences would make so few records that differ odd (evaljson/stats/score_interval.py). Below `SMALL` records, where
it would find too much, and for repeated runs two pseudo-records stand in (evaljson/stats/plus_two.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from evaljson.base.arrays import Bools, Floats
from evaljson.stats.interval import Interval
from evaljson.stats.plus_two import plus_two
from evaljson.stats.repeat_variance import Between
from evaljson.stats.score_interval import score_interval

SCORE, PLUS_TWO = "score interval", "two pseudo-records"
SMALL: Final = 16
"""Below so many records, the score interval of a few that all differ the same way errs more often than it says."""
NOTICED: Final = 1e-9
"""What counts as a difference, of floats."""


@dataclass(frozen=True, slots=True)
class Sparse:
    """One figure over the records that have something to score for it."""

    influence: Floats
    """How far each record pulls the difference away from what it is; their mean is 0."""
    differing: Bools
    """Whether a record is not the same on both sides."""
    weight: Floats
    """What it weighs."""
    difference: float

    @property
    def own(self) -> Floats:
        """What each record adds: their mean is the difference, and a record that is the same on both sides adds 0."""
        found: Floats = self.influence + self.difference * self.weight / self.weight.mean()
        return found

    @property
    def aside(self) -> Floats:
        """How far each record is from what most do."""
        found: Floats = self.influence - np.median(self.influence)
        return np.where(np.abs(found) > NOTICED, found, 0.0)


def sparse_interval(data: Sparse, confidence: float, between: Between) -> tuple[Interval, str]:
    """The interval, and how it was found; `between`, of one column, is what repeats add."""
    own, aside = data.own, data.aside
    seen = np.where(data.differing, own, 0.0)  # where sides differ in weight, all own a trace of it
    if len(own) < SMALL or between.variance[0] > 0:
        return plus_two(own, _magnitude(seen, data.weight), confidence, between), PLUS_TWO
    values = seen if np.count_nonzero(seen) <= np.count_nonzero(aside) else aside
    usual = data.difference - float(values.mean())
    found = score_interval(values, _magnitude(values, data.weight), confidence, -usual)
    return Interval(usual + found.low, usual + found.high, found.p), SCORE


def _magnitude(values: Floats, weight: Floats) -> float:
    """How much those that differ do (root mean square), or, where none does, as much as a record can."""
    apart = values[np.abs(values) > NOTICED]
    return float(np.sqrt(np.square(apart).mean())) if len(apart) else float(weight.max() / weight.mean())
