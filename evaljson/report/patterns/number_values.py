"""The numbers that a text may mean."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from evaljson.transforms.number_text import read_number


@lru_cache(maxsize=16_384)
def values(text: str) -> frozenset[Fraction]:
    """Return the numbers that a text may mean, with a point or a comma before the decimals."""
    readings = (read_number(text, decimal).value for decimal in (".", ","))
    return frozenset(value for value in readings if value is not None)
