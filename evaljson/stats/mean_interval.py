"""Interval for a mean of scores from 0 to 1, such as the F1 of records.

A supposed mean is in the interval if the observed one is at most a critical number of standard errors away from it. The
variance is that which the supposed mean would have: the larger of the mean square about it, which makes the interval
Student's t interval where scores vary evenly, and that of two values with the skewness observed, but never more than
that of hits and misses. So of hits and misses it is Wilson's interval: E. B. Wilson: Probable inference. Journal of the
American Statistical Association 22, 1927. Scores that are almost all alike (often 1: a ceiling) say little about those
that are not, so a quarter of a record as far off as can be counts beside them. Nothing switches from one method to
another: a score that changes a little moves the ends a little.

Of records in clusters, as many count as would say the same if they had nothing in common (design_effect.py).
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import Floats
from evaljson.base.errors import InputError
from evaljson.stats.design_effect import checked_groups, design_effect
from evaljson.stats.special import ndtri

_UNSEEN: Final = 0.25
"""Records, as far off as can be, that are supposed beside those seen."""
_STEPS: Final = 40
_NOTICED: Final = 1e-9
"""Smaller differences of floats count as none."""


def mean_interval(scores: npt.ArrayLike, level: float = 0.95) -> tuple[float, float] | None:
    """Return the interval of the true mean; None without scores. Raises InputError for scores beyond 0 and 1."""
    return mean_intervals(np.asarray(scores, np.float64).reshape(-1, 1), level)[0]


def mean_intervals(
    scores: npt.ArrayLike, level: float = 0.95, groups: npt.ArrayLike | None = None
) -> list[tuple[float, float] | None]:
    """Return the same for each column of scores, records x columns; `groups` has the cluster of each record."""
    values = np.asarray(scores, np.float64)
    if (values < -_NOTICED).any() or (values > 1 + _NOTICED).any():
        raise InputError("scores are from 0 to 1")
    if not len(values):
        return [None] * values.shape[1]
    values = np.clip(values, 0.0, 1.0)
    mean = values.mean(axis=0)
    away, count = values - mean, np.full(len(mean), float(len(values)))
    numbers = checked_groups(groups, len(values))
    if numbers is not None:
        effects = np.array([design_effect(column, numbers) for column in away.T])
        count = count / effects
    low, high = (mean + side * _reach(away, count, mean, side, level) for side in (-1.0, 1.0))
    return list(zip(np.maximum(low, 0.0).tolist(), np.minimum(high, 1.0).tolist(), strict=True))


def _reach(away: Floats, count: Floats, mean: Floats, side: float, level: float) -> Floats:
    """Return how far the interval reaches to a side, -1 or 1, by bisection."""
    critical = float(ndtri((1 + level) / 2))
    variance = np.square(away).mean(axis=0)
    skew = 2 * side * (away * np.abs(away)).sum(axis=0)
    slope = np.maximum((skew + _UNSEEN) / (np.abs(away).sum(axis=0) + _UNSEEN), 0.0)
    inside, outside = np.zeros_like(mean), mean if side < 0 else 1 - mean
    for _ in range(_STEPS):
        middle = (inside + outside) / 2
        square, supposed = middle**2, mean + side * middle
        spread = np.maximum(variance + square, variance + slope * middle - square)
        fits = count * square <= critical**2 * np.minimum(spread, supposed * (1 - supposed))
        inside, outside = np.where(fits, middle, inside), np.where(fits, outside, middle)
    return outside
