"""Fisher's exact test of two shares, two-sided: tables as unlikely as the one seen, or less likely, with the same sums.

R. A. Fisher: Statistical methods for research workers. 5th edition, 1934. The figures are those of
`scipy.stats.fisher_exact`, which takes milliseconds for each table.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.stats.special import gammaln

_EQUAL: Final = 1e-7
"""Chances this close, as a share, count as equal."""


def fisher_p(first: tuple[int, int], second: tuple[int, int]) -> float:
    """Return the two-sided p of a table whose rows are two samples, and whose columns are counts of two kinds."""
    size, other, kind = sum(first), sum(second), first[0] + second[0]
    possible = np.arange(max(0, kind - other), min(kind, size) + 1)
    logs = _log_choose(size, possible) + _log_choose(other, kind - possible)
    chances: Floats = np.exp(logs - logs.max())
    seen = chances[first[0] - possible[0]]
    return min(1.0, float(chances[chances <= seen * (1 + _EQUAL)].sum() / chances.sum()))


def _log_choose(count: int, chosen: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Floats:
    logs: Floats = -gammaln(chosen + 1) - gammaln(count - chosen + 1)
    return logs
