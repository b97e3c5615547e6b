"""Score interval for a mean difference if few records differ: which true differences fit the data?

T. Tango: Equivalence test and confidence interval for the difference in proportions for the paired-sample design.
Statistics in Medicine 17, 1998. The spread is that of each supposed difference, not the observed one, which is 0 if
nothing differs. For no difference it is McNemar's test without correction. For graded differences, those other than 0
all count as large as their root mean square. M. W. Fagerland, S. Lydersen,
P. Laake: Recommended tests and confidence intervals for paired binomial proportions. Statistics in Medicine 33, 2014.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from scipy.special import ndtr, ndtri

from evaljson.stats.interval import Interval
from evaljson.stats.supposed_variance import supposed_variance

_STEPS = 60
_END = 1 - 1e-9


def score_interval(differences: npt.ArrayLike, magnitude: float, confidence: float, supposed: float = 0.0) -> Interval:
    """Compute the interval from one value per record; `magnitude`, above 0, is that of the values other than 0.

    The p-value is for a mean of `supposed`.
    """
    values = np.asarray(differences, np.float64) / magnitude
    n, balance, apart = len(values), float(values.sum()), float(np.square(values).sum())
    ways = (apart + balance) / 2, (apart - balance) / 2  # records that differ upwards, and downwards

    def distance(mean: float) -> float:
        return _distance(*ways, n, min(max(mean, -_END), _END))

    quantile = float(ndtri((1 + confidence) / 2))
    low, high = (_where(distance, balance / n, side, quantile) for side in (-1.0, 1.0))
    p = 2 * float(ndtr(-abs(distance(supposed / magnitude))))
    return Interval(low * magnitude, high * magnitude, max(p, 0.5 ** (n - 1)))  # the smallest p that n records allow


def _distance(up: float, down: float, n: int, mean: float) -> float:
    """Return how many standard errors the observed mean is above a supposed one, which is from -1 to 1."""
    variance = n * float(supposed_variance(up, down, n, mean))
    off = up - down - n * mean
    return off / math.sqrt(variance) if variance > 0 else 0.0 if off == 0 else math.copysign(math.inf, off)


def _where(distance: Callable[[float], float], seen: float, side: float, quantile: float) -> float:
    """Find the end of the interval on one side, by bisection."""
    inside, outside = seen, side
    for _ in range(_STEPS):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if abs(distance(middle)) <= quantile else (inside, middle)
    return outside
