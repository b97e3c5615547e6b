"""The built-in comparators: a score from two values that are both there and already transformed."""

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

from .values import equal_by_value, is_number, strictly_equal

Number = int | float | Decimal


def exact(gold: Any, extracted: Any) -> float:
    return 1.0 if strictly_equal(gold, extracted) else 0.0


def oneof(extracted: Any, listed: list[Any]) -> float:
    """`listed` has gone through the field's transforms; what gold says does not matter."""
    return 1.0 if any(equal_by_value(extracted, value) for value in listed) else 0.0


def numeric(gold: Any, extracted: Any, tolerance: dict[str, float]) -> float:
    if gold is None and extracted is None:
        return 1.0
    g, e = as_number(gold), as_number(extracted)
    if g is None or e is None:
        return 0.0
    return 1.0 if numbers_agree(g, e, tolerance) else 0.0


def as_number(value: Any) -> Number | None:
    """The number, or the number that a text spells (a Decimal where a float would be infinite); None for others."""
    if is_number(value):
        number: Number = value
        return number
    if not isinstance(value, str) or "_" in value:
        return None
    text = value.strip()
    for read in (int, float):
        try:
            found = read(text)
        except ValueError:
            continue
        overflown = math.isinf(found) if isinstance(found, float) else False
        return Decimal(text) if overflown and "inf" not in text.lower() else found
    return None


def numbers_agree(gold: Number, extracted: Number, tolerance: dict[str, float]) -> bool:
    if isinstance(gold, int) and isinstance(extracted, int) and not tolerance:
        return gold == extracted
    if beyond_float(gold) or beyond_float(extracted):
        return beyond_float(gold) and beyond_float(extracted) and gold == extracted
    g, e = float(gold), float(extracted)
    if math.isnan(g) or math.isnan(e):
        return math.isnan(g) and math.isnan(e)
    if math.isinf(g) or math.isinf(e) or not tolerance:
        return g == e
    one, other = (Fraction(repr(number)) for number in (g, e))
    difference = abs(one - other)
    close = True
    if "abs" in tolerance:
        close = close and difference <= Fraction(repr(tolerance["abs"]))
    if "rel" in tolerance:
        close = close and difference <= Fraction(repr(tolerance["rel"])) * (abs(one) or 1)
    return close


def beyond_float(number: Number) -> bool:
    """Finite, but too large for a float to hold: it equals only itself."""
    if isinstance(number, float):
        return False
    try:
        return math.isinf(float(number))
    except OverflowError:
        return True
