"""Correction for few clusters: records of one customer, or copies of one document, count together.

The variance of a mean over records in clusters of unlike sizes, without bias if records were independent (CR2), and
Student's t with the degrees of freedom of that variance: R. M. Bell, D. F. McCaffrey: Bias reduction in standard errors
for linear regression with multi-stage samples. Survey Methodology 28, 2002; G. W. Imbens, M. Kolesar: Robust standard
errors in small samples. Review of Economics and Statistics 98, 2016. For a mean both have a closed form; with clusters
of one size they are the usual variance and one degree of freedom less than there are clusters.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.stats.special import stdtrit


@dataclass(frozen=True, slots=True)
class ClusterCorrection:
    """One entry per column of sums over clusters."""

    squared_error: Floats
    """The variance of the mean, CR2; 0 for a single cluster."""
    freedom: Floats
    """Degrees of freedom of Bell and McCaffrey; at least 1."""

    @classmethod
    def of(cls, away: Floats, sizes: Floats) -> ClusterCorrection:
        """Take the sums of records minus the mean for each, and the numbers of records, as clusters x columns."""
        total = np.maximum(sizes.sum(axis=0), 1e-300)
        rest = 1 - sizes / total
        alone = rest <= 1e-12  # one cluster has all records
        adjusted = np.divide(1.0, rest, out=np.zeros_like(rest), where=~alone)
        squared_error = (np.square(away) * adjusted).sum(axis=0) / total**2
        weighted = adjusted * np.square(sizes)
        spread = np.square(sizes).sum(axis=0) + (weighted.sum(axis=0) ** 2 - np.square(weighted).sum(axis=0)) / total**2
        freedom = np.maximum(np.divide(total**2, spread, out=np.ones_like(total), where=spread > 0), 1.0)
        return cls(squared_error, freedom)

    def critical(self, variance: Floats, n: Floats, level: Floats | float) -> Floats:
        """Return the critical value of a score interval of `n` clusters that is as long as Student's with this error.

        `variance` is the mean square of what the clusters are away from the mean; NaN where it is 0.
        """
        square = np.square(stdtrit(self.freedom, (1 + np.asarray(level)) / 2)) * self.squared_error
        ratio = np.divide(square, variance, out=np.full_like(variance, np.nan), where=variance > 0)
        critical: Floats = np.sqrt(n * ratio / (1 + ratio))
        return critical
