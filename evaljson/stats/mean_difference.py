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
verdict.

Records may come in clusters, such as customers. Then the values are sums over clusters, which keep or lose their signs
as a whole; the ends of the interval are corrected for few clusters (cluster_correction.py). With fewer than ten of them
p is that of all ways to flip them: half of a chance that large, as it counts elsewhere, would be too little.

E. B. Wilson: Probable inference. Journal of the American Statistical Association 22, 1927; others and what
they cover: docs/statistics.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

import numpy as np

from evaljson.base.arrays import Bools, Floats, Ints
from evaljson.stats.cluster_correction import ClusterCorrection
from evaljson.stats.flipped_tail import FlippedTail, flipped_tail
from evaljson.stats.permutation import paired_permutation
from evaljson.stats.repeat_variance import Between
from evaljson.stats.special import ndtr, ndtri
from evaljson.stats.supposed_variance import supposed_variance

_STEPS: Final = 30
_STEPS_OF_P: Final = 24
FEW_CLUSTERS: Final = 10
_ALL_WAYS: Final = 2**FEW_CLUSTERS
_SHORT: Final = 1 - 1e-9
_FAR: Final = 1e6
"""Many times as far as the mean: beyond what a handful of records can exclude."""
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
    values: Floats, there: Bools, confidence: float, between: Between | None = None, sizes: Floats | None = None
) -> MeanDifferences:
    """Compute intervals for the means of the columns of `values`, records x columns, from -1 to 1.

    Records that are not `there` have no part in a column, and their values are 0. `between` is variance of the means
    that the spread over records does not show; it widens the intervals.

    With `sizes`, rows are clusters: each value is the sum over its records, and `sizes` their number, both divided by
    the mean number of records of a cluster.
    """
    columns = _Columns.of(values, there, sizes)
    more = Between.none(len(columns.mean)) if between is None else between
    normal = np.full(len(columns.mean), float(ndtri((1 + confidence) / 2)))
    tails = _tails(columns, values)
    p, critical = _p(columns, values, tails, more), normal.copy()
    for column, tail in tails.items():
        if not more.counts[column]:
            critical[column] = tail.critical(confidence)
    below, above = columns.mean > 0, columns.mean < 0  # which end is on the side of 0
    reaches = columns.reach_both_ways(*(np.where(near, critical, normal) for near in (below, above)))
    clear = p <= 1 - confidence + 1e-12
    follows = more.counts | (columns.correction is not None)
    ends = []
    for side, near, reach in zip((-1.0, 1.0), (below & clear, above & clear), reaches, strict=True):
        own = reach
        if columns.correction is not None:
            corrected = columns.corrected_reach(side, confidence)
            own = np.where(near, np.minimum(reach, corrected), corrected)
        longer = np.where(more.counts, more.half(own, confidence), own)
        # Where p is not that of the interval, the end on the side of 0 follows it.
        short = np.minimum(longer, np.abs(columns.mean) * _SHORT)
        ends.append(columns.mean + side * np.where(near & follows, short, longer))
    low, high = (np.where(clear, end, keep(end, 0.0)) for end, keep in zip(ends, (np.minimum, np.maximum), strict=True))
    return MeanDifferences(np.maximum(low, -1.0), np.minimum(high, 1.0), p)


def p_of_mean_differences(
    values: Floats,
    there: Bools,
    between: Between | None = None,
    sizes: Floats | None = None,
    asked: Ints | None = None,
) -> Floats:
    """Compute the p of `mean_differences` alone, by column: the intervals take most of its time.

    Only the p of the columns that are `asked` for count, if that is given.
    """
    columns = _Columns.of(values, there, sizes)
    more = Between.none(len(columns.mean)) if between is None else between
    return _p(columns, values, _tails(columns, values, asked), more)


def _tails(columns: _Columns, values: Floats, asked: Ints | None = None) -> dict[int, FlippedTail]:
    """Return by column the tail of its sum, of those that differ."""
    found = np.flatnonzero(columns.squares > _NONE)
    some = found if asked is None else np.intersect1d(found, asked)
    return {column: flipped_tail(values[:, column], int(columns.n[column])) for column in some.tolist()}


def _p(columns: _Columns, values: Floats, tails: Mapping[int, FlippedTail], between: Between) -> Floats:
    z = columns.total / np.sqrt(np.maximum(columns.squares, _NONE))
    p: Floats = 2 * ndtr(-np.abs(z))
    for column, tail in tails.items():
        p[column] = tail.p(float(z[column]))
    few = np.flatnonzero(columns.n < (0 if columns.correction is None else FEW_CLUSTERS))
    if len(few):
        p[few] = np.maximum(p[few], paired_permutation(values[:, few], _ALL_WAYS, 0))
    repeated = between.counts
    if repeated.any():
        p = np.where(repeated, _p_of_repeats(columns, p, between), p)
    smallest: Floats = 0.5 ** np.maximum(columns.n - 1, 0)  # that n records allow
    return np.maximum(p, smallest)


