"""Numbers and dates in a text, however they are written there: read by the readers that comparators use.

What can be read in two ways counts in both: 1.234 is a number of four digits, or has three decimals. A percentage is a
share as well. The sign of a number is not looked for: a credit writes it in front, behind, in brackets or as a word.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from datetime import date
from fractions import Fraction
from itertools import chain, islice
from typing import Any, Final

from evaljson.comparators.quantity.currencies import currencies_of
from evaljson.transforms.date_text import read_date
from evaljson.transforms.number_text import read_number

MOST_DATES: Final = 5_000
"""Places of a text that may be dates; what comes after is not read."""
_NUMBER: Final = re.compile(r"\d(?:[\d.,'\u2019\u066b\u066c]*\d)?")
_SPACED: Final = re.compile(r"(?=(?<![\d.,])(\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3}){1,5}(?:[.,]\d{1,6})?)(?!\d))")
_LOWER_END: Final = re.compile(r"(?<![\w.,/#-])(\d+(?:[.,]\d+)*)-\Z")
_GOES_ON: Final = re.compile(r"[-/_#]\d")
_LONGEST: Final = 40
"""Characters of a number: longer ones are codes, and are looked for as written."""
_LETTERS: Final = re.compile(r"[^\W\d_]{1,4}\Z")
_BY_DIGITS: Final = re.compile(
    r"(?<![\d./-])(?:\d{4}[-/. ]\d{1,2}[-/. ]\d{1,2}|\d{1,2}[-/.] ?\d{1,2}[-/.] ?\d{2,4}|\d{8}"
    r"|\d{4}\u5e74\d{1,2}\u6708\d{1,2}\u65e5)(?!\d)"
)
_BY_WORDS: Final = re.compile(
    r"(?<!\w)(?:\d{1,2}(?:\.|st|nd|rd|th|er|\u00ba)?[ -](?:de |of )?[^\W\d_]{3,10}\.?,?[ -](?:de )?\d{2,4}"
    r"|[^\W\d_]{3,10}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4})(?!\w)"
)
Span = tuple[int, int]


def numbers_in(text: str) -> dict[Fraction, Span]:
    """Return the numbers of a text without their signs, each with its first place."""
    found: dict[Fraction, Span] = {}
    for start, end in _number_places(text):
        percent = re.match(r"\s?[%\uff05]", text[end : end + 2])
        for value in number_readings(text[start:end]):
            found.setdefault(value, (start, end))
            if percent:
                found.setdefault(value / 100, (start, end))
    return found


def _number_places(text: str) -> Iterator[Span]:
    for match in _NUMBER.finditer(text):
        if match.end() - match.start() <= _LONGEST and not _in_a_code(text, *match.span()):
            yield match.span()
    for match in _SPACED.finditer(text):
        if not _in_a_code(text, *match.span(1)):
            yield match.span(1)


def _in_a_code(text: str, start: int, end: int) -> bool:
    """Say whether digits go on from letters that name no currency, or from a word and a dash: INV-0077, not 3-23 %."""
    before = text[max(0, start - 5) : start]
    if before[-1:].isalpha():
        letters = _LETTERS.search(before)
        return letters is None or currencies_of(letters.group()) is None
    return len(before) > 1 and before[-1] in "-_/#" and before[-2].isalnum() and not _ends_a_range(text, start, end)


def _ends_a_range(text: str, start: int, end: int) -> bool:
    """Say whether digits are the upper end of two numbers with a dash between them, and nothing else around."""
    lower = _LOWER_END.search(text, max(0, start - _LONGEST), start)
    if lower is None or _GOES_ON.match(text, end):
        return False
    return max(number_readings(lower.group(1)), default=0) <= max(number_readings(text[start:end]), default=0)


def number_readings(text: str) -> set[Fraction]:
    """Return what digits may stand for, without their sign: with a decimal point, and with a decimal comma."""
    readings = (read_number(text, decimal).value for decimal in ".,")
    return {abs(value) for value in readings if value is not None}


def spans_of_numbers(text: str, wanted: Collection[Fraction]) -> list[Span]:
    """Return every place of some numbers, given without their signs, where they can be read in one way alone.

    1.234 can be read in two ways, unless other numbers of the text tell what its decimal mark is: 489.60 does.
    """
    places = [(span, _by_mark(text[slice(*span)])) for span in _number_places(text)]
    marks = {mark for _, by_mark in places for mark in by_mark if len(by_mark) == 1 and mark}
    found = list[Span]()
    for (start, end), by_mark in places:
        mark = next(iter(marks)) if len(marks) == 1 else ""
        value = by_mark.get(mark, by_mark.get("")) if len(by_mark) > 1 else next(iter(by_mark.values()), None)
        is_share = re.match(r"\s?[%\uff05]", text[end : end + 2])
        if value is not None and (value in wanted or (is_share and value / 100 in wanted)):
            found.append((start, end))
    return found


def _by_mark(text: str) -> dict[str, Fraction]:
    """Map the decimal mark, under which digits can be read, to the number; "" where the mark makes no difference."""
    read = {mark: abs(value) for mark in ".," if (value := read_number(text, mark).value) is not None}
    return {"": read["."]} if len(read) == 2 and read["."] == read[","] else read


def spans_of_days(text: str, wanted: Collection[date], params: Mapping[str, Any]) -> list[Span]:
    """Return every place of some days; `params` say how the field reads dates, else what can be read in one way."""
    found = list[Span]()
    for match in islice(chain.from_iterable(pattern.finditer(text) for pattern in (_BY_DIGITS, _BY_WORDS)), MOST_DATES):
        if params:
            moment = read_date(match.group(), params).moment
            days = set() if moment is None else {moment.date()}
        else:
            days = date_readings(match.group())
        if len(days) == 1 and days <= set(wanted):
            found.append(match.span())
    return found


def dates_in(text: str) -> dict[date, Span]:
    """Return the days that a text names, each with its first place."""
    found: dict[date, Span] = {}
    places = 0
    for pattern in (_BY_DIGITS, _BY_WORDS):
        for match in pattern.finditer(text):
            places += 1
            if places > MOST_DATES:
                return found
            for day in date_readings(match.group()):
                found.setdefault(day, match.span())
    return found


def date_readings(text: str) -> set[date]:
    """Return the days that a text may stand for, with the day or the month first."""
    moments = (read_date(text, {"day_first": first}).moment for first in (False, True))
    return {moment.date() for moment in moments if moment is not None}
