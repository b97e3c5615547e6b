"""What an expression may be while it is worked out: JSON values, exact numbers, days, and what is not known."""

from __future__ import annotations

import enum
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import Any, Final

from evaljson.base.jsontypes import ABSENT, strict_equal
from evaljson.transforms.date_text import read_date
from evaljson.transforms.number_text import read_number

_MOST_BITS: Final = 4096


class Unknown(enum.Enum):
    """The type of `UNKNOWN`: a value that is missing, cannot be read, or rests on one that is."""

    UNKNOWN = "not known"


UNKNOWN: Final = Unknown.UNKNOWN


def is_given(value: Any) -> bool:
    """Say whether a value is there: not absent, null, or text without a letter."""
    return value is not ABSENT and value is not None and not (isinstance(value, str) and not value.strip())


def number(value: Any) -> Fraction | None:
    """Return the exact number of a value, or of text that is one; None if it is none, or has too many digits."""
    found = value if isinstance(value, Fraction) else read_number(value).value
    if found is None or max(found.numerator.bit_length(), found.denominator.bit_length()) > _MOST_BITS:
        return None
    return found


def day(value: Any, day_first: bool | None) -> date | None:
    """Return the day that a text names. What can be read in two ways is none, unless `day_first` says how."""
    if isinstance(value, date):
        return value
    ways = (False, True) if day_first is None else (day_first,)
    days = {moment.date() for way in ways if (moment := read_date(value, {"day_first": way}).moment) is not None}
    return days.pop() if len(days) == 1 else None


def equal(left: Any, right: Any) -> bool | Unknown:
    """Compare two values: as numbers where either is one, else strictly. Containers are not compared."""
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return UNKNOWN
    if _is_number(left) or _is_number(right):
        numbers = number(left), number(right)
        return None not in numbers and bool(numbers[0] == numbers[1])
    if isinstance(left, date) or isinstance(right, date):
        days = day(left, None), day(right, None)
        return UNKNOWN if None in days else bool(days[0] == days[1])
    if isinstance(left, list | dict) or isinstance(right, list | dict):
        return UNKNOWN
    return strict_equal(left, right)


def ordered(left: Any, right: Any, holds: Callable[[Any, Any], bool]) -> bool | Unknown:
    """Compare two values by their order: days with days, else numbers."""
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return UNKNOWN
    if isinstance(left, date) or isinstance(right, date):
        sides: tuple[Any, Any] = day(left, None), day(right, None)
    else:
        sides = number(left), number(right)
    return UNKNOWN if None in sides else bool(holds(*sides))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | Fraction) and not isinstance(value, bool)
