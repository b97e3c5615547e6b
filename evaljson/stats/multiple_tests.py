"""Adjust p-values for the number of tests.

S. Holm: A simple sequentially rejective multiple test procedure. Scandinavian Journal of Statistics 6, 1979: the chance
of even one false finding stays below the level, however the tests are related. Y. Benjamini, Y. Hochberg: Controlling
the false discovery rate. Journal of the Royal Statistical Society B 57, 1995: the same for the share of
false findings among all findings.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import Floats, Ints


def holm(p: npt.ArrayLike) -> Floats:
    """Adjust p-values by Holm's method; the order stays."""
    raw = np.asarray(p, np.float64)
    order = np.argsort(raw, kind="stable")
    raised = raw[order] * np.arange(len(raw), 0, -1)
    return _back(np.minimum(np.maximum.accumulate(raised), 1.0), order)


def benjamini_hochberg(p: npt.ArrayLike) -> Floats:
    """Adjust p-values by Benjamini and Hochberg's method; the order stays."""
    raw = np.asarray(p, np.float64)
    order = np.argsort(raw, kind="stable")
    raised = raw[order] * len(raw) / np.arange(1, len(raw) + 1)
    return _back(np.minimum(np.minimum.accumulate(raised[::-1])[::-1], 1.0), order)


def _back(adjusted: Floats, order: Ints) -> Floats:
    in_order = np.empty_like(adjusted)
    in_order[order] = adjusted
    return in_order
