"""Which keys are offered to group records by."""

import json
from typing import Any

import pytest

from evaljson.compare.slice_labels import keys_to_slice_by
from evaljson.evaluate import evaluate
from evaljson.load import read_records


@pytest.mark.parametrize(
    ("values", "offered"),
    [
        (["a"] * 6 + ["b"] * 6, True),
        (["a"] * 6 + ["b"], True),
        (list("aaaabbbbcccc"), False),
        (list("aabb"), True),  # of few records, no group could have more
        (["a"] * 12, False),
    ],
)
def test_a_key_is_offered_where_one_of_its_groups_says_something(values: list[str], offered: bool) -> None:
    records: list[Any] = [{"id": str(place), "k": value} for place, value in enumerate(values)]
    schema = {"type": "object", "x-eval-id": "id", "properties": {"k": {"type": "string"}}}
    gold = read_records(json.dumps(records).encode(), name="gold.json", kind="gold", id_field="id")
    assert ("k" in keys_to_slice_by(evaluate(records, records, schema), gold)) is offered
