"""The keys that records may have by a schema: they tell a record from another JSON value in a text."""

from __future__ import annotations

from typing import Any

import pytest

from evaljson.schema import parse_eval_schema

TEXT = {"type": "string"}
OBJECT = {"type": "object", "properties": {"a": TEXT, "b": TEXT}}


@pytest.mark.parametrize(
    ("schema", "keys"),
    [
        (OBJECT, {"a", "b"}),
        ({**OBJECT, "x-eval-id": "doc"}, {"a", "b", "doc"}),
        ({"type": "object", "additionalProperties": TEXT}, set()),
    ],
)
def test_the_keys_of_records_are_those_of_the_schema_with_the_id(schema: dict[str, Any], keys: set[str]) -> None:
    assert parse_eval_schema(schema).record_keys == keys
