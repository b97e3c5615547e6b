"""The number of decimals of figures and their differences, in every table and sentence.

F1 and similar figures are shown in points, from 0 to 100, with ONE decimal. They get a second one only where, with one,
a difference would look like none: both figures would look alike, or the difference would be 0.0. A column
of numbers has the same decimals in all its rows. A difference is rounded by itself, and so is the same number wherever
it stands, beside its interval too: 90.4 and 90.6 may be 0.1 apart. What is less than half a hundredth of a point is
reported as no difference.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from evaljson.wording.words import points, signed_points

_LEAST: Final = 0.00005
"""A smaller difference would look like none with two decimals as well."""


def digits_for(a: Any, b: Any) -> int:
    """Decimals of figures from 0 to 1 that are shown beside their difference: 1 or 2.

    Each side is a figure, or a column of them; None and NaN are undefined, and ask for nothing.
    """
    before, after = np.broadcast_arrays(np.asarray(a, np.float64), np.asarray(b, np.float64))
    pairs = zip(before.ravel().tolist(), after.ravel().tolist(), strict=True)
    return 2 if any(_looks_like_none(*pair) for pair in pairs) else 1


def digits_of(*differences: float | None) -> int:
    """Decimals of differences, or ends of intervals, that are shown without their figures."""
    return digits_for(0.0, list(differences))


def in_points(a: float | None, b: float | None) -> tuple[str, str, str]:
    """Write both figures and B minus A as they are shown; undefined is a dash."""
    digits = digits_for(a, b)
    difference = None if a is None or b is None else b - a
    return points(a, digits), points(b, digits), signed_points(difference, digits)


def _looks_like_none(a: float, b: float) -> bool:
    if not abs(b - a) >= _LEAST:  # nor where one is NaN
        return False
    return points(a) == points(b) or signed_points(b - a) == "0.0"
