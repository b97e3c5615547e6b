"""Ids that stand several times in gold, and which of their records counts."""

import json
from typing import Any

import pytest

from evaljson.base.jsontypes import ABSENT
from evaljson.load import LoadedRecords, read_records
from evaljson.report.records.id_keys import almost_unique_id
from evaljson.report.records.repeated_ids import keep_all, keep_first_of_same, keep_one, repeated_ids

X, Y, Z = {"id": "x", "a": 1}, {"id": "y", "a": 2}, {"id": "z", "a": 3}
OTHER_X = {"id": "x", "a": 1.0, "b": {"c": [None, ""]}}


def gold(*records: dict[str, Any]) -> LoadedRecords:
    return read_records(json.dumps(records).encode(), kind="gold", id_field="id", name="gold.json")


def test_each_repeated_id_names_its_records_and_where_they_differ_strictly() -> None:
    (found,) = repeated_ids(gold(X, Y, OTHER_X), "id")
    assert (found.id, found.places, found.left) == ("x", (0, 2), (0, 2))
    assert (found.is_decided, found.is_same) == (False, False)
    assert found.differences() == [("a", [1, 1.0]), ("b.c[0]", [ABSENT, None]), ("b.c[1]", [ABSENT, ""])]


def test_a_number_and_its_text_are_two_ids() -> None:
    assert repeated_ids(gold({"id": 1}, {"id": "1"}), "id") == []


@pytest.mark.parametrize(("keep", "left"), [(0, [X, Y]), (2, [Y, OTHER_X]), (None, [Y])])
def test_one_record_of_an_id_is_kept_or_none(keep: int | None, left: list[dict[str, Any]]) -> None:
    whole = gold(X, Y, OTHER_X)
    (found,) = repeated_ids(whole, "id")
    decided = keep_one(whole, found, keep)
    assert decided.records == left
    (after,) = repeated_ids(decided, "id")
    assert (after.is_decided, after.left) == (True, () if keep is None else (keep,))
    assert keep_all(decided, after) == whole


def test_a_decision_leaves_those_about_other_ids_as_they_are() -> None:
    whole = gold(X, Y, OTHER_X, Y, Z)
    first, second = repeated_ids(whole, "id")
    both = keep_one(keep_one(whole, first, 2), second, 1)
    assert both.records == [Y, OTHER_X, Z]
    assert keep_all(both, first).records == [X, Y, OTHER_X, Z]
    assert keep_one(both, first, 0).records == [X, Y, Z]


def test_only_records_with_the_same_values_are_left_out_together() -> None:
    assert keep_first_of_same(gold(X, Y, OTHER_X, Y, Z, Z, Z), "id").records == [X, Y, OTHER_X, Z]


@pytest.mark.parametrize(
    ("records", "key"),
    [
        ([X, Y, Z, X], "id"),
        ([X, Y, Z], None),
        ([X, Y, X, Y, X, Y], None),
        ([X, {"a": 1}, X], None),
        ([{"id": True}, {"id": True}], None),
        ([{"client_id": 1, "doc_id": n} for n in (1, 2, 3, 4, 4)], "doc_id"),
    ],
)
def test_an_id_is_what_few_records_share(records: list[dict[str, Any]], key: str | None) -> None:
    assert almost_unique_id(records) == key
