"""parse_date: tests/cases/dates.json says which text is which date; `date` and `datetime` read the same way."""

from datetime import datetime
from typing import Any

import pytest

from evaljson.comparators.date.dates import date, datetime_
from evaljson.transforms import date_words
from evaljson.transforms.date_text import read_date
from evaljson.transforms.parse_date import parse_date
from tests.cases import read_cases

CASES = read_cases("dates")
ALL = [
    *((text, iso, False) for text, iso in CASES["reads"]),
    *((text, iso, True) for text, iso in CASES["day first"]),
]


@pytest.mark.parametrize(("text", "iso", "day_first"), ALL)
def test_a_text_is_the_date_that_it_shows_or_none(text: str, iso: str | None, day_first: bool) -> None:
    params = {"day_first": day_first}
    if iso is None:
        with pytest.raises(ValueError, match=r"is not a whole date"):
            parse_date(text, params)
        assert date("2024-03-04", text, params).score == datetime_("2024-03-04", text, params).score == 0.0
        return
    assert parse_date(text, params) == iso
    assert parse_date(text, {**params, "date_only": True}) == iso[:10]
    assert date(iso, text, params).score == 1.0
    assert datetime_(iso, text, params).score == 1.0


@pytest.mark.parametrize(
    ("text", "formats", "iso"),
    [
        ("04.03.2024", ["%d.%m.%Y"], "2024-03-04"), ("04.03.24", ["%d.%m.%Y", "%d.%m.%y"], "2024-03-04"),
        ("2024-03-04", ["%d.%m.%Y"], "2024-03-04"), ("04032024", ["%d%m%Y"], "2024-03-04"),
        ("04.03.2024 10:15", ["%d.%m.%Y %H:%M"], "2024-03-04T10:15:00"), (" 04.03.2024 ", ["%d.%m.%Y"], "2024-03-04"),
    ],
)  # fmt: skip
def test_formats_are_tried_in_order_and_iso_after_them(text: str, formats: list[str], iso: str) -> None:
    assert parse_date(text, {"formats": formats}) == iso


@pytest.mark.parametrize("text", ["4 March 2024", "03/04/2024", "04.03.24"])
def test_with_formats_nothing_else_is_guessed(text: str) -> None:
    with pytest.raises(ValueError, match=r"is in none of the formats"):
        parse_date(text, {"formats": ["%d.%m.%Y"]})


@pytest.mark.parametrize("value", [20240304, 1.5, True, [], {}])
def test_only_text_is_a_date(value: Any) -> None:
    with pytest.raises(ValueError, match="parse_date takes text"):
        parse_date(value, {})


@pytest.mark.parametrize("today", [datetime(1985, 6, 1), datetime(2150, 6, 1)])
def test_the_year_of_today_changes_nothing(today: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.localtime", lambda *_: today.timetuple())
    monkeypatch.setattr(
        date_words, "_PARSERS", {day: date_words.parser(date_words._Names(dayfirst=day)) for day in (False, True)}
    )
    for text, iso in [("4 Mar 24", "2024-03-04"), ("Mar 4, 98", "1998-03-04"), ("3/4/24", "2024-03-04")]:
        assert parse_date(f" {text} {' ' * (today.year % 7)}", {}) == iso


def test_a_long_text_is_not_looked_into() -> None:
    assert read_date("1" * 10**6, {}).problem == "is a long text"
