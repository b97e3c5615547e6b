"""Symmetric studentised bootstrap of means: an interval, a p-value and a standard error for each column.

P. Hall: On symmetric bootstrap confidence intervals. Journal of the Royal Statistical Society B 50, 1988: each
resample's deviation is divided by the resample's own standard error, and the quantile of its absolute value replaces
Student's t. Percentile and BCa intervals are too short for small samples, the equal-tailed studentised one if most
values are 0; this one is too long beside a wild value, so differences have another (mean_difference.py).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from benchmarks.resampled_counts import count_blocks
from evaljson.base.arrays import Floats, Ints, Singles
from evaljson.stats.repeat_variance import Between

_EQUAL = 1e-5
"""Relative distance at which two t values still count as equal: sums are float32."""


@dataclass(frozen=True, slots=True)
class Studentised:
    """One entry per column."""

    mean: Floats
    error: Floats
    """Standard error of the mean, from the spread over records."""
    low: Floats
    high: Floats
    p: Floats
    """Two-sided, for a mean of 0: (b + 1) / (m + 1). At most 1 - confidence exactly if the interval excludes 0."""


def studentised(
    values: npt.ArrayLike, confidence: float, resamples: int, seed: int, between: Between | None = None
) -> Studentised:
    """Compute intervals for the means of the columns of `values`, records x columns; all columns share resamples.

    `between` is variance of the means that the spread over records does not show; it widens the intervals.
    """
    data = np.asarray(values, np.float64)
    n, columns = data.shape
    mean = data.mean(axis=0)
    centred = data - mean
    spread = np.sqrt(np.square(centred).mean(axis=0))
    error = spread / math.sqrt(n)
    live = spread > 1e-12 * (np.abs(mean) + 1)  # a column of one value has nothing to resample
    deviations = np.zeros((columns, resamples), np.float32)
    deviations[live] = _deviations(centred[:, live] / spread[live], resamples, seed)
    at = min(resamples, math.ceil((resamples + 1) * confidence - 1e-9)) - 1
    half = np.partition(deviations, at, axis=1)[:, at].astype(np.float64) * error
    observed = np.divide(np.abs(mean), error, out=np.zeros_like(mean), where=live)
    beyond = (deviations >= (observed * (1 - _EQUAL)).astype(np.float32)[:, None]).sum(axis=1)
    p = np.where(live, (beyond + 1) / (resamples + 1), np.where(mean == 0, 1.0, 1 / (resamples + 1)))
    if between is not None and (wide := np.flatnonzero(between.counts)).size:
        ordered, part = np.sort(deviations[wide], axis=1), between.pick(wide)
        half[wide] = _half(ordered, np.full(len(wide), at), np.square(error[wide]), part)
        p[wide] = _p(ordered, np.abs(mean[wide]), np.square(error[wide]), part)
    return Studentised(mean, error, mean - half, mean + half, p)


def _half(ordered: Singles, rank: Ints, records: Floats, between: Between) -> Floats:
    """Return half-lengths of intervals that end at the `rank`-th deviation, from 0."""
    quantile = ordered[np.arange(len(ordered)), rank].astype(np.float64)
    return between.half(quantile * np.sqrt(records), (rank + 1) / (ordered.shape[1] + 1))


def _p(ordered: Singles, distance: Floats, records: Floats, between: Between) -> Floats:
    """Return (b + 1) / (m + 1), where b counts ranks whose interval reaches 0, by bisection over the ranks."""
    resamples = ordered.shape[1]
    short, rest = np.zeros(len(ordered), np.intp), np.full(len(ordered), resamples, np.intp)
    while rest.any():  # ranks from 0 to `short` do not reach 0; for the next `rest` it is unknown
        middle = np.minimum(short + rest // 2, resamples - 1)
        reaches = _half(ordered, middle, records, between) >= distance * (1 - _EQUAL)
        short, rest = np.where(reaches | (rest == 0), short, middle + 1), np.where(reaches, rest // 2, (rest - 1) // 2)
        rest = np.maximum(rest, 0)
    p: Floats = (resamples - short + 1) / (resamples + 1)
    return p


def _deviations(standard: Floats, resamples: int, seed: int) -> Singles:
    """Return |t| of each resample, as columns x resamples. `standard` has mean 0 and spread 1."""
    n, columns = standard.shape
    both = np.hstack([standard, np.square(standard)]).astype(np.float32)
    deviations = np.empty((columns, resamples), np.float32)
    done = 0
    for counts in count_blocks(n, resamples, seed):
        means = counts @ both
        means /= n
        middle, squares = means[:, :columns], means[:, columns:]
        variance = np.maximum(squares - np.square(middle), 1e-10)  # 0 if all draws are equal: as far off as possible
        np.abs(middle, out=middle)
        deviations[:, done : done + len(counts)] = (middle * math.sqrt(n) / np.sqrt(variance)).T
        done += len(counts)
    return deviations
