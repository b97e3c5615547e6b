"""Which keys are offered to group records by."""

import json
from typing import Any

import pytest

from evaljson.base.paths import child
from evaljson.compare.slice_labels import key_to_begin_with, keys_to_slice_by, labels_by
from evaljson.evaluate import evaluate
from evaljson.load import LoadedRecords, read_records
from evaljson.results.model import RunResult
from evaljson.schema import infer_schema


@pytest.mark.parametrize(
    ("values", "offered"),
    [
        (["a"] * 6 + ["b"] * 6, True),
        (["a"] * 6 + ["b"], True),
        (list("aaaabbbbcccc"), False),
        (list("aabb"), True),  # of few records, no group could have more
        (["a"] * 12, False),
        (["a" * 60] * 6 + ["b"] * 6, True),
        (["a" * 61] * 6 + ["b"] * 6, False),  # a note
        ([str(place) for place in range(30)], False),
        (list(range(30)), True),  # in thirds
        ([True, False] * 6, True),
    ],
)
@pytest.mark.parametrize("inside", [False, True])
def test_a_key_is_offered_where_one_of_its_groups_says_something(
    values: list[Any], offered: bool, inside: bool
) -> None:
    records: list[Any] = [
        {"id": str(place), "list": [{"k": value}], **({"at.": {"k": value}} if inside else {"k": value})}
        for place, value in enumerate(values)
    ]
    schema = infer_schema(records) | {"x-eval-id": "id"}
    gold = read_records(json.dumps(records).encode(), name="gold.json", kind="gold", id_field="id")
    run = evaluate(records, records, schema)
    offered_keys = [key for key in keys_to_slice_by(run, gold) if key != "id"]
    assert offered_keys == ([child(child("", "at."), "k") if inside else "k"] if offered else [])
    for key in offered_keys:
        assert set(labels_by(key, run, gold).values()) - {None}


_FREE = ["a"] * 6 + ["b"] * 3 + [*"cdef"]


def _scored(records: list[Any]) -> tuple[RunResult, LoadedRecords]:
    gold = read_records(json.dumps(records).encode(), name="gold.json", kind="gold", id_field="id")
    return evaluate(records, records, infer_schema(records) | {"x-eval-id": "id"}), gold


@pytest.mark.parametrize(
    ("columns", "first"),
    [
        ({"text": _FREE, "lang": [*"xyz"] * 4 + ["x"], "paid": [True, False] * 6 + [True]}, "paid"),
        ({"text": _FREE, "lang": ["x"] * 6 + ["y"] * 6 + ["z"]}, "lang"),
        ({"text": _FREE}, None),
        ({"text": ["a"] * 12 + ["b"], "one": ["x"] * 13}, None),
        ({"ten": [*map(str, range(10)), "0", "1", "2"]}, None),
    ],
    ids=["fewest values", "large enough", "one group", "a group of one", "no group"],
)  # fmt: skip
def test_groups_begin_with_the_key_of_fewest_values_that_makes_two_of_five_records(
    columns: dict[str, list[Any]], first: str | None
) -> None:
    records = [
        {"id": str(place), **dict(zip(columns, values, strict=True))}
        for place, values in enumerate(zip(*columns.values(), strict=True))
    ]
    run, gold = _scored(records)
    keys = [key for key in keys_to_slice_by(run, gold) if key != "id"]
    assert key_to_begin_with(keys, run, gold) == first


def test_texts_without_anything_to_see_have_a_name_and_null_and_absent_none() -> None:
    shown: list[Any] = ["", " ", None, "null", "x"]
    records = [{"id": str(place), "k": value} for place, value in enumerate(shown)]
    run, gold = _scored([*records, {"id": "absent"}])
    assert list(labels_by("k", run, gold).values()) == ["(empty text)", '" "', None, "null", "x", None]
