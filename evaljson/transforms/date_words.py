"""Dates with the month in words, read by dateutil, which is kept from filling in what is not there."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo

from dateutil.parser import parser, parserinfo

_PIVOT = 69
# One line a month, the English abbreviation first; English, German, French, Spanish, Italian, Dutch, Portuguese.
_MONTHS = """
jan january januar janvier janv enero ene gennaio gen januari janeiro jän jänner
feb february februar février févr fév febrero febbraio februari fevereiro fev
mar march märz mär maerz mars marzo maart mrt março mrz
apr april avril avr abril abr aprile
may mai mayo maggio mag mei maio
jun june juni juin junio giugno giu junho
jul july juli juillet juil julio luglio lug julho
aug august août aout agosto ago augustus
sep sept september septembre septiembre settembre setembro set
oct october oktober okt octobre octubre ottobre ott outubro out
nov november novembre noviembre novembro
dec december dezember dez décembre déc diciembre dic dicembre dezembro
"""
_ENGLISH = {name: names[0] for names in map(str.split, _MONTHS.strip().splitlines()) for name in names}
_MONTH = re.compile(rf"(?<![^\W\d_])(?:{'|'.join(_ENGLISH)})(?![^\W\d_])", re.IGNORECASE)
_FILLER = re.compile(
    r"(?<![^\W\d_])(?:de|del|den|der|le|el|il|um|à|uhr)(?![^\W\d_])|(?<=\d)(?:er|º)(?= )", re.IGNORECASE
)
_CLOCK = re.compile(r":|\d *[ap]\.?m|\d *h", re.IGNORECASE)


def full_year(year: int) -> int:
    """Complete a two-digit year: 1969 to 2068, whatever the current year."""
    return year + (1900 if year >= _PIVOT else 2000)


class _Names(parserinfo):
    """Without a look at the clock for the century."""

    def convertyear(self, year: int, century_specified: bool = False) -> int:
        return year if century_specified or year >= 100 else full_year(year)


_PARSERS = {day_first: parser(_Names(dayfirst=day_first)) for day_first in (False, True)}


def read_words(text: str, day_first: bool) -> tuple[datetime, bool] | None:
    """Read a text that names a month: the moment and whether it has a time; None if it is not a whole date."""
    return lenient(_MONTH.sub(_in_english, text), day_first) if _MONTH.search(text) else None


def _in_english(match: re.Match[str]) -> str:
    # The pattern takes a long s for an s, the table does not.
    return _ENGLISH.get(match[0].lower(), match[0])


def lenient(text: str, day_first: bool) -> tuple[datetime, bool] | None:
    """Parse with dateutil; None if part of the date is a default: two different defaults must give the same day."""
    by_default = (datetime(1904, 1, 1, 0), datetime(1908, 2, 2, 1))
    cleaned = _FILLER.sub(" ", text)
    try:
        one, other = (_PARSERS[day_first].parse(cleaned, default=day, tzinfos=_zone) for day in by_default)
    # dateutil's parser fails in many ways on text that is not a date.
    except (ArithmeticError, AttributeError, IndexError, KeyError, TypeError, ValueError):
        return None
    has_time = one.hour == other.hour
    # A lone number behind a date is not a hour.
    return None if one.date() != other.date() or (has_time and not _CLOCK.search(text)) else (one, has_time)


def _zone(name: str | None, offset: int | None) -> tzinfo | None:
    """Accept only UTC and offsets: names such as EST and IST stand for several zones."""
    if offset is not None:
        return timezone(timedelta(seconds=offset))
    if name is None:
        return None
    if name.upper() in ("UTC", "GMT", "Z"):
        return UTC
    raise ValueError(f"{name} may be several time zones: write an offset such as +02:00")
