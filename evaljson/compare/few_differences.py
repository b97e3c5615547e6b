"""Estimates the interval of a figure if few records differ, or all except a few differ by the same amount: a ceiling.

Resamples of a few records repeat what was seen, and show nothing of what was not. A score interval asks instead which
true differences would make so few differing records unlikely (evaljson/stats/score_interval.py). Below `SMALL` records,
where that would detect too much, and for repeated runs, two pseudo-records are added (evaljson/stats/plus_two.py).
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
"""Below so many records, the score interval of a few that all differ the same way is too narrow."""
NOTICED: Final = 1e-9
"""Smaller differences of floats count as none."""


@dataclass(frozen=True, slots=True)
class Sparse:
    """One figure over the records that have something to score for it."""

    influence: Floats
    """How far each record pulls the difference from its value; their mean is 0."""
    differing: Bools
    """Whether a record differs between the sides."""
    weight: Floats
    """By record."""
    difference: float

    @property
    def contribution(self) -> Floats:
        """What each record adds to the difference (their mean); a record that is the same on both sides adds 0."""
        added: Floats = self.influence + self.difference * self.weight / self.weight.mean()
        return added

    @property
    def deviation(self) -> Floats:
        """How far each record is from what most do."""
        away: Floats = self.influence - np.median(self.influence)
        return np.where(np.abs(away) > NOTICED, away, 0.0)


def sparse_interval(data: Sparse, confidence: float, between: Between) -> tuple[Interval, str]:
    """Return the interval and the name of its method; `between`, of one column, is the variance between repeats."""
    contribution, deviation = data.contribution, data.deviation
    seen = np.where(data.differing, contribution, 0.0)  # if sides differ in weight, every record adds a trace
    if len(contribution) < SMALL or between.variance[0] > 0:
        return plus_two(contribution, _magnitude(seen, data.weight), confidence, between), PLUS_TWO
    values = seen if np.count_nonzero(seen) <= np.count_nonzero(deviation) else deviation
    usual = data.difference - float(values.mean())
    interval = score_interval(values, _magnitude(values, data.weight), confidence, -usual)
    return Interval(usual + interval.low, usual + interval.high, interval.p), SCORE


def _magnitude(values: Floats, weight: Floats) -> float:
    """Return how far the differing records differ (root mean square); if none does, the most that a record can."""
    apart = values[np.abs(values) > NOTICED]
    return float(np.sqrt(np.square(apart).mean())) if len(apart) else float(weight.max() / weight.mean())
