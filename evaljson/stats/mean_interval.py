"""Interval for a mean of scores from 0 to 1, such as the F1 of records.

The symmetric studentised bootstrap. Where fewer than `FEW` scores differ from what most are (often
1: a ceiling), resamples repeat what was seen and show nothing of what was not. Wilson's interval is taken then, which
is too wide, if anything: no scores vary more than hits and misses.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from evaljson.base.errors import InputError
from evaljson.stats.studentised import studentised
from evaljson.stats.wilson import wilson_share

FEW: Final = 8
"""Scores unlike the others, from which resamples are trusted."""
_RESAMPLES: Final = 10_000
_NOTICED: Final = 1e-9
"""Smaller differences of floats count as none."""


def mean_interval(scores: npt.ArrayLike, level: float = 0.95, seed: int = 0) -> tuple[float, float] | None:
    """Return the interval of the true mean; None without scores. Raises InputError for scores beyond 0 and 1."""
    return mean_intervals(np.asarray(scores, np.float64).reshape(-1, 1), level, seed)[0]


def mean_intervals(scores: npt.ArrayLike, level: float = 0.95, seed: int = 0) -> list[tuple[float, float] | None]:
    """Return the same for each column of scores, records x columns; all columns share resamples."""
    values = np.asarray(scores, np.float64)
    if (values < -_NOTICED).any() or (values > 1 + _NOTICED).any():
        raise InputError("scores are from 0 to 1")
    if not len(values):
        return [None] * values.shape[1]
    unlike = (np.abs(values - np.median(values, axis=0)) > _NOTICED).sum(axis=0)
    means = np.clip(values.mean(axis=0), 0.0, 1.0).tolist()
    intervals: list[tuple[float, float] | None] = [wilson_share(mean, len(values), level) for mean in means]
    many = np.flatnonzero(unlike >= FEW)
    if len(many):
        bounds = studentised(values[:, many], level, _RESAMPLES, seed)
        for column, low, high in zip(many.tolist(), bounds.low.tolist(), bounds.high.tolist(), strict=True):
            intervals[column] = max(0.0, low), min(1.0, high)
    return intervals
