"""Interval for a mean difference if hardly any record differs: two pseudo-records are added, one in each direction.

D. G. Bonett, R. M. Price: Adjusted Wald confidence interval for a difference of binomial proportions based on paired
data. Journal of Educational and Behavioral Statistics 37, 2012; after A. Agresti, Y. Min: Effects and non-effects of
paired identical observations in comparing proportions with binary matched-pairs data. Statistics in Medicine 23, 2004.
For graded differences, the pseudo-records differ by the root mean square of the others. Student's t
replaces z: five of five records in the same direction stay "no detectable difference", as in the exact sign test.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from scipy.special import stdtr, stdtrit

from evaljson.stats.interval import Interval
from evaljson.stats.repeat_variance import Between

_STEPS = 60


def plus_two(
    differences: npt.ArrayLike, magnitude: float, confidence: float, between: Between | None = None
) -> Interval:
    """Compute the interval. `differences` has one value per record; `magnitude` is that of the pseudo-records, above 0.

    `between` is variance of the mean that the spread over records does not show (one column).
    """
    values = np.asarray(differences, np.float64)
    n = len(values) + 2
    mean = float(values.sum()) / n
    variance = max((float(np.square(values).sum()) + 2 * magnitude**2) / n - mean**2, 0.0) / n
    freedom = max(len(values) - 1, 1)
    if between is None or not between.counts[0]:
        error = math.sqrt(variance)
        half = float(stdtrit(freedom, (1 + confidence) / 2)) * error
        return Interval(mean - half, mean + half, float(2 * stdtr(freedom, -abs(mean) / error)))

    def longer(level: float) -> float:
        records = np.array([stdtrit(freedom, (1 + level) / 2) * math.sqrt(variance)])
        return float(between.half(records, level)[0])

    half = longer(confidence)
    return Interval(mean - half, mean + half, two_sided_p(abs(mean), longer))


def two_sided_p(distance: float, half: Callable[[float], float]) -> float:
    """Return the p-value that matches the intervals: 1 minus the level where the half-length is `distance`."""
    low, high = 0.0, 1.0  # p: half(1 - low) is beyond the distance, half(1 - high) is not
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if half(1 - middle) > distance else (low, middle)
    return high
