"""Numbers as people write them: thousands and decimal separators of any locale, digits of any script.

How separators are read:

    both present       the last one is the decimal one: 1.247,50 and 1,247.50 and 1'247.50 are 1247.5
    one, several times it separates thousands: 1,234,567
    one, once          the `decimal` setting decides: with "." 1,234 is 1234 and 1.234 is 1.234
    ' or a space       always thousands

Groups are of three digits, or as in India (12,34,567). What does not fit the setting is not read at all. Values are
exact fractions: 0.1 written is one tenth.
"""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from evaljson.base.jsontypes import type_name
from evaljson.base.params import Param

DECIMAL = Param(
    "decimal",
    "string",
    "The decimal separator where a text has only one separator, once; where it has two, the last one is it.",
    default=".",
    choices=(".", ","),
)
LONGEST = 200
"""Longer texts are not numbers."""
_MOST_BITS = 4096
ARABIC_DECIMAL, ARABIC_GROUP = "\u066b", "\u066c"
CORE = re.compile(rf"[.,{ARABIC_DECIMAL}]?\d(?:[\d.,' {ARABIC_DECIMAL}{ARABIC_GROUP}]*\d)?[.,]?(?:[eE][+-]?\d{{1,3}})?")
"""Digits with their separators, in a text that went through `plain`."""
_SIGNED = re.compile(rf"(?P<sign>[+-]?) ?(?P<core>{CORE.pattern})")
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:\D\d{3})+|[1-9]\d?(?:\D\d{2})+\D\d{3}")
_EITHER_WAY = re.compile(r"[1-9]\d{0,2}[.,]\d{3}")
_SAME = {
    **dict.fromkeys("\u2019\u2018\u02bc\u2032`\u00b4\uff07", "'"),
    **dict.fromkeys("\u2212\u2010\u2011\u2012\u2013\u2014\ufe63\uff0d", "-"),
    **dict.fromkeys("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff", ""),
    "\uff0e": ".", "\uff0c": ",", "\u060c": ",", "\uff0b": "+", "\uff08": "(", "\uff09": ")",
    "\uff04": "$", "\uffe5": "\u00a5", "\uffe1": "\u00a3", "\uff05": "%", "\u066a": "%",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class NumberReading:
    """What a value stands for, or why it stands for no number."""

    value: Fraction | None
    problem: str | None = None
    note: str | None = None
    """How an ambiguous text was read."""


def plain(text: str) -> str:
    """Write digits of any script as 0-9, all spaces alike, dashes as -, apostrophes as '; drop direction marks."""
    if text.isascii():
        return text.translate(_ASCII).strip()
    return "".join(map(_plain_character, unicodedata.normalize("NFC", text))).strip()


def _plain_character(character: str) -> str:
    if character in _SAME:
        return _SAME[character]
    if character.isdecimal():
        return str(unicodedata.decimal(character))
    return " " if character.isspace() else character


_SMALLEST: Final = Decimal("1e-12")
"""A smaller number keeps its power of ten."""
_ASCII: Final = {code: _plain_character(chr(code)) for code in range(128)}
"""What each character becomes in texts that have no others."""


def read_number(value: Any, decimal: str = ".") -> NumberReading:
    """Read the number of a JSON value: a number itself, or a text that holds one with at most a sign."""
    if not isinstance(value, str):
        return of_number(value)
    return _read_text(value, decimal) if len(value) <= LONGEST else NumberReading(None, "is a long text")


def of_number(value: Any) -> NumberReading:
    """Read a value that is not a text: numbers are themselves; booleans, null and containers are not numbers."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return NumberReading(None, f"is {type_name(value)}")
    if isinstance(value, int):
        huge = value.bit_length() > _MOST_BITS
        return NumberReading(None, "is too large to compare") if huge else NumberReading(Fraction(value))
    return _of_float(value)


@lru_cache(maxsize=8192)
def _of_float(value: float) -> NumberReading:
    return NumberReading(Fraction(repr(value))) if math.isfinite(value) else NumberReading(None, "is not finite")


@lru_cache(maxsize=8192)
def _read_text(text: str, decimal: str) -> NumberReading:
    match = _SIGNED.fullmatch(plain(text))
    if match is None:
        return NumberReading(None, f"is text that is not a number: {short(text)}")
    reading = read_digits(match["core"], decimal)
    return negated(reading) if match["sign"] == "-" else reading


def negated(reading: NumberReading) -> NumberReading:
    """Negate the reading."""
    return reading if reading.value is None else NumberReading(-reading.value, None, reading.note)


def read_digits(core: str, decimal: str) -> NumberReading:
    """Read the number in a match of `CORE`."""
    digits, _, exponent = core.lower().partition("e")
    separators = [character for character in digits if not character.isdigit()]
    mark = _decimal_mark(digits, separators, decimal)
    whole, _, fraction = digits.rpartition(mark) if mark else (digits, "", "")
    fits = (whole.isdigit() or not whole or _is_grouped(whole)) and (fraction.isdigit() or not fraction)
    if not fits or not (whole or fraction):
        hint = f': set "decimal" to "{separators[0]}" if all numbers of this field are written so'
        why = f"cannot be read with the decimal separator {decimal!r}"
        return NumberReading(None, f"{core!r} {why}{hint if _one_other(separators, decimal) else ''}")
    whole = "".join(filter(str.isdigit, whole))
    value = Fraction(f"{whole or 0}.{fraction or 0}e{exponent or 0}")
    note = f"{core!r} read with the decimal separator {decimal!r}" if _EITHER_WAY.fullmatch(digits) else None
    return NumberReading(value, None, note)


def _decimal_mark(digits: str, separators: list[str], decimal: str) -> str | None:
    if ARABIC_DECIMAL in separators:
        return ARABIC_DECIMAL
    if not separators or separators[-1] not in ".,":
        return None
    last = separators[-1]
    if len(set(separators)) > 1:
        return last
    if len(separators) > 1:
        return None
    return last if last == decimal or digits.endswith(last) else None


def _is_grouped(whole: str) -> bool:
    one_kind = len({character for character in whole if not character.isdigit()}) == 1
    return one_kind and _GROUPED.fullmatch(whole) is not None


def _one_other(separators: list[str], decimal: str) -> bool:
    return len(separators) == 1 and separators[0] in ".," and separators[0] != decimal


def short(value: Any) -> str:
    """Shorten a text for a reason."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def number_text(value: Fraction) -> str:
    """Write a number for a reason, exact up to 15 digits."""
    if value.denominator == 1 and abs(value.numerator) < 10**15:
        return str(value.numerator)
    try:
        return _in_full(f"{float(value):.15g}")
    except OverflowError:
        return "a number of many digits"


def rough_text(number: float) -> str:
    """Write a number for a reason with six digits, in full rather than with a power of ten if it stays readable."""
    text = f"{number:.6g}"
    return f"{number:,.0f}" if "e+" in text and abs(number) < 1e15 else _in_full(text)


def _in_full(text: str) -> str:
    """Write a small number without its power of ten, if it stays readable."""
    return format(Decimal(text), "f") if "e-" in text and abs(Decimal(text)) >= _SMALLEST else text
