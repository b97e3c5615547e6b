"""Records that are read when someone looks at them are those of the list that all of them are."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.load.placed_records import PlacedRecords, TakenRecords

RECORDS: list[Any] = [{"at": place} for place in range(60)]


class Source:
    """Counts what is read."""

    def __init__(self) -> None:
        self.single, self.whole = 0, 0
        self.records = PlacedRecords(len(RECORDS), self.one, self.every)

    def one(self, place: int) -> Any:
        self.single += 1
        return RECORDS[place]

    def every(self) -> list[Any]:
        self.whole += 1
        return RECORDS


@pytest.mark.parametrize(
    "look",
    [
        len,
        list,
        lambda records: records[7],
        lambda records: records[-1],
        lambda records: records[3:40:7],
        lambda records: records[::-1],
        lambda records: [one for one in records if one["at"] % 7 == 0],
        lambda records: records == RECORDS,
    ],
)
def test_they_answer_as_the_list_does(look: Callable[[Any], Any]) -> None:
    assert look(Source().records) == look(RECORDS)


def test_a_few_are_read_one_by_one_and_many_all_at_once() -> None:
    source = Source()
    for place in range(3):
        assert source.records[place] == RECORDS[place]
    assert (source.single, source.whole) == (3, 0)
    assert [source.records[place] for place in range(60)] == RECORDS
    assert source.single == 3


def test_nothing_is_read_to_count_them() -> None:
    source = Source()
    assert len(TakenRecords(source.records, [1, None, 0])) == 3
    assert (source.single, source.whole) == (0, 0)


@given(st.lists(st.none() | st.integers(0, 59)), st.dictionaries(st.integers(0, 20), st.text()))
def test_taken_records_are_those_at_their_places_or_others_instead(
    places: list[int | None], instead: dict[int, str]
) -> None:
    expected = [instead.get(at, None if place is None else RECORDS[place]) for at, place in enumerate(places)]
    taken = TakenRecords(Source().records, places, instead)
    assert [taken[at] for at in range(len(places))] == list(taken) == expected


def test_a_place_that_no_record_has_is_refused() -> None:
    with pytest.raises(IndexError, match="outside"):
        TakenRecords(Source().records, [3, 60])


def test_all_are_read_once_even_if_nobody_else_holds_them() -> None:
    source = Source()
    both = [(source.records[at], source.records[at - 1]) for at in range(60)]
    assert both == [(RECORDS[at], RECORDS[at - 1]) for at in range(60)]
    assert source.whole == 1
