"""Widen intervals by variance between repeats, which resampling of records does not show.

The half-length of the interval is the root of the sum of two squares: that of the records with their own quantile, and
that between repeats with Student's t for its few degrees of freedom. Such an interval covers at least as often as
stated, however large either part is. S. K. Banerjee: On confidence interval for two-means problem based on separate
estimates of variances and tabulated values of t-table. Sankhya A 23, 1961.

With two runs of a side, t for one or two degrees of freedom is so large that a second run would cost power. There only
the excess counts: what runs differ by beyond chance within records. Its t takes the place of the quantile of the
records by the square of its share in the whole variance, as variances enter the degrees of freedom of F. E.
Satterthwaite: An approximate distribution of estimates of variance components. Biometrics Bulletin 2, 1946.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.special import stdtrit

from evaljson.base.arrays import Bools, Floats

FEW: Final = 3.0
"""Fewer degrees of freedom than these are those of two runs of a side."""


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
    few: bool = False
    """Whether a side has so few runs that only the excess over chance within records counts."""

    @property
    def counts(self) -> Bools:
        """Whether it widens the interval of each column."""
        counts: Bools = self.variance > (self.within if self.few else 0.0)
        return counts

    @classmethod
    def none(cls, columns: int) -> Between:
        """Return the variance without repeats: zeros."""
        return cls(np.zeros(columns), np.ones(columns), np.zeros(columns))

    def pick(self, columns: npt.ArrayLike) -> Between:
        """Select some columns."""
        at = np.asarray(columns, np.intp)
        return Between(self.variance[at], self.freedom[at], self.within[at], self.few)

    def half(self, records: Floats, quantile: Floats, level: Floats | float) -> Floats:
        """Return half-lengths at `level`; `records` is variance from the spread over records, with its `quantile`."""
        student = np.square(stdtrit(self.freedom, (1 + np.asarray(level)) / 2))
        half: Floats
        if self.few:
            excess = np.maximum(self.variance - self.within, 0.0)
            share = np.divide(excess, records + excess, out=np.zeros_like(excess), where=excess > 0)
            factor = np.square(quantile) + np.maximum(student - np.square(quantile), 0.0) * share**2
            half = np.sqrt(factor * (records + excess))
            return half
        alone = np.square(quantile) * records
        rest = np.square(quantile) * np.maximum(records - self.within, 0.0)
        half = np.sqrt(np.maximum(alone, rest + student * self.variance))  # repeats never make an interval shorter
        return half
