"""The number of decimals of figures and their differences, in every table and sentence.

F1 and similar figures are shown in points, from 0 to 100, with ONE decimal. They get a second one only where, with one,
a difference would look like none, or none like a difference: the figures look alike and are not, or only rounding sets
them apart. A column of numbers has the same decimals in all its rows, and so have F1, precision and recall beside each
other.

A difference beside both of its figures is that of the two AS THEY ARE SHOWN: whoever subtracts 79.7 from 90.6 reads
10.9. Where that is not the rounded difference, as of 79.66 and 90.64, two figures alone get a second decimal as well:
10.98, not 10.9. In a column, which would nearly always need it then, it may be a step away from the difference before
rounding, close to 0 and 100 a step and a half. What a suggestion, a version or another file does to a variant is read
in several places, one after the other: it is always two figures alone, and a small table of such figures, or a sentence
with several of them, takes the decimals of the one that needs most (`digits_together`). Columns are those of
comparisons (`in_column`).

A difference whose figures are not shown beside it with the same decimals, as in a map of differences, is the true one,
rounded once (`alone`): there is nothing to subtract there, and −1.667 is −1.7, though 96.7 less 98.3 is −1.6.

Ends of intervals are rounded by themselves, and so is a difference whose figures are not known.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from evaljson.wording.words import points, signed_points

_LEAST: Final = 0.00005
"""A smaller difference would look like none with two decimals as well."""


def digits_for(a: Any, b: Any) -> int:
    """Decimals of figures from 0 to 1 that are shown beside their difference: 1 or 2.

    Each side is a figure, or a column of them; None and NaN are undefined, and ask for nothing. Of two figures alone,
    the difference as it is shown is the rounded difference, too, within a hundredth of a point.
    """
    before, after = np.broadcast_arrays(np.asarray(a, np.float64), np.asarray(b, np.float64))
    pairs = list(zip(before.ravel().tolist(), after.ravel().tolist(), strict=True))
    return 2 if any(_looks_like_none(*pair) for pair in pairs) or (not before.ndim and _is_a_step_off(*pairs[0])) else 1


def digits_together(pairs: Iterable[tuple[float | None, float | None]]) -> int:
    """Return the decimals of a few pairs of figures in one table, of which sentences beside it show some alone."""
    return max((digits_for(a, b) for a, b in pairs), default=1)


def digits_of(*differences: float | None) -> int:
    """Decimals of differences, or ends of intervals, that are shown without their figures."""
    return digits_for(0.0, list(differences))


def in_points(a: float | None, b: float | None, digits: int | None = None) -> tuple[str, str, str]:
    """Write both figures and B minus A as they are shown; undefined is a dash.

    `digits` are those of other figures beside them, by `digits_for`; without any, their own.
    """
    digits = digits_for(a, b) if digits is None else digits
    return points(a, digits), points(b, digits), signed_points(shown_difference(a, b, digits), digits)


def in_column(a: float | None, b: float | None) -> tuple[str, str, str]:
    """Write both figures and B minus A as `in_points` does, with the decimals of a column: for a comparison."""
    return in_points(a, b, digits_for([math.nan if a is None else a], [math.nan if b is None else b]))


def alone(a: float | None, b: float | None) -> str:
    """Write B minus A where their figures are not shown beside it: the true difference, rounded once."""
    if a is None or b is None:
        return signed_points(None)
    difference = b - a
    is_like_none = signed_points(difference) == "0.0" and abs(difference) >= _LEAST
    return signed_points(difference, 2 if is_like_none else 1)


def shown_difference(a: float | None, b: float | None, digits: int) -> float | None:
    """Return B minus A, each rounded as it is shown; both are from 0 to 1. None where one is undefined."""
    if a is None or b is None:
        return None
    return round(float(points(b, digits)) - float(points(a, digits)), digits) / 100


def shown_differences(a: Iterable[float], b: Iterable[float], digits: int) -> list[float]:
    """List B minus A of columns of figures from 0 to 1, as above; NaN where one is undefined."""
    pairs = zip(a, b, strict=True)
    return [
        math.nan if math.isnan(one) or math.isnan(other) else shown_difference(one, other, digits) or 0.0
        for one, other in pairs
    ]


def _looks_like_none(a: float, b: float) -> bool:
    """Check whether one decimal would make a difference look like none, or none like a difference."""
    if math.isnan(a) or math.isnan(b):
        return False
    if points(a) == points(b):
        return abs(b - a) >= _LEAST
    return signed_points(b - a) == "0.0"


def _is_a_step_off(a: float, b: float) -> bool:
    """Check whether with one decimal the difference of the figures as they are shown is not the rounded difference."""
    if math.isnan(a) or math.isnan(b):
        return False
    return signed_points(shown_difference(a, b, 1)) != signed_points(b - a)
