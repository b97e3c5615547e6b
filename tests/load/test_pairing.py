"""Gold and extracted records, paired by id or by position."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from evaljson.base.errors import InputError
from evaljson.base.limits import DEFAULTS
from evaljson.load import Unpaired, pair_by_id
from evaljson.report.records.id_keys import almost_ids, id_candidates, likely_id


def records(*ids: Any) -> list[dict[str, Any] | None]:
    """A record for each id; None for None, a record without id for ..."""
    return [None if own is None else {"n": n} if own is ... else {"id": own, "n": n} for n, own in enumerate(ids)]


def gold(*ids: Any) -> list[dict[str, Any]]:
    return [record for record in records(*ids) if record is not None]


ALIKE = [7 + n * sys.hash_info.modulus for n in range(1, DEFAULTS.alike_ids + 2)]
"""Integers with one hash."""


@pytest.mark.parametrize("which", ["gold", "extracted"])
def test_integer_ids_chosen_to_take_quadratic_time_are_refused(which: str) -> None:
    sides = {"gold": gold(7), "extracted": records(7), which: records(*ALIKE)}
    with pytest.raises(InputError, match=f"id: of the {which} records, more than 1,000 ids are integers that take"):
        pair_by_id(sides["gold"], sides["extracted"], "id")  # type: ignore[arg-type]


@pytest.mark.parametrize("ids", [ALIKE[1:], [2**64 + n for n in range(3000)], [-n for n in range(3000)]])
def test_other_integer_ids_are_joined(ids: list[int]) -> None:
    assert pair_by_id(gold(*ids), records(*ids), "id").missing == []


def test_integer_ids_that_are_alike_are_not_proposed() -> None:
    alike = gold(*ALIKE)
    assert id_candidates(alike) == ["n"]
    assert [key for key, _ in almost_ids([*alike, alike[0]])] == ["n"]
    assert likely_id(gold(*range(1001)), [alike]) == "n"


def test_records_join_by_id_in_the_order_of_gold() -> None:
    extracted = records("c", "a", 7)
    pairing = pair_by_id(gold("a", 7, "b", "c"), extracted, "id")
    assert pairing.extracted == [extracted[1], extracted[2], None, extracted[0]]
    assert pairing.record_ids == ["a", 7, "b", "c"]
    assert (pairing.by, pairing.missing, pairing.strays, pairing.duplicates) == ("id", [2], [], [])
    assert pairing.reason == "every extracted record has 'id'"


def test_a_record_that_was_not_produced_is_missing() -> None:
    pairing = pair_by_id(gold("a", "b"), records("b", None), "id")
    assert [record is None for record in pairing.extracted] == [True, False]
    assert pairing.missing == [0]
    assert pairing.reason == "every extracted record has 'id'; 1 were not produced"


@pytest.mark.parametrize("extracted", [[], [None], [None, None, None]])
def test_nothing_produced_at_all_joins_by_id(extracted: list[None]) -> None:
    pairing = pair_by_id(gold("a", "b"), extracted, "id")
    assert (pairing.by, pairing.extracted, pairing.missing) == ("id", [None, None], [0, 1])


def test_extracted_without_gold_is_reported_and_not_paired() -> None:
    pairing = pair_by_id(gold("a"), records("x", "a", "y"), "id")
    assert pairing.strays == [
        Unpaired(0, "x", "no gold record has this id"),
        Unpaired(2, "y", "no gold record has this id"),
    ]


def test_of_duplicates_the_first_counts_and_the_rest_are_reported() -> None:
    extracted = records("a", "x", "a", "x", "a")
    pairing = pair_by_id(gold("a"), extracted, "id")
    assert pairing.extracted == [extracted[0]]
    assert [(d.position, d.id, d.reason) for d in pairing.duplicates] == [
        (2, "a", "record 1 has this id too"),
        (3, "x", "record 2 has this id too"),
        (4, "a", "record 1 has this id too"),
    ]
    assert [stray.position for stray in pairing.strays] == [1]


@pytest.mark.parametrize(("own", "other"), [(1, "1"), ("1", 1), (-7, "-7")])
def test_ids_that_differ_in_type_do_not_join_but_are_counted(own: Any, other: Any) -> None:
    pairing = pair_by_id(gold(own, "b"), records(other, "b"), "id")
    assert pairing.missing == [0]
    assert [stray.id for stray in pairing.strays] == [other]
    assert pairing.near_ids == 1


@pytest.mark.parametrize("other", ["01", "1.0", " 1", "x"])
def test_ids_that_differ_in_more_than_type_are_not_near(other: str) -> None:
    assert pair_by_id(gold(1), records(other), "id").near_ids == 0


def test_an_id_that_gold_has_in_both_types_is_not_near() -> None:
    pairing = pair_by_id(gold(1, "1"), records(1, "1"), "id")
    assert (pairing.missing, pairing.near_ids) == ([], 0)


@pytest.mark.parametrize(
    ("own", "found"),
    [(True, "boolean"), (1.0, "number"), ([1], "array"), ({}, "object")],
)
def test_an_extracted_id_of_another_type_is_reported(own: Any, found: str) -> None:
    pairing = pair_by_id(gold(1, "b"), records(own, "b"), "id")
    assert pairing.missing == [0]
    assert pairing.strays == [Unpaired(0, own, f"an id is a string or an integer, not {found}")]
    assert pairing.near_ids == 0


def test_a_null_as_extracted_id_is_reported() -> None:
    pairing = pair_by_id(gold("a"), [{"id": None}, {"id": "a"}], "id")
    assert (pairing.by, pairing.missing) == ("id", [])
    assert pairing.strays[0].reason == "an id is a string or an integer, not null"


@pytest.mark.parametrize("own", [True, 1.0, [1], {}, None], ids=str)
def test_a_gold_id_of_another_type_is_an_error(own: Any) -> None:
    with pytest.raises(
        InputError, match=r"^record 2, id: the id of a gold record is a string or an integer, not"
    ) as error:
        pair_by_id([{"id": "a"}, {"id": own}], records("a", "b"), "id")
    assert error.value.path == "[1].id"


@pytest.mark.parametrize("extracted", [("a", "b"), (..., "b")], ids=["by id", "by position"])
def test_gold_without_an_id_is_an_error(extracted: Any) -> None:
    with pytest.raises(
        InputError, match=r"^record 2, \['my\.id'\]: this gold record has no id; add it, or choose another"
    ):
        pair_by_id([{"my.id": 1}, {"id": 1}], records(*extracted), "my.id")


@pytest.mark.parametrize("extracted", [("a", "b", "c"), (..., "b", "c")], ids=["by id", "by position"])
def test_a_gold_id_twice_is_an_error_that_names_both(extracted: Any) -> None:
    with pytest.raises(InputError, match=r"^record 3, id: gold record 1 and record 3 have the same id 'a'"):
        pair_by_id(gold("a", "b", "a"), records(*extracted), "id")


def test_all_ids_of_gold_that_cannot_be_used_are_named_at_once() -> None:
    others = r"record 3, same id as record 1; record 4, null\.$"
    with pytest.raises(InputError, match=rf"^record 2, id: this .* Other ids to correct in gold: {others}"):
        pair_by_id([*gold("a", ..., "a"), {"id": None}], records("a"), "id")


def test_beside_the_first_five_more_ids_are_named_and_the_rest_counted() -> None:
    with pytest.raises(InputError, match=r"record 6, no id and 2 more\.$"):
        pair_by_id(gold(*[...] * 8), records("a"), "id")


def test_without_an_id_field_records_pair_by_position() -> None:
    extracted = records("b", None, ...)
    pairing = pair_by_id(gold("a", "b", ...), extracted)
    assert pairing.extracted == extracted
    assert pairing.record_ids == [0, 1, 2]
    assert (pairing.by, pairing.missing, pairing.reason) == ("position", [1], "no id field is set")


def test_an_extracted_record_without_id_makes_all_pair_by_position_with_the_ids_of_gold() -> None:
    extracted = records("a", ..., None, "d")
    pairing = pair_by_id(gold("a", "b", "c", "d"), extracted, "id")
    assert pairing.extracted == extracted
    assert pairing.record_ids == ["a", "b", "c", "d"]
    assert (pairing.by, pairing.missing) == ("position", [2])
    assert pairing.reason == "1 of 3 extracted records lacks 'id', first record 2"


def test_ids_at_odds_with_their_positions_are_counted() -> None:
    pairing = pair_by_id(gold("a", "b", 1, "d"), records("b", "a", "1", ...), "id")
    assert pairing.reason.endswith("record 4; 3 others have another id than the gold record at their position")


@pytest.mark.parametrize("id_field", [None, "id"])
def test_unequal_lengths_do_not_pair_by_position(id_field: str | None) -> None:
    with pytest.raises(
        ValueError, match=r"^2 gold and 1 extracted records cannot be paired by position \(.*; give every"
    ):
        pair_by_id(gold("a", "b"), records(...), id_field)


def test_what_is_no_object_has_no_id_and_passes_by_position() -> None:
    extracted: Any = ["text"]
    assert pair_by_id(gold("a"), extracted, "id").extracted == ["text"]


def test_nothing_pairs_with_nothing() -> None:
    assert pair_by_id([], []).extracted == []
    assert pair_by_id([], records("a"), "id").strays[0].id == "a"
