"""date and datetime; what is read as which date is in tests/cases/dates.json and held by tests/transforms."""

from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest

from evaljson.base.errors import SchemaError
from evaljson.base.params import check_params
from evaljson.comparators.date.dates import date, datetime_


@pytest.mark.parametrize(
    ("gold", "extracted", "params", "score"),
    [
        ("2024-03-04", "4 March 2024", {}, 1), ("2024-03-04", "2024-03-05", {}, 0), ("2024-03-04", "03/04/2024", {}, 1),
        ("2024-03-04", "03/04/2024", {"day_first": True}, 0), ("2024-03-04", "04.03.2024", {"day_first": True}, 1),
        ("2024-03-04", "04.03.2024", {"formats": ["%d.%m.%Y"]}, 1),
        ("2024-03-04", "4 March 2024", {"formats": ["%d.%m.%Y"]}, 0),
        ("04.03.2024", "4/3/24", {"formats": ["%d.%m.%Y", "%d/%m/%y"]}, 1),
        ("2024-03-04", "2024-03-06", {"tolerance": {"days": 2}}, 1),
        ("2024-03-06", "2024-03-04", {"tolerance": {"days": 1}}, 0), ("2024-03-04T23:59:00Z", "2024-03-04", {}, 1),
        ("10", "10", {}, 1), (None, None, {}, 1), (20240304, "2024-03-04", {}, 0), ("0001-01-01", "9999-12-31", {}, 0),
        ("2024-02-28", "2024-03-01", {"tolerance": {"days": 2}}, 1),
    ],
)  # fmt: skip
def test_days_match_within_the_tolerance(gold: Any, extracted: Any, params: dict[str, Any], score: int) -> None:
    assert date(gold, extracted, params).score == score
    assert date(extracted, gold, params).score == score


@pytest.mark.parametrize(
    ("gold", "extracted", "params", "score"),
    [
        ("2024-03-04T10:00:00Z", "2024-03-04T12:00:00+02:00", {}, 1),
        ("2024-03-04T10:00:00Z", "2024-03-04T10:00:00+02:00", {}, 0),
        ("2024-03-04T10:00", "4 March 2024 10am", {}, 1), ("2024-03-04T10:00", "2024-03-04T10:00Z", {}, 0),
        ("2024-03-04T10:00", "2024-03-04T10:00Z", {"timezone": "UTC"}, 1),
        ("2024-03-04T10:00", "2024-03-04T09:00Z", {"timezone": "+01:00"}, 1),
        ("2024-07-04T10:00", "2024-07-04T08:00Z", {"timezone": "Europe/Berlin"}, 1),
        ("2024-03-04T10:00", "2024-03-04T09:00Z", {"timezone": "Europe/Berlin"}, 1),
        ("2024-03-04", "2024-03-04T00:00:00", {}, 1), ("2024-03-04", "2024-03-04T10:00:00", {}, 0),
        ("2024-03-04T10:00:00", "2024-03-04T10:00:30", {"tolerance": {"seconds": 30}}, 1),
        ("2024-03-04T10:00:00", "2024-03-04T10:00:30.5", {"tolerance": {"seconds": 30}}, 0),
        ("2024-03-04T10:00:00", "2024-03-04T10:00:00.1", {"tolerance": {"seconds": 0.1}}, 1),
        ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", {}, 0), ("10:30", "10:30", {}, 1),
        ("10:30", "10:31", {}, 0),
        ("0001-01-01T00:00", "9999-12-31T23:59", {"timezone": "Europe/Berlin"}, 0),
    ],
)  # fmt: skip
def test_moments_match_within_the_tolerance(gold: Any, extracted: Any, params: dict[str, Any], score: int) -> None:
    assert datetime_(gold, extracted, params).score == score
    assert datetime_(extracted, gold, params).score == score


@pytest.mark.parametrize(
    ("compare", "gold", "extracted", "said"),
    [
        (date, "2024-03-04", "03/04/2024", "extracted '03/04/2024' read as month, day"),
        (date, "2024-03-04", "3/5/24", "1 day apart; extracted '3/5/24' read as month, day; its year as 2024"),
        (date, "2024-03-04", "2024-03-04T10:00", "the time of extracted is not compared"),
        (date, "2024-03-04", "10", "extracted is not a whole date: '10'"), (date, None, "2024-03-04", "gold is null"),
        (date, "2024-03-04", 20240304, "extracted is integer"),
        (date, "4 Mar 24", "2024-03-04", "gold its year read as 2024"),
        (datetime_, "2024-03-04", "2024-03-04T10:00", "10 hours apart; gold without a time, read as 00:00"),
        (datetime_, "2024-03-04T10:00", "2024-03-04T10:00Z", "gold names no time zone, extracted does"),
        (datetime_, "2024-03-04T10:00Z", "x", "extracted is not a whole date: 'x'"),
    ],
)  # fmt: skip
def test_the_reason_says_how_it_was_read(compare: Any, gold: Any, extracted: Any, said: str) -> None:
    assert said in (compare(gold, extracted, {}).reason or "")


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({"formats": []}, "list at least one format"), ({"formats": ["%d.%m"]}, "names no year"),
        ({"formats": ["%Y"]}, "whole date"),
        ({"formats": ["%m/%Y"]}, "whole date"), ({"formats": ["%Y-%m-%Q"]}, "not a strptime format"),
        ({"formats": [5]}, "is not text"),
        ({"timezone": "Mars/Olympus"}, "no time zone 'Mars/Olympus'"), ({"timezone": "../etc"}, "no time zone"),
        ({"timezone": "+99:00"}, "no time zone"), ({"timezone": "Europe"}, "no time zone"),
        ({"timezone": ""}, "no time zone"),
        ({"tolerance": {"days": 1}}, "Did you mean|Known"), ({"tolerance": {}}, "needs the parameter 'seconds'"),
        ({"tolerance": {"seconds": -1}}, "a number from 0 to 1e100, not -1"),
        ({"dayfirst": True}, "Did you mean 'day_first'"),
    ],
)  # fmt: skip
def test_bad_settings_are_refused_with_a_way_out(params: dict[str, Any], said: str) -> None:
    with pytest.raises(SchemaError, match=said):
        check_params(params, datetime_.params, "comparator 'datetime'", "when")


@pytest.mark.parametrize(
    ("extracted", "reason"),
    [
        ("2024-06-23T17:15:00", "111 days, 17 hours, 15 minutes apart"),
        ("2024-03-05T00:00:00", "1 day apart"),
        ("2024-03-04T00:00:01", "1 second apart"),
        ("2024-03-03T23:58:59.5", "1 minute, 0.5 seconds apart"),
        ("2024-03-04T01:00:00.000001", "1 hour, 0.000001 seconds apart"),
    ],
)
def test_how_far_moments_are_apart_is_in_units_that_people_count_in(extracted: str, reason: str) -> None:
    result = datetime_("2024-03-04T00:00:00", extracted, {})
    assert (result.score, result.reason) == (0.0, reason)


def test_the_units_add_up_to_the_difference() -> None:
    drawn, sizes = Random(5), {"day": 86400, "hour": 3600, "minute": 60, "second": 1}
    begin = datetime(2020, 1, 1)
    for _ in range(300):
        apart = timedelta(seconds=drawn.choice([1, 60, 3600, 86400]) * drawn.randrange(1, 5000))
        reason = datetime_(begin.isoformat(), (begin + apart).isoformat(), {}).reason
        parts = [part.split(" ") for part in str(reason).removesuffix(" apart").split(", ")]
        assert sum(int(count) * sizes[unit.removesuffix("s")] for count, unit in parts) == apart.total_seconds()
