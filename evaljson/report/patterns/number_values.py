"""The numbers that a text may mean."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from evaljson.transforms.number_text import read_number

_DECIMALS: Final = re.compile(r"[.,](\d+)(?=\D*\Z)")


@lru_cache(maxsize=16_384)
def values(text: str) -> frozenset[Fraction]:
    """Return the numbers that a text may mean, with a point or a comma before the decimals."""
    readings = (read_number(text, decimal).value for decimal in (".", ","))
    return frozenset(value for value in readings if value is not None)


def decimals_shown(value: Any, number: Fraction) -> int:
    """Return how many decimals the text of a number has, as 7.0 has one; 0 of what is no text, or has thousands."""
    found = _DECIMALS.search(value) if isinstance(value, str) else None
    if found is None:
        return 0
    digits = re.sub(r"\D", "", value)
    return len(found[1]) if int(digits) == abs(number) * 10 ** len(found[1]) else 0
