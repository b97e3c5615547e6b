import copy
from collections.abc import Iterator
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings

from evaljson.base.errors import SchemaError
from evaljson.schema import annotate_xeval, infer_schema, parse_eval_schema, reset_type_defaults, set_type_default
from tests.schema.generate import records


@pytest.fixture(autouse=True)
def _built_in_defaults() -> Iterator[None]:
    reset_type_defaults()
    yield
    reset_type_defaults()


def of(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def by(comparator: Any, type_: Any, **more: Any) -> dict[str, Any]:
    return {"type": type_, **more, "x-eval-compare": comparator}


@pytest.mark.parametrize(
    ("schema", "annotated"),
    [
        ({"type": "string"}, by("exact", "string")),
        ({"type": "integer"}, by("numeric", "integer")),
        ({"type": "number"}, by("numeric", "number")),
        ({"type": "boolean"}, by("exact", "boolean")),
        ({"type": "null"}, by("exact", "null")),
        ({"type": ["integer", "number"]}, by("numeric", ["integer", "number"])),
        ({"type": ["number", "null"]}, by("numeric", ["number", "null"])),
        ({"type": ["string", "array"]}, by("exact", ["string", "array"])),
        ({"type": "object"}, by("exact", "object")),
        ({"type": "object", "properties": {}}, by("exact", "object", properties={})),
        ({"type": "object", "additionalProperties": True}, by("exact", "object", additionalProperties=True)),
        ({"type": "array"}, by("exact", "array")),
        ({"type": "array", "items": {}}, by("exact", "array", items={})),
        ({"type": "array", "items": {"type": "string"}}, {"type": "array", "items": by("exact", "string")}),
        (of(x={"type": "string"}), of(x=by("exact", "string"))),
        ({"properties": {"x": {"type": "string"}}}, {"properties": {"x": by("exact", "string")}}),
        (
            {"type": "object", "additionalProperties": {"type": "integer"}},
            {"type": "object", "additionalProperties": by("numeric", "integer")},
        ),
        (
            {"type": "string", "x-eval-skip": True, "x-eval-weight": 2},
            {"type": "string", "x-eval-skip": True, "x-eval-weight": 2},
        ),
        ({"type": "string", "x-eval-skip": False}, {"type": "string", "x-eval-skip": False}),
        ({**of(x={"type": "string"}), "x-eval-skip": True}, {**of(x=by("exact", "string")), "x-eval-skip": True}),
    ],
)
def test_writes_the_default_where_nothing_is_said(schema: dict[str, Any], annotated: dict[str, Any]) -> None:
    whole = of(a=schema)
    assert annotate_xeval(whole) is whole
    assert whole == of(a=annotated)


@pytest.mark.parametrize("odd", [{"$ref": "#/$defs/A"}, {"type": "text"}, {}])
def test_nothing_is_written_into_a_schema_that_cannot_be_annotated(odd: dict[str, Any]) -> None:
    schema = of(first={"type": "string"}, second=of(inner=odd))
    before = copy.deepcopy(schema)
    with pytest.raises(SchemaError, match=r"resolve_schema_references|no JSON type|no type"):
        annotate_xeval(schema)
    assert schema == before


def test_a_default_that_was_written_down_outlives_its_reset() -> None:
    schema = of(a={"type": "string"})
    set_type_default("string", "fuzzy")
    annotate_xeval(schema)
    reset_type_defaults()
    assert schema == of(a=by("fuzzy", "string"))


def test_a_read_only_mapping_comes_back_as_a_dict() -> None:
    annotated = annotate_xeval(MappingProxyType(of(a={"type": "string"})))
    assert annotated == of(a=by("exact", "string"))


@pytest.mark.parametrize(
    "schema",
    [
        by({"numeric": {"tolerance": {"abs": 1}}}, "string"),
        by("exact", "object", properties={"x": {"type": "string"}}),
        by("exact", "array", items={"type": "object", "properties": {"x": {"type": "string"}}}),
        by("exact", ["object", "string"], properties={"x": {"type": "string"}}),
    ],
)
def test_what_is_said_stays_and_nothing_is_written_below_it(schema: dict[str, Any]) -> None:
    assert annotate_xeval(of(a=schema)) == of(a=schema)


def test_several_types_are_one_unit_and_nothing_is_written_below() -> None:
    node = {"type": ["object", "string"], "properties": {"x": {"type": "string"}}}
    assert annotate_xeval(of(a=node)) == of(a={**node, "x-eval-compare": "exact"})


def test_properties_named_like_keywords_are_ordinary_keys() -> None:
    names = ("type", "properties", "items", "x-eval-compare", "$ref", "allOf")
    annotated = annotate_xeval(of(**{name: {"type": "integer"} for name in names}))
    assert annotated == of(**{name: by("numeric", "integer") for name in names})


def test_changed_defaults_are_written() -> None:
    set_type_default("string", {"oneof": {"values": ["x"]}})
    annotated = annotate_xeval(of(a={"type": "string"}, b={"type": "string"}))
    assert annotated["properties"]["a"]["x-eval-compare"] == {"oneof": {"values": ["x"]}}
    annotated["properties"]["a"]["x-eval-compare"]["oneof"]["values"].append("y")
    assert annotated["properties"]["b"]["x-eval-compare"] == {"oneof": {"values": ["x"]}}


@pytest.mark.parametrize(
    ("schema", "path", "problem"),
    [
        (of(a={"$ref": "#/$defs/A"}), "a", "resolve_schema_references first"),
        (of(a={"type": "array", "items": {"anyOf": []}}), "a[]", "'anyOf' is not resolved"),
        (of(a={}), "a", "has no type"),
        (of(a={"type": "text"}), "a", "no JSON type 'text'"),
        (of(a="string"), "a", "a schema is a JSON object, not string"),
        (of(a={"type": "array", "items": [{"type": "string"}]}), "a[]", "not array"),
        (of(a={"type": "object", "properties": ["x"]}), "a", '"properties" takes an object'),
        ([], "", "a schema is a JSON object, not array"),
    ],
)
def test_says_what_it_cannot_annotate(schema: Any, path: str, problem: str) -> None:
    with pytest.raises(SchemaError, match=problem) as caught:
        annotate_xeval(schema)
    assert caught.value.path == path


@pytest.mark.parametrize("levels", [102, 10_000])
def test_deep_schemas_are_refused(levels: int) -> None:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(levels):
        schema = of(a=schema)
    with pytest.raises(SchemaError, match="deeper than 100 levels"):
        annotate_xeval(schema)


def test_a_schema_that_contains_itself_is_refused() -> None:
    schema = of()
    schema["properties"]["me"] = schema
    with pytest.raises(SchemaError, match="deeper than 100 levels"):
        annotate_xeval(schema)


@settings(deadline=None)
@given(records)
def test_annotating_is_idempotent_and_changes_nothing_of_the_parsed_tree(gold: list[dict[str, Any]]) -> None:
    plain = parse_eval_schema(infer_schema(gold))
    annotated = annotate_xeval(infer_schema(gold))
    before = copy.deepcopy(annotated)
    assert annotate_xeval(annotated) == before
    written = parse_eval_schema(annotated)
    assert [(node.path, node.comparator) for node in plain.walk()] == [
        (node.path, node.comparator) for node in written.walk()
    ]
    assert written.without_effect == ()


def test_what_is_skipped_needs_no_type() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": {"x-eval-skip": True}}
    annotated = annotate_xeval(copy.deepcopy(schema))
    assert annotated["additionalProperties"] == {"x-eval-skip": True}
    assert annotated["properties"]["a"]["x-eval-compare"] == "exact"
    assert parse_eval_schema(annotated).additional is not None
