"""parse_number: text that holds a number as that number."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from evaljson.base.params import Param
from evaljson.transforms.base import refusal
from evaljson.transforms.number_text import DECIMAL, read_number, short

PARAMS: tuple[Param, ...] = (DECIMAL,)
_EXACT_IN_FLOAT = 2**53


def parse_number(value: Any, params: dict[str, Any]) -> int | float:
    """Convert to a number; whole numbers become integers, so "5.00", 5.0 and 5 are equal. Refuses to lose digits."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise refusal("parse_number", "numbers and text", value)
    if isinstance(value, int | float):
        whole = isinstance(value, float) and value.is_integer() and abs(value) < _EXACT_IN_FLOAT
        return int(value) if whole else value
    reading = read_number(value, params.get("decimal", "."))
    if reading.value is None:
        raise ValueError(f"parse_number: {reading.problem}")
    return _as_json(reading.value, value)


def _as_json(number: Fraction, text: str) -> int | float:
    if number.denominator == 1:
        return number.numerator
    nearest = float(number) if abs(number) < 10**300 else 0.0
    if Fraction(repr(nearest)) != number:
        raise ValueError(f"parse_number: {short(text)} has more digits than a number can hold")
    return nearest
