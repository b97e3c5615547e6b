"""Widen intervals by variance between repeats, which resampling of records does not show.

The half-length of the interval is the root of the sum of two squares: that of the records with their own quantile, and
that between repeats with Student's t for its few degrees of freedom. Such an interval covers at least as often as
stated, however large either part is. S. K. Banerjee: On confidence interval for two-means problem based on separate
estimates of variances and tabulated values of t-table. Sankhya A 23, 1961.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import Bools, Floats
from evaljson.stats.special import stdtrit


@dataclass(frozen=True, slots=True)
class Between:
    """Variance between repeats of the difference of two means: one entry per column."""

    variance: Floats
    """Variance of the difference from the spread between repeats; 0 without repeats."""
    freedom: Floats
    """Its degrees of freedom; at least 1."""
    within: Floats
    """The part of it that is chance within records. The spread over records has the same chance, so it is subtracted
    there: it must not count twice."""

    @property
    def counts(self) -> Bools:
        """Whether it widens the interval of each column."""
        counts: Bools = self.variance > 0
        return counts

    @classmethod
    def none(cls, columns: int) -> Between:
        """Return the variance without repeats: zeros."""
        return cls(np.zeros(columns), np.ones(columns), np.zeros(columns))

    def pick(self, columns: npt.ArrayLike) -> Between:
        """Select some columns."""
        at = np.asarray(columns, np.intp)
        return Between(self.variance[at], self.freedom[at], self.within[at])

    def half(self, records: Floats, quantile: Floats, level: Floats | float) -> Floats:
        """Return half-lengths at `level`; `records` is variance from the spread over records, with its `quantile`."""
        student = np.square(stdtrit(self.freedom, (1 + np.asarray(level)) / 2))
        half: Floats
        alone = np.square(quantile) * records
        rest = np.square(quantile) * np.maximum(records - self.within, 0.0)
        half = np.sqrt(np.maximum(alone, rest + student * self.variance))  # repeats never make an interval shorter
        return half

    def needed(self, records: Floats, distance: Floats, level: Floats) -> Floats:
        """Return the square of the quantile of `records` for which half of the interval at `level` is a distance."""
        left = np.square(distance) - np.square(stdtrit(self.freedom, (1 + level) / 2)) * self.variance
        apart = np.maximum(records - self.within, 0.0)
        rest = np.divide(left, apart, out=np.where(left > 0, np.inf, 0.0), where=apart > 0)
        needed: Floats = np.maximum(np.minimum(np.square(distance) / records, rest), 0.0)
        return needed
