"""Variance that no resampling of records shows, known from a few repeats: what it adds to an interval.

The half-length of the interval is the root of the sum of squares of two, each with the quantile that its own part asks
for: that of the records with theirs, that between repeats with Student's t for as few degrees of freedom as repeats
give. Such an interval covers at least as often as it says, however large either part is. S. K. Banerjee: On confidence
interval for two-means problem based on separate estimates of variances and tabulated values of t-table. Sankhya A 23,
1961.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import stdtrit

from evaljson.base.arrays import Floats

_STEPS = 60


@dataclass(frozen=True, slots=True)
class Between:
    """One entry per column, for the difference of the means of two sides."""

    variance: Floats
    """That of the difference by the spread between repeats; 0 where nothing was repeated."""
    freedom: Floats
    """Degrees of freedom of it; at least 1."""
    within: Floats
    """The share of it that is chance within records. The spread over records holds the same chance, so that it is
    taken from there: it must not count twice."""

    @classmethod
    def none(cls, columns: int) -> Between:
        """Return the variance of runs without repeats: none."""
        return cls(np.zeros(columns), np.ones(columns), np.zeros(columns))

    def pick(self, columns: npt.ArrayLike) -> Between:
        """Keep some columns."""
        at = np.asarray(columns, np.intp)
        return Between(self.variance[at], self.freedom[at], self.within[at])

    def half(self, records: Floats, quantile: Floats, level: Floats | float) -> Floats:
        """Return half-lengths at `level`. `records` is variance by the spread over records, `quantile` its quantile."""
        alone = np.square(quantile) * records
        rest = np.square(quantile) * np.maximum(records - self.within, 0.0)
        added = np.square(stdtrit(self.freedom, (1 + np.asarray(level)) / 2)) * self.variance
        found: Floats = np.sqrt(np.maximum(alone, rest + added))  # repeats never make it shorter than records do
        return found


def two_sided_p(distance: float, half: Callable[[float], float]) -> float:
    """Return the p-value that fits intervals: 1 minus the level whose half-length is `distance`, by bisection."""
    low, high = 0.0, 1.0  # p: half(1 - low) is beyond the distance, half(1 - high) is not
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if half(1 - middle) > distance else (low, middle)
    return high
