"""What two texts have in common that may be dates: one day in another form, without its time, or turned round.

A code may look like a date, as 1905.10.10 does: all gold of a field says whether its texts are dates.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import product
from typing import Final, Literal

from evaljson.report.patterns.quantities import LONGEST_READ
from evaljson.transforms.date_text import read_date

OF_DATES: Final = ("date_form", "date_order", "time_lost")
"""The patterns that call both texts dates."""
_DATE: Final = re.compile(r"\s*(\d{1,4})[-/. ]+(\d{1,2})[-/. ]+(\d{1,4})(?!\d)(.*)", re.ASCII | re.DOTALL)
_LONG_NUMBER: Final = re.compile(r"\d{3,}")
_SHORT_NUMBER: Final = re.compile(r"\d+")
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_YEARS: Final = range(1000, 2200)
"""Of dates that documents have; 8482.10.10 is none of them."""
_SHORT_YEAR: Final = 2
"""Digits."""
_MONTHS: Final = 12
_DAYS: Final = 31


@dataclass(frozen=True, slots=True)
class _Moment:
    """A day that a text may mean, with its time where the text has one."""

    at: datetime
    has_time: bool

    def is_same(self, other: _Moment) -> bool:
        """Check for one day and one time; a time that only one side has is a matter of form."""
        if self.has_time and other.has_time and self.at.tzinfo is not None and other.at.tzinfo is not None:
            return self.at == other.at
        return self.at.date() == other.at.date() and self._has_one_time(other)

    def is_turned(self, other: _Moment) -> bool:
        """Check whether they are one day with day and month exchanged, at one time."""
        mine, theirs = self.at, other.at
        exchanged = (mine.year, mine.day, mine.month) == (theirs.year, theirs.month, theirs.day)
        return exchanged and self._has_one_time(other)

    def _has_one_time(self, other: _Moment) -> bool:
        return not (self.has_time and other.has_time) or self.at.time() == other.at.time()


def of_dates(gold: str, extracted: str) -> str | None:
    """Return the pattern of two texts of which one at least is a date: one of OF_DATES; None for others."""
    if max(len(gold), len(extracted)) > LONGEST_READ or not all(
        any(map(str.isdigit, text)) for text in (gold, extracted)
    ):
        return None
    left, right = _DATE.fullmatch(gold), _DATE.fullmatch(extracted)
    if left and right and left[4].strip() == right[4].strip():
        in_one_form = [len(match[1]) > 2 for match in (left, right)]
        if in_one_form[0] == in_one_form[1]:
            return _of_groups(left, right, year_first=in_one_form[0])
    if not is_date(gold):  # the other is not read then: reading dates takes most of the time of all patterns
        return None
    if any(is_same_day(gold, extracted, day_first=day_first) for day_first in (False, True)):
        has_lost_time = all(one.has_time for one in _moments(gold)) and not any(
            one.has_time for one in _moments(extracted)
        )
        return "time_lost" if has_lost_time else "date_form"
    return "date_order" if turned_days(gold, extracted) else None


def _of_groups(left: re.Match[str], right: re.Match[str], *, year_first: bool) -> str | None:
    """Return the pattern of two texts of three numbers in one form, which need not be a day of the calendar: 2022-17-10
    has day and month exchanged."""
    one, other = (tuple(map(int, match.groups()[:3])) for match in (left, right))
    year, days = (one[0], one[1:]) if year_first else (one[2], one[:2])
    is_year = year in _YEARS or (not year_first and len(left[3]) == _SHORT_YEAR)
    if not is_year or min(days) == 0 or min(days) > _MONTHS or max(days) > _DAYS:
        return None
    if one == other:
        return "date_form" if is_date(left[0]) and is_date(right[0]) else None
    turned = (one[0], one[2], one[1]) if year_first else (one[1], one[0], one[2])
    return "date_order" if other == turned else None


def turned_days(gold: str, extracted: str) -> bool:
    """Check whether two texts may be one day with day and month exchanged."""
    return any(one.is_turned(other) for one, other in product(_moments(gold), _moments(extracted)))


def is_date(text: str) -> bool:
    """Check whether a text may be a date."""
    return any(_readings(text))


def are_in_other_forms(one: str, other: str) -> bool:
    """Check whether both texts are dates, written in different ways, as 2024-03-05 and 6.3.2024 are."""
    return _form(one) != _form(other) and is_date(one) and is_date(other)


def _form(text: str) -> str:
    """Return how a text is written: a word is `w`, three digits and more `Y`, fewer `d`; all else is as it is."""
    return _WORD.sub("w", _SHORT_NUMBER.sub("d", _LONG_NUMBER.sub("Y", text.strip())))


def is_same_day(gold: str, extracted: str, *, day_first: bool) -> bool:
    """Check whether two texts are one day where both are read in one way; texts that are read in one way only are."""
    left, right = (_readings(text)[day_first] for text in (gold, extracted))
    return left is not None and right is not None and left.is_same(right)


def says_order(text: str) -> Literal[-1, 0, 1]:
    """Return 1 for a date of which the day is sure to come first, as 25/03/2024 has it, -1 for the month, 0 for
    others."""
    match = _DATE.fullmatch(text)
    if match is None or len(match[1]) > 2 or not is_date(text):
        return 0
    first, second = int(match[1]), int(match[2])
    return 1 if first > _MONTHS else -1 if second > _MONTHS else 0


def _moments(text: str) -> set[_Moment]:
    """Return what a text may mean, read with the month first and with the day first."""
    return {one for one in _readings(text) if one is not None}


@lru_cache(maxsize=16_384)
def _readings(text: str) -> tuple[_Moment | None, _Moment | None]:
    """Read a text with the month first, and with the day first."""
    readings = (read_date(text, {"day_first": day_first}) for day_first in (False, True))
    month_first, day_first = (
        _Moment(one.moment, one.has_time) if one.moment is not None and one.moment.year in _YEARS else None
        for one in readings
    )
    return month_first, day_first
