"""Widen intervals by variance between repeats, which the spread over records does not show.

Half of the interval is the longest of three: that of the records alone; that of the repeats alone, with Student's t for
their few degrees of freedom; and that of the sum of both variances, with the degrees of freedom of F. E. Satterthwaite:
An approximate distribution of estimates of variance components. Biometrics Bulletin 2, 1946. The sum alone errs too
often: it trusts repeats that happen to be alike. With the first two beside it, it covers about as often as stated, and
less variance of either kind never makes the interval longer, so more evidence never weakens a verdict. (For the sum
alone it may: less variance over records leaves fewer degrees of freedom.)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import Bools, Floats
from evaljson.stats.special import ndtri, stdtrit

_NONE: Final = 1e-300
_MANY: Final = 1e12
"""Degrees of freedom with which Student's t is the normal distribution."""


@dataclass(frozen=True, slots=True)
class Between:
    """Variance between repeats of the difference of two means: one entry per column."""

    variance: Floats
    """Variance of the difference from the spread between repeats; 0 without repeats."""
    freedom: Floats
    """Its degrees of freedom; at least 1."""
    within: Floats
    """The part of it that is chance within records. The spread over records has the same chance, so it is subtracted
    there: it must not count twice. No more is subtracted than repeats differ by."""

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

    def half(self, records: Floats, level: Floats | float) -> Floats:
        """Return half-lengths at `level`; `records` is half of the interval of the records alone."""
        tail = (1 + np.asarray(level)) / 2
        alone = np.square(records)
        # The variance that a normal interval as long would have.
        over = alone / np.maximum(np.square(ndtri(tail)), _NONE)
        both = over - np.minimum(self.within, self.variance) + self.variance
        both = np.maximum(both, self.variance)
        share = np.divide(both, self.variance, out=np.full_like(both, np.inf), where=self.counts)
        freedom = np.minimum(self.freedom * np.square(share), _MANY)
        repeats = np.square(stdtrit(self.freedom, tail)) * self.variance
        half: Floats = np.sqrt(np.maximum(np.maximum(alone, repeats), np.square(stdtrit(freedom, tail)) * both))
        return half
