"""A schema is told from a record that has a key `properties`."""

from typing import Any

import pytest

from evaljson.schema.recognise import is_schema


@pytest.mark.parametrize(
    "value",
    [
        {"type": "object", "properties": {"a": {"type": "string"}}},
        {"properties": {"a": {"type": ["string", "null"]}, "b": {"$ref": "#/$defs/b"}, "c": True}},
        {"properties": {"a": {"x-eval-compare": "exact"}}, "x-eval-id": "id"},
        {"properties": {"a": {"enum": [1, 2]}, "b": {}}},
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": "#/$defs/a", "$defs": {"a": {}}},
    ],
)
def test_a_schema_is_one(value: Any) -> None:
    assert is_schema(value)


@pytest.mark.parametrize(
    "value",
    [
        [{"properties": {"a": {"type": "string"}}}],
        {"properties": [{"type": "string"}]},
        {"properties": {"h1": {"type": "house", "rooms": 3}}},
        {"properties": {"h1": {"rooms": 3}}},
        {"properties": {"a": {"type": "string"}, "b": "red"}},
        {"properties": {}},
        {"properties": {"a": {}}},
        {"properties": {"order": {"items": [{"sku": "A"}]}}},
        {"records": [{"a": 1}]},
        {"type": "object", "id": "x"},
        "properties",
        None,
    ],
)
def test_records_are_none(value: Any) -> None:
    assert not is_schema(value)