def _p_of_repeats(columns: _Columns, alone: Floats, between: Between) -> Floats:
    """Return 1 minus the level whose interval just reaches 0; `alone` is the p of the records alone.

    The interval of the records is Student's, with the variance that has this p: it depends on the records by their p
    and mean alone, and a smaller p or a larger mean never gives a larger one.
    """
    low, high = np.zeros(len(columns.mean)), np.ones(len(columns.mean))
    distance, square = np.abs(columns.mean), np.square(ndtri(np.clip(alone, 1e-300, 1.0) / 2))
    variance = np.maximum(1 / np.maximum(square, _NONE) - 1 / columns.n, 0.0)  # as a share of the squared distance
    for _ in range(_STEPS_OF_P):
        p = (low + high) / 2
        quantile = np.square(ndtri(p / 2))
        left = 1 - quantile / columns.n
        reach = np.sqrt(np.divide(quantile * variance, left, out=np.full_like(p, _FAR), where=left > 0))
        there = between.half(np.minimum(reach, _FAR) * distance, 1 - p) >= distance
        low, high = np.where(there, p, low), np.where(there, high, p)
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
    tilt: Floats
    """How much further from the mean larger clusters are; 0 for records."""
    bulk: Floats
    """The mean square of the sizes of clusters; 1 for records."""
    correction: ClusterCorrection | None = None
    """Of clusters."""

    @classmethod
    def of(cls, values: Floats, there: Bools, sizes: Floats | None = None) -> _Columns:
        n = np.maximum(there.sum(axis=0), 1).astype(np.float64)
        total, squares = values.sum(axis=0), np.square(values).sum(axis=0)
        mean = total / n
        away = np.where(there, values - (mean if sizes is None else mean * sizes), 0.0)
        apart, far = np.abs(values).sum(axis=0), np.abs(away).sum(axis=0)
        variance = np.square(away).sum(axis=0) / n
        live = variance > _NONE
        skew = np.divide(2 * (away * np.abs(away)).sum(axis=0), far, out=np.zeros_like(mean), where=live)
        size = np.divide(squares, apart, out=np.ones_like(mean), where=squares > _NONE)
        variance = np.where(live, variance, 0.0)
        if sizes is None:
            return cls(n, total, squares, mean, variance, skew, size, np.zeros_like(mean), np.ones_like(mean))
        tilt, bulk = (away * sizes).sum(axis=0) / n, np.square(sizes).sum(axis=0) / n
        return cls(n, total, squares, mean, variance, skew, size, tilt, bulk, ClusterCorrection.of(away, sizes))

    def reach(self, side: Floats | float, critical: Floats) -> Floats:
        """Return how far the interval reaches to a side, -1 or 1, by bisection."""
        inside, outside = np.zeros_like(self.mean), np.full_like(self.mean, 2.0)
        for _ in range(_STEPS):
            middle = (inside + outside) / 2
            fits = self.fits(middle, side, critical)
            inside, outside = np.where(fits, middle, inside), np.where(fits, outside, middle)
        return outside

    def fits(self, away: Floats, side: Floats | float, critical: Floats) -> Bools:
        """Check whether a mean so far away from that observed is in the interval."""
        inside: Bools = self.n * away**2 <= critical**2 * self._spread(away, side)
        return inside

    def reach_both_ways(self, down: Floats, up: Floats) -> tuple[Floats, Floats]:
        """Return how far the interval reaches down and up, at two critical values, in one go."""
        parts: dict[str, Any] = {
            name.name: np.tile(getattr(self, name.name), 2) for name in fields(self) if name.name != "correction"
        }
        side = np.repeat([-1.0, 1.0], len(self.mean))
        reaches = _Columns(**parts).reach(side, np.concatenate([down, up]))
        return reaches[: len(self.mean)], reaches[len(self.mean) :]

    def corrected_reach(self, side: Floats | float, level: Floats | float) -> Floats:
        """Return how far the interval of a mean over clusters reaches to a side, corrected for few of them."""
        return self._even().reach(side, self._corrected_critical(level))

    def _even(self) -> _Columns:
        return replace(self, tilt=np.zeros_like(self.tilt), bulk=np.ones_like(self.bulk))

    def _corrected_critical(self, level: Floats | float) -> Floats:
        assert self.correction is not None
        critical = self.correction.critical(self.variance, self.n, level)
        plain = np.broadcast_to(ndtri((1 + np.asarray(level)) / 2), critical.shape)
        chosen: Floats = np.where(np.isnan(critical) | (self.n < 2), plain, critical)
        return chosen

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
        observed = self.variance + self.bulk * square - 2 * self.tilt * (side * away)
        both = np.maximum(observed, self.variance + slope * away - square)
        spread: Floats = np.maximum(both, (both + sparse * few) / 2)
        return spread
