"""How long the rest takes."""

from datetime import UTC, datetime, timedelta

import pytest

from evaljson.review.pace import minutes_each, minutes_in_words, minutes_left, who_can_go_on, within_reach

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


def ago(*seconds: int, who: str = "ann") -> list[tuple[datetime, str]]:
    return [(NOW - timedelta(seconds=each), who) for each in seconds]


@pytest.mark.parametrize(
    ("answered", "left", "minutes"),
    [
        ((120, 90, 60, 30), 8, 4),  # one in half a minute
        ((120, 90), 8, None),
        ((590, 585, 580, 575, 570), 1, 1),  # nine minutes away since
        ((590, 585, 580, 10, 5), 12, 2),  # and back: the pause counts as four cards
        ((590, 20, 15), 6, 2),
        ((20, 10, 5), 8, None),  # too short a time
        ((4000, 3000, 2000, 1000), 8, None),  # long ago
        ((), 0, 0),
    ],
)
def test_minutes_left_follow_the_answers_of_the_last_ten_minutes(
    answered: tuple[int, ...], left: int, minutes: int | None
) -> None:
    assert minutes_left(ago(*answered), left, 1, NOW) == minutes


@pytest.mark.parametrize(("people", "minutes"), [(1, 12), (2, 6), (3, 4)])
def test_who_joins_makes_the_rest_shorter(people: int, minutes: int) -> None:
    both = [*ago(120, 60), *ago(90, 30, who="bob")]
    assert minutes_left(both, 12, people, NOW) == minutes
    assert minutes_left(ago(120, 90, 60, 30), 12, people, NOW) == minutes / 2


@pytest.mark.parametrize(
    ("opinions", "cards", "people", "minutes"),
    [
        (10, 10, 1, 5),
        (11, 11, 1, 6),
        (12, 10, 3, 2),
        (12, 10, 1, 5),  # nobody gives the second opinions too
        (20, 10, 2, 5),
        (0, 0, 1, 0),
        (3, 3, 0, 2),
    ],
)
def test_minutes_expected_are_those_of_each_person(opinions: int, cards: int, people: int, minutes: int) -> None:
    assert minutes_each(opinions, cards, people) == minutes


@pytest.mark.parametrize(
    ("people", "reach"), [(["ann"], 1), (["bob"], 2), (["ann", "bob"], 3), (["cleo", "dan"], 3), ([], 0)]
)
def test_people_can_give_what_a_card_still_wants_where_they_have_not_given_it(people: list[str], reach: int) -> None:
    wanted = [(1, ["ann"]), (2, []), (0, ["cleo"]), (-1, [])]
    assert within_reach(wanted, people) == reach


@pytest.mark.parametrize(
    ("wanted", "able"),
    [
        ([(1, ["ann"])], ["bob"]),
        ([(1, ["ann"]), (1, [])], ["ann", "bob"]),
        ([(0, []), (1, ["ann", "bob"])], []),
    ],
)
def test_who_can_go_on_has_not_answered_what_is_left(wanted: list[tuple[int, list[str]]], able: list[str]) -> None:
    assert who_can_go_on(wanted, ["bob", "ann"]) == able


def test_long_times_are_in_hours() -> None:
    assert [minutes_in_words(each) for each in (1, 119, 120, 150, 599, 1677)] == [
        "1 minute",
        "119 minutes",
        "2 hours",
        "2.5 hours",
        "10 hours",
        "28 hours",
    ]
