"""How long the rest takes."""

from datetime import UTC, datetime, timedelta

import pytest

from evaljson.review.pace import minutes_expected, minutes_in_words, minutes_left

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


def ago(*seconds: int) -> list[datetime]:
    return [NOW - timedelta(seconds=each) for each in seconds]


@pytest.mark.parametrize(
    ("answered", "left", "minutes"),
    [
        ((120, 90, 60, 30), 8, 6),  # three more in two minutes after the first
        ((120, 90), 8, None),
        ((20, 10, 5), 8, None),  # too short a time
        ((4000, 3000, 2000, 1000), 8, None),  # long ago
        ((), 0, 0),
    ],
)
def test_minutes_left_follow_the_answers_of_the_last_ten_minutes(
    answered: tuple[int, ...], left: int, minutes: int | None
) -> None:
    assert minutes_left(ago(*answered), left, NOW) == minutes


@pytest.mark.parametrize(("opinions", "people", "minutes"), [(10, 1, 5), (11, 1, 6), (12, 3, 2), (0, 1, 0), (3, 0, 2)])
def test_minutes_expected_share_the_cards_among_people(opinions: int, people: int, minutes: int) -> None:
    assert minutes_expected(opinions, people) == minutes


def test_long_times_are_in_hours() -> None:
    assert [minutes_in_words(each) for each in (1, 119, 120, 1677)] == [
        "1 minute",
        "119 minutes",
        "2 hours",
        "28 hours",
    ]
