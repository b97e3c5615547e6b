"""Differences that agree with the figures beside them, once all three are rounded.

90.44 and 90.56 differ by 0.12, but stand as 90.4 and 90.6: a second decimal is shown there, and the difference is
that of the figures as shown.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

_NEAR_TIE = 1e-6
Figures = npt.NDArray[np.float64]


def digits_for(a: Any, b: Any) -> int:
    """Decimals for figures from 0 to 1, each or arrays, shown as points: 1 where that contradicts nowhere, else 2."""
    exact = np.round((_array(b) - _array(a)) * 100, 1)
    off = np.abs(shown_difference(a, b, 1) * 100 - exact) > 0.01
    return 2 if bool(off.any()) else 1


def shown_difference(a: Any, b: Any, digits: int) -> Figures:
    """B minus A, from -1 to 1, of the two as they are shown in points; never -0.0. NaN stays."""
    difference = _as_written(b, digits) - _as_written(a, digits)
    found: Figures = (np.round(difference, digits) + 0.0) / 100
    return found


def _as_written(figures: Any, digits: int) -> Figures:
    """In points, rounded as text is: NumPy multiplies first, and so takes 0.05 for a tie that it is not."""
    exact = _array(figures) * 100
    found = np.atleast_1d(np.round(exact, digits))
    flat = np.atleast_1d(exact)
    near = np.abs(np.abs(flat * 10**digits % 1) - 0.5) < _NEAR_TIE
    found[near] = [float(f"{value:.{digits}f}") for value in flat[near].tolist()]
    rounded: Figures = found.reshape(exact.shape)
    return rounded


def _array(figures: Any) -> Figures:
    return np.asarray(figures, np.float64)
