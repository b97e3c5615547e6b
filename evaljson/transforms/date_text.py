"""Dates as people write them.

In this order: the `formats` that were given, ISO 8601, and, where no formats were given, everyday ones: 4 March 2024
(month names of seven languages), 2024/03/04, 03/04/2024. Only `day_first` decides what could be read in two ways. A
text without day, month or year is not a date: nothing is ever filled in, from today's date or otherwise. Two-digit
years are 1969 to 2068.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from evaljson.base.jsontypes import type_name
from evaljson.base.params import Param
from evaljson.transforms.date_words import full_year, lenient, read_words
from evaljson.transforms.number_text import plain, short

LONGEST = 100
_ISO = re.compile(r"\d{4}-?(?:\d{2}-?\d{2}|W\d{2}-?\d)(?:[T ]\d.*)?", re.ASCII)
_YEAR_FIRST = re.compile(r"(\d{4})([-/. ])(\d{1,2})\2(\d{1,2})\b\.?(?![-/.\d])(.*)|(\d{4})年(\d{1,2})月(\d{1,2})日(.*)")
_YEAR_LAST = re.compile(r"(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4}|\d{2})\b\.?(?![-/.\d])(.*)")
_TIME = re.compile(r"(?:,|T|at|um|à)? *\d{1,2}(?::\d{2}|(?= *[ap]\.?m)).*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DateReading:
    """What a text stands for, or why it stands for no date."""

    moment: datetime | None
    has_time: bool = False
    problem: str | None = None
    note: str | None = None
    """How an ambiguous text was read."""


def _no_format(formats: Sequence[Any]) -> str | None:
    for pattern in formats:
        problem = _format_problem(pattern)
        if problem:
            return f"{short(pattern)} {problem}"
    return None if formats else "list at least one format, such as '%d.%m.%Y'"


def _format_problem(pattern: Any) -> str | None:
    if not isinstance(pattern, str):
        return "is not text: write a strptime format such as '%d.%m.%Y'"
    if len(pattern) > LONGEST:
        return f"is too long: a format has at most {LONGEST} characters"
    if not re.search(r"%[YyGcx]", pattern):
        return "names no year: write a strptime format such as '%d.%m.%Y'"
    try:
        days = [datetime.strptime(day.strftime(pattern), pattern).date() for day in _PROBES]
    except ValueError as error:
        return f"is not a strptime format ({error})"
    complete = [day.date() for day in _PROBES] == days
    return None if complete else "does not name a whole date: it needs day, month and year"


_PROBES = (datetime(2024, 3, 4, 5, 6, 7), datetime(1999, 11, 23, 17, 45, 59))
DATE_PARAMS: tuple[Param, ...] = (
    Param(
        "formats",
        "array",
        "strptime formats, tried in this order; then only these and ISO 8601 are read.",
        longest=20,
        check=_no_format,
    ),
    Param(
        "day_first",
        "boolean",
        "Whether 03/04/2024 is 3 April (true) or March 4 (false); 03.04.2024 is always 3 April.",
        default=False,
    ),
)


def read_date(value: Any, params: Mapping[str, Any]) -> DateReading:
    """Read the date and time of a JSON value, by `DATE_PARAMS`. Numbers are not dates."""
    if not isinstance(value, str):
        return DateReading(None, problem=f"is {type_name(value)}")
    if len(value) > LONGEST:
        return DateReading(None, problem="is a long text")
    return _read_text(value, tuple(params.get("formats") or ()), params.get("day_first", False))


@lru_cache(maxsize=8192)
def _read_text(text: str, formats: tuple[str, ...], day_first: bool) -> DateReading:
    cleaned = plain(text)
    reading = _by_formats(text.strip(), formats) or _iso(cleaned)
    if reading is None and not formats:
        reading = _numeric(cleaned, day_first) or _named(cleaned, day_first)
    what = "is in none of the formats" if formats else "is not a whole date"
    return reading or DateReading(None, problem=f"{what}: {short(text)}")


def _by_formats(text: str, formats: Sequence[str]) -> DateReading | None:
    for pattern in formats:
        try:
            moment = datetime.strptime(text, pattern)
        except ValueError:
            continue
        return DateReading(moment, re.search(r"%[HIcX]", pattern) is not None)
    return None


def _iso(text: str) -> DateReading | None:
    if not _ISO.fullmatch(text):
        return None
    try:
        return DateReading(datetime.fromisoformat(text.replace(" ", "T", 1)), "T" in text or " " in text)
    except ValueError:
        return None


def _numeric(text: str, day_first: bool) -> DateReading | None:
    note = None
    if match := _YEAR_FIRST.fullmatch(text):
        year, month, day, rest = (match[1], match[3], match[4], match[5]) if match[1] else match.group(6, 7, 8, 9)
    elif match := _YEAR_LAST.fullmatch(text):
        first, second, year, rest = match.group(1, 3, 4, 5)
        dotted = match[2].strip() == "."  # nobody writes the month before a dotted day
        sure = dotted or first == second or int(first) > 12 or int(second) > 12
        by_day = int(first) > 12 or (int(second) <= 12 and (day_first or dotted))
        day, month = (first, second) if by_day else (second, first)
        note = None if sure else f"{match[0][: match.start(5)]!r} read as {'day, month' if by_day else 'month, day'}"
        if len(year) == 2:
            year = str(full_year(int(year)))
            note = "; ".join(filter(None, [note, f"its year as {year}"]))
    else:
        return None
    if rest.strip() and not _TIME.fullmatch(rest.strip()):
        return None
    iso = f"{year}-{int(month):02}-{int(day):02}"
    if not rest.strip():
        reading = _iso(iso)
        return reading and replace(reading, note=note)
    timed = lenient(f"{iso} {rest.strip().lstrip(',')}", False)
    return timed and DateReading(*timed, note=note)


def _named(text: str, day_first: bool) -> DateReading | None:
    words = read_words(text, day_first)
    if words is None:
        return None
    moment, has_time = words
    note = None if re.search(r"\d{4}", text.split(":")[0]) else f"its year read as {moment.year}"
    return DateReading(moment, has_time, None, note)


def iso_text(moment: datetime, has_time: bool) -> str:
    """Format as 2024-03-04, or as 2024-03-04T10:15:00+02:00 if a time was given."""
    return moment.isoformat() if has_time else date.isoformat(moment.date())
