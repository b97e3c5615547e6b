"""Difference of two means of independent samples of scores from 0 to 1, with its interval.

The ends of the two intervals are combined by squares, as Newcombe does with Wilson's intervals for shares: R. G.
Newcombe: Interval estimation for the difference between independent proportions. Statistics in Medicine 17, 1998
(method 10); for any two intervals: G. Y. Zou, A. Donner, Statistics in Medicine 27, 2008.
"""

from __future__ import annotations

from math import hypot

import numpy as np
import numpy.typing as npt

from evaljson.stats.mean_interval import mean_interval


def independent_difference(
    first: npt.ArrayLike, second: npt.ArrayLike, level: float = 0.95
) -> tuple[float, float, float] | None:
    """Return the mean of the second less that of the first, and its interval; None if either has no scores."""
    one, other = np.asarray(first, np.float64), np.asarray(second, np.float64)
    ends, other_ends = mean_interval(one, level), mean_interval(other, level)
    if ends is None or other_ends is None:
        return None
    mean, other_mean = float(one.mean()), float(other.mean())
    difference = other_mean - mean
    low = difference - hypot(other_mean - other_ends[0], ends[1] - mean)
    high = difference + hypot(other_ends[1] - other_mean, mean - ends[0])
    return difference, low, high
