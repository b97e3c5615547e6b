"""Score interval and p of a mean of paired differences, for few differences as for many, skewed ones and outliers.

A supposed mean is in the interval if the observed one is at most a critical number of standard errors away from it. The
variance is not the observed one but that which the supposed mean would have. It is the larger of

- the mean square about it, which makes the interval Student's t interval where differences are many and even,
- that of two values with the skewness observed: for records that are almost all alike, Wilson's interval.

Where few records differ, that of Tango's interval (supposed_variance.py) may raise it, by half of what it is more:
whole, it covers too often in our simulations, and without it too seldom. For a mean of 0 all of them are the mean
square about 0: the test is McNemar's without correction, and for graded differences the normal approximation of the
paired permutation test; the permutations themselves take over where they find more, as beside a wild record
(flipped_tail.py). Nothing switches from one method to another, so one more record for the same side never weakens the
verdict. E. B. Wilson: Probable inference. Journal of the American Statistical Association 22, 1927; others and what
they cover: docs/statistics.md.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

import numpy as np
from scipy.special import ndtr, ndtri

from evaljson.base.arrays import Bools, Floats
from evaljson.stats.flipped_tail import FlippedTail
from evaljson.stats.repeat_variance import Between
from evaljson.stats.supposed_variance import supposed_variance

_STEPS: Final = 30
_STEPS_OF_P: Final = 24
_NONE: Final = 1e-18
"""A smaller variance is one of floats."""


@dataclass(frozen=True, slots=True)
class MeanDifferences:
    """One entry per column."""

    low: Floats
    high: Floats
    p: Floats
    """Two-sided, for a mean of 0; at most 1 - confidence exactly if the interval excludes 0."""


def mean_differences(
    values: Floats, there: Bools, confidence: float, between: Between | None = None
) -> MeanDifferences:
    """Compute intervals for the means of the columns of `values`, records x columns, from -1 to 1.

    Records that are not `there` have no part in a column, and their values are 0. `between` is variance of the means
    that the spread over records does not show; it widens the intervals.
    """
    columns = _Columns.of(values, there)
    more = Between.none(len(columns.mean)) if between is None else between
    normal = np.full(len(columns.mean), float(ndtri((1 + confidence) / 2)))
    z = columns.total / np.sqrt(np.maximum(columns.squares, _NONE))
    p, critical = 2 * ndtr(-np.abs(z)), normal.copy()
    for column in np.flatnonzero((more.variance == 0) & (columns.squares > _NONE)).tolist():
        tail = FlippedTail(values[:, column], int(columns.n[column]))
        p[column], critical[column] = tail.p(float(z[column])), tail.critical(confidence)
    repeated = more.variance > 0
    if repeated.any():
        p = np.where(repeated, _p_of_repeats(columns, more), p)
    p = np.maximum(p, 0.5 ** np.maximum(columns.n - 1, 0))  # the smallest that n records allow
    below, above = columns.mean > 0, columns.mean < 0  # which end is on the side of 0
    reaches = columns.reach_both_ways(*(np.where(near, critical, normal) for near in (below, above)))
    level = np.full(len(columns.mean), confidence)
    ends = [
        columns.mean + side * columns.with_repeats(reach, more, level)
        for side, reach in zip((-1.0, 1.0), reaches, strict=True)
    ]
    clear = p <= 1 - confidence + 1e-12
    low, high = (np.where(clear, end, keep(end, 0.0)) for end, keep in zip(ends, (np.minimum, np.maximum), strict=True))
    return MeanDifferences(np.maximum(low, -1.0), np.minimum(high, 1.0), p)


def _p_of_repeats(columns: _Columns, between: Between) -> Floats:
    """Return 1 minus the level whose interval just reaches 0."""
    low, high = np.zeros(len(columns.mean)), np.ones(len(columns.mean))
    side = np.where(columns.mean > 0, -1.0, 1.0)
    for _ in range(_STEPS_OF_P):
        p = (low + high) / 2
        reach = columns.with_repeats(columns.reach(side, ndtri(1 - p / 2)), between, 1 - p)
        low, high = np.where(reach >= np.abs(columns.mean), p, low), np.where(reach >= np.abs(columns.mean), high, p)
    return high


@dataclass(frozen=True, slots=True)
class _Columns:
    """What the intervals take from the values; one entry per column."""

    n: Floats
    total: Floats
    squares: Floats
    mean: Floats
    variance: Floats
    skew: Floats
    """How fast the variance grows with the mean, between two values of this skewness."""
    size: Floats
    """How far the records that differ differ; larger ones count for more."""

    @classmethod
    def of(cls, values: Floats, there: Bools) -> _Columns:
        n = np.maximum(there.sum(axis=0), 1).astype(np.float64)
        total, squares = values.sum(axis=0), np.square(values).sum(axis=0)
        mean = total / n
        away = np.where(there, values - mean, 0.0)
        apart, far = np.abs(values).sum(axis=0), np.abs(away).sum(axis=0)
        variance = np.square(away).sum(axis=0) / n
        live = variance > _NONE
        skew = np.divide(2 * (away * np.abs(away)).sum(axis=0), far, out=np.zeros_like(mean), where=live)
        size = np.divide(squares, apart, out=np.ones_like(mean), where=squares > _NONE)
        return cls(n, total, squares, mean, np.where(live, variance, 0.0), skew, size)

    def reach(self, side: Floats | float, critical: Floats) -> Floats:
        """Return how far the interval reaches to a side, -1 or 1, by bisection."""
        inside, outside = np.zeros_like(self.mean), np.full_like(self.mean, 2.0)
        for _ in range(_STEPS):
            middle = (inside + outside) / 2
            fits = self.n * middle**2 <= critical**2 * self._spread(middle, side)
            inside, outside = np.where(fits, middle, inside), np.where(fits, outside, middle)
        return outside

    def reach_both_ways(self, down: Floats, up: Floats) -> tuple[Floats, Floats]:
        """Return how far the interval reaches down and up, at two critical values, in one go."""
        parts = (getattr(self, field.name) for field in fields(self))
        side = np.repeat([-1.0, 1.0], len(self.mean))
        reaches = _Columns(*(np.tile(part, 2) for part in parts)).reach(side, np.concatenate([down, up]))
        return reaches[: len(self.mean)], reaches[len(self.mean) :]

    def with_repeats(self, reach: Floats, between: Between, level: Floats) -> Floats:
        """Add the variance between repeats to how far an interval reaches."""
        error = np.sqrt(np.maximum(self.variance / self.n, _NONE))
        longer: Floats = np.where(between.variance > 0, between.half(error**2, reach / error, level), reach)
        return longer

    def _spread(self, away: Floats, side: Floats | float) -> Floats:
        """Return the variance of a record if the true mean were so far away from that observed."""
        square, supposed = away**2, self.mean + side * away
        # Where all records are alike, one that is not may be as far off as a record can.
        slope = np.where(self.variance > 0, np.maximum(self.skew * side, 0.0), 1.0)
        slope = np.where(self.mean * side < 0, np.minimum(slope, 2 * np.abs(self.mean)), slope)
        ways = self.squares / self.size**2, self.total / self.size
        up, down = (ways[0] + ways[1]) / 2, np.maximum((ways[0] - ways[1]) / 2, 0.0)
        few = self.size**2 * supposed_variance(up, down, self.n, supposed / self.size)
        sparse = np.divide(self.variance * self.n, self.squares, out=np.ones_like(away), where=self.squares > _NONE)
        both = np.maximum(self.variance + square, self.variance + slope * away - square)
        spread: Floats = np.maximum(both, (both + sparse * few) / 2)
        return spread
