"""`x-eval-confidence` in the schema: what it takes, and what it refuses with a way out."""

import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from evaljson.base.errors import SchemaError
from evaljson.schema import meta_schema, parse_eval_schema
from evaljson.schema.node import ConfidenceSpec

CHECK = Draft202012Validator(meta_schema())
FIELDS: dict[str, Any] = {
    "type": "object",
    "properties": {
        "total": {"type": "number"},
        "vendor": {"type": "object", "properties": {"name": {"type": "string"}}},
    },
}


def with_confidence(entry: Any) -> dict[str, Any]:
    return {**FIELDS, "x-eval-confidence": entry}


@pytest.mark.parametrize(
    ("entry", "spec"),
    [
        ({"leaves": {}}, ConfidenceSpec("value", "confidence")),
        ({"leaves": {"value": "v", "confidence": "p"}, "scale": 100}, ConfidenceSpec("v", "p", scale=100.0)),
        ({"leaves": {"confidence": "p"}}, ConfidenceSpec("value", "p")),
        ({"parallel": "confidence"}, ConfidenceSpec(parallel="confidence")),
        ({"parallel": "meta['odd.key']"}, ConfidenceSpec(parallel="meta['odd.key']")),
        ({"parallel": "vendor.sure"}, ConfidenceSpec(parallel="vendor.sure")),
    ],
)
def test_is_read_with_its_defaults(entry: Any, spec: ConfidenceSpec) -> None:
    assert parse_eval_schema(with_confidence(entry)).confidence == spec
    CHECK.validate(with_confidence(entry))


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("confidence", 'takes {"leaves": {}} or {"parallel": "confidence"}, not'),
        ({}, 'takes one of "leaves" and "parallel"'),
        ({"leaves": {}, "parallel": "c"}, 'takes one of "leaves" and "parallel"'),
        ({"paralel": "c"}, "Did you mean 'parallel'?"),
        ({"leaves": {"values": "v"}}, "Did you mean 'value'?"),
        ({"leaves": {"value": ""}}, "a key is not empty"),
        ({"leaves": True}, "takes an object, not boolean"),
        ({"parallel": ""}, "write the path of a key"),
        ({"parallel": "a", "scale": 0}, "write a number above 0"),
        ({"parallel": "a", "scale": True}, "takes a number, not boolean"),
    ],
)
def test_what_makes_no_sense_is_refused(entry: Any, message: str) -> None:
    with pytest.raises(SchemaError, match=re.escape(message)):
        parse_eval_schema(with_confidence(entry))
    assert not CHECK.is_valid(with_confidence(entry))


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"parallel": "a[]"}, "write the path of a key"),
        ({"parallel": "a..["}, "write the path of a key"),
        ({"leaves": {"value": "x", "confidence": "x"}}, "two different keys"),
        ({"parallel": "total"}, "names 'total', a field of the schema"),
        ({"parallel": "vendor.name"}, "names 'vendor.name', a field of the schema"),
        ({"parallel": "total.sure"}, "names 'total.sure', a field of the schema"),
    ],
)
def test_what_only_parsing_can_see_is_refused_by_it(entry: Any, message: str) -> None:
    with pytest.raises(SchemaError, match=re.escape(message)):
        parse_eval_schema(with_confidence(entry))


def test_belongs_on_the_root() -> None:
    schema = {"type": "object", "properties": {"a": with_confidence({"leaves": {}})}}
    with pytest.raises(SchemaError, match="x-eval-confidence belongs on the root"):
        parse_eval_schema(schema)
    assert not CHECK.is_valid(schema)


def test_is_said_once_for_all_document_types() -> None:
    schema = {"type": "object", "x-eval-by": "kind", "x-eval-schemas": {"bill": FIELDS}}
    spec = {"leaves": {}}
    assert parse_eval_schema({**schema, "x-eval-confidence": spec}).confidence is not None
    with pytest.raises(SchemaError, match="x-eval-confidence belongs on the root of the whole"):
        parse_eval_schema({**schema, "x-eval-schemas": {"bill": with_confidence(spec)}})


def test_a_field_of_one_document_type_is_no_place_for_confidences() -> None:
    schema = {"type": "object", "x-eval-by": "kind", "x-eval-schemas": {"bill": FIELDS}}
    with pytest.raises(SchemaError, match="'total', a field of the schema"):
        parse_eval_schema({**schema, "x-eval-confidence": {"parallel": "total"}})
