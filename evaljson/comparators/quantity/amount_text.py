"""Amounts of money as text: a number with its sign and currency around it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from evaljson.comparators.quantity.currencies import currencies_of
from evaljson.comparators.quantity.magnitudes import magnitude_behind
from evaljson.transforms.number_text import CORE, LONGEST, NumberReading, negated, of_number, plain, read_digits, short


@dataclass(frozen=True, slots=True)
class AmountReading:
    """What a value stands for; `currencies` are the ISO codes that its currency sign may mean, none without a sign."""

    number: NumberReading
    currencies: frozenset[str] = frozenset()


class _Unreadable(ValueError):
    """Why a text is not an amount."""


def read_amount(value: Any, decimal: str = ".", magnitudes: bool = False) -> AmountReading:
    """Read the amount of a JSON value; with `magnitudes`, 60k is 60,000."""
    if not isinstance(value, str):
        return AmountReading(of_number(value))
    if len(value) > LONGEST:
        return AmountReading(NumberReading(None, "is a long text"))
    return _read_text(value, decimal, magnitudes)


@lru_cache(maxsize=8192)
def _read_text(text: str, decimal: str, magnitudes: bool) -> AmountReading:
    try:
        before, core, after = _split(plain(text))
        factor, after = magnitude_behind(after) if magnitudes else (1, after)
        below_zero, rest = _sign(before, after)
        currencies = _currencies(rest)
    except _Unreadable as why:
        return AmountReading(NumberReading(None, f"is not an amount ({why}): {short(text)}"))
    number = read_digits(core, decimal)
    if number.value is not None:
        number = replace(number, value=number.value * factor)
    return AmountReading(negated(number) if below_zero else number, currencies)


def _split(text: str) -> tuple[str, str, str]:
    """Split into text before the number, the number, and text after it; ",-" (no cents) belongs to the number."""
    first = re.search(r"\d", text)
    if first is None:
        raise _Unreadable("it has no digits")
    start = first.start()
    # A point before the digits is a decimal one in "$.50", and the end of a word in "Rs.50" and "S/.50".
    if start and text[start - 1] in ".,\u066b" and not re.search(r"[^\W\d_][.,]$|/[.,]$", text[:start]):
        start -= 1
    match = CORE.match(text, start)
    if match is None:  # the search above found a digit at or behind `start`
        raise _Unreadable("it has no number")
    core, after = match.group(), text[match.end() :]
    no_cents = re.match(r" ?-+", after) if core[-1] in ".," else None
    if no_cents:
        after = after[no_cents.end() :]
    if re.search(r"\d", after):
        raise _Unreadable("it holds more than one number")
    return text[:start], core, after


def _sign(before: str, after: str) -> tuple[bool, list[str]]:
    """Read whether the amount is negative, and the words around it. At most one sign; brackets come in pairs."""
    brackets = (before.count("("), after.count(")"))
    if brackets not in ((0, 0), (1, 1)) or ")" in before or "(" in after:
        raise _Unreadable("its brackets do not match")
    words, minus = re.sub(r"[()]", " ", before), re.sub(r"[()]", " ", after)
    rupees = re.sub(r"^ ?/-", " /- ", minus)
    signs = words.count("-") + words.count("+") + rupees.replace("/-", "").count("-") + brackets[0]
    if signs > 1 or "+" in rupees:
        raise _Unreadable("it has more than one sign")
    left, right = words.replace("-", " ").replace("+", " "), re.sub(r"(?<!/)-", " ", rupees)
    return signs == 1 and "+" not in words, [*left.split(), *right.split()]


def _currencies(words: list[str]) -> frozenset[str]:
    currencies: frozenset[str] | None = None
    for word in words:
        codes = currencies_of(word)
        if codes is None:
            raise _Unreadable(f"{short(word)} is not a currency")
        if currencies is not None and not currencies & codes:
            raise _Unreadable("it names two currencies")
        currencies = codes if currencies is None else currencies & codes
    return currencies or frozenset()
