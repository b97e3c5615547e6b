"""Sums of floats without rounding, so that parts may be added in any order and any number.

Each float is a whole number of steps of 2**-1074, the smallest there is, so a sum is kept as an integer of such steps.
Turning it into a float rounds once, correctly, as math.fsum does (J. R. Shewchuk, Adaptive Precision Floating-Point
Arithmetic, 1997); an integer can be added to further ones, which the result of math.fsum cannot.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from evaljson.base.arrays import AnyInts, Floats

_STEP: Final = 1074
"""Steps are 2**-1074."""
_MANTISSA: Final = 53
_LOW: Final = 26
"""Bits of the lower part of a mantissa: sums of 2**26 such parts are exact in a float."""
_AT_ONCE: Final = 1 << 26


def exact_sum(values: Floats) -> int:
    """Return the exact sum in steps."""
    return exact_sums(values, np.zeros(len(values), np.intp), 1)[0]


def exact_sums(values: Floats, by: AnyInts, size: int) -> list[int]:
    """Return the exact sum of each of `size` groups in steps; `by` has the group of each value.

    Values have to be finite.
    """
    sums = [0] * size
    for start in range(0, len(values), _AT_ONCE):
        _add(sums, values[start : start + _AT_ONCE], by[start : start + _AT_ONCE])
    return sums


def _add(sums: list[int], values: Floats, by: AnyInts) -> None:
    fraction, exponent = np.frexp(values)
    mantissa = (fraction * 2.0**_MANTISSA).astype(np.int64)
    exponents, at = np.unique(exponent, return_inverse=True)
    width = len(exponents)
    cell = by.astype(np.int64) * width + at
    high = np.bincount(cell, mantissa >> _LOW, len(sums) * width)
    low = np.bincount(cell, mantissa & ((1 << _LOW) - 1), len(sums) * width)
    for place in np.flatnonzero((high != 0) | (low != 0)).tolist():
        group, which = divmod(place, width)
        whole = (int(high[place]) << _LOW) + int(low[place])
        shift = int(exponents[which]) - _MANTISSA + _STEP
        sums[group] += whole << shift if shift >= 0 else whole >> -shift  # below the smallest normal float


def steps(value: float) -> int:
    """Return a float in steps."""
    part, whole = value.as_integer_ratio()
    return (part << _STEP) // whole


def as_float(total: int) -> float:
    """Return the float nearest to a sum in steps."""
    return total / (1 << _STEP)


def as_floats(totals: Sequence[int]) -> Floats:
    """Return the floats nearest to sums in steps."""
    return np.array([as_float(total) for total in totals], np.float64)


def mean_of(total: int, count: int) -> float | None:
    """Return the float nearest to the mean; None without values."""
    return total / (count << _STEP) if count else None


def written(total: int) -> str:
    """Write a sum in steps as text: in hexadecimal, without the zeros at its end, and how many bits these are."""
    zeros = (total & -total).bit_length() - 1 if total else 0
    return f"{total >> zeros:x}p{zeros}"


def read(text: str) -> int:
    """Read what `written` wrote. Raises ValueError."""
    digits, _, zeros = text.partition("p")
    return int(digits, 16) << int(zeros)
