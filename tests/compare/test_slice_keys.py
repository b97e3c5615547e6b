"""Which keys are offered to group records by."""

import json
from typing import Any

import pytest

from evaljson.base.paths import child
from evaljson.compare.slice_labels import keys_to_slice_by, labels_by
from evaljson.evaluate import evaluate
from evaljson.load import read_records
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
