"""p-values adjusted for how many tests were made.

S. Holm: A simple sequentially rejective multiple test procedure. Scandinavian Journal of Statistics 6, 1979: the chance
of even one false finding stays below the level, however the tests hang together. Y. Benjamini, Y. Hochberg: Controlling
the false discovery rate. Journal of the Royal Statistical Society B 57, 1995: the share of false findings among those
made does.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import Floats, Ints


def holm(p: npt.ArrayLike) -> Floats:
    """Adjust p-values, in the order given."""
    given = np.asarray(p, np.float64)
    order = np.argsort(given, kind="stable")
    raised = given[order] * np.arange(len(given), 0, -1)
    return _back(np.minimum(np.maximum.accumulate(raised), 1.0), order)


def benjamini_hochberg(p: npt.ArrayLike) -> Floats:
    """Adjust p-values, in the order given."""
    given = np.asarray(p, np.float64)
    order = np.argsort(given, kind="stable")
    raised = given[order] * len(given) / np.arange(1, len(given) + 1)
    return _back(np.minimum(np.minimum.accumulate(raised[::-1])[::-1], 1.0), order)


def _back(adjusted: Floats, order: Ints) -> Floats:
    found = np.empty_like(adjusted)
    found[order] = adjusted
    return found
