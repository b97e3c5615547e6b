"""Schemas: annotated in place, parsed into plain nodes, with odd settings refused, ignored or logged."""

import json
import logging
from pathlib import Path
from typing import Any

import pytest

from evaljson.compat.struct_extract_eval import (
    ComparatorSpec,
    TransformSpec,
    annotate_xeval,
    evaluate,
    infer_schema,
    parse_eval_schema,
    resolve_schema_references,
    set_type_default,
)
from evaljson.compat.struct_extract_eval.core import schema as helpers
from evaljson.compat.struct_extract_eval.core.comparators.registry import ComparatorNotFoundError
from evaljson.compat.struct_extract_eval.core.schema import SchemaError
from evaljson.compat.struct_extract_eval.core.transforms.registry import TransformNotFoundError

from .build import NUMBER, TEXT, many, of, text

BY_KEY = {"match_by": "key_field", "key": "id"}


@pytest.mark.parametrize(
    ("node", "comparator"),
    [
        ({"type": "string"}, "exact"),
        ({"type": "integer"}, "numeric"),
        ({"type": ["number", "null"]}, "numeric"),
        ({"type": ["integer", "number"]}, "numeric"),
        ({"type": ["string", "number"]}, "exact"),
        ({"type": "null"}, "exact"),
        ({"type": "object"}, "exact"),
        ({"type": "array"}, "exact"),
        ({"type": "array", "items": [{"type": "string"}]}, "exact"),
        ({"type": "date"}, "exact"),
    ],
)
def test_annotating_writes_the_default_of_the_type(node: dict[str, Any], comparator: str) -> None:
    schema = of(a=dict(node))
    assert annotate_xeval(schema) is schema
    assert schema["properties"]["a"]["x-eval-compare"] == comparator


def test_any_type_may_have_a_default() -> None:
    set_type_default("date", {"oneof": {"values": ["x"]}})
    assert annotate_xeval(of(a={"type": "date"}))["properties"]["a"]["x-eval-compare"] == {"oneof": {"values": ["x"]}}


@pytest.mark.parametrize("json_type", ["", None, 7])
def test_a_type_is_a_non_empty_text(json_type: Any) -> None:
    with pytest.raises(ValueError, match="a type is a non-empty text"):
        set_type_default(json_type, "exact")


@pytest.mark.parametrize(
    ("schema", "path", "problem"),
    [
        (of(a={}), "a", "no type"),
        (of(a={"$ref": "#/$defs/A"}), "a", "resolve_schema_references"),
        (of(a=many({"anyOf": []})), "a[]", "'anyOf' is not resolved"),
    ],
)
@pytest.mark.parametrize("read", [annotate_xeval, parse_eval_schema])
def test_a_schema_that_is_not_resolved_is_refused(schema: Any, path: str, problem: str, read: Any) -> None:
    with pytest.raises(SchemaError, match=problem) as caught:
        read(schema)
    assert caught.value.path == path


def test_the_tree_has_everything_that_the_schema_says() -> None:
    tree = parse_eval_schema(
        of(
            name=text(
                {"oneof": {"values": ["a"]}}, **{"x-eval-transform": ["strip", {"round_digits": {"digits": "2"}}]}
            ),
            box={**of(w={"type": "number"}), "x-eval-compare": "exact"},
            memo={"type": "string", "x-eval-skip": True},
            either={"type": ["number", "null", "string"], "x-eval-compare": "exact"},
            lines=many(of(id=TEXT), **{"x-eval-align": BY_KEY}),
        )
    )
    name, box, memo, either, lines = tree.children
    assert (name.comparator, name.transforms) == (
        ComparatorSpec("oneof", {"values": ["a"]}),
        [TransformSpec("strip"), TransformSpec("round_digits", {"digits": "2"})],
    )
    assert (box.comparator.name, [child.path for child in box.children]) == ("exact", ["box.w"])
    assert (memo.skip, memo.comparator) == (True, ComparatorSpec())
    assert (either.json_type, either.allowed_types, either.children) == ("multi", ["number", "string"], [])
    assert (lines.align, [node.path for node in lines.walk()]) == (BY_KEY, ["lines", "lines[]", "lines[].id"])


@pytest.mark.parametrize(
    "field",
    [
        many(TEXT, **{"x-eval-align": {"match_by": "hungarian", "cutoff": 0.5}}),
        many(of(note=TEXT), **{"x-eval-align": BY_KEY}),
        {"type": "number", "x-eval-compare": {"numeric": {"tolerance": None}}},
        {"type": "number", "x-eval-compare": {"numeric": {"tolerance": {"rel": None, "abs": None}}}},
        {**of(b=TEXT), "x-eval-transform": ["strip"]},
        {"type": "object", "properties": {"b": TEXT, "c": True, "d": False}},
        {"type": "array", "items": [TEXT], "x-eval-compare": "exact"},
        {"type": "date", "x-eval-compare": "exact"},
        {**NUMBER, "x-eval-transform": [{"round_digits": {"digits": 2.0}}]},
        {**TEXT, "x-eval-owner": "ann"},
        {**TEXT, "x-eval-weight": 2},
    ],
)  # fmt: skip
def test_these_fields_are_accepted(field: Any) -> None:
    parse_eval_schema(of(x=field))


@pytest.mark.parametrize(
    ("field", "error", "problem"),
    [
        ({"type": "string"}, SchemaError, "no x-eval-compare"),
        (many(TEXT, **{"x-eval-align": BY_KEY}), SchemaError, "elements that are objects"),
        ({"type": "array", "x-eval-compare": "exact", "x-eval-align": BY_KEY}, SchemaError, "elements that are"),
        (many(of(id=TEXT), **{"x-eval-align": {"match_by": "key_field"}}), SchemaError, 'needs "key"'),
        (many(TEXT, **{"x-eval-align": {"match_by": "magic"}}), SchemaError, 'needs "match_by"'),
        (many(TEXT, **{"x-eval-align": {"ordered": False}}), SchemaError, 'needs "match_by"'),
        (many(TEXT, **{"x-eval-align": "hungarian"}), SchemaError, "takes an object"),
        ({**TEXT, "x-eval-align": {"ordered": True}}, SchemaError, "belongs on an array"),
        (text("nobody"), ComparatorNotFoundError, "there is no comparator 'nobody'"),
        (text("nobody"), SchemaError, "there is no comparator 'nobody'"),
        (text("fuzzy"), KeyError, "there is no comparator 'fuzzy'"),
        (text(**{"x-eval-transform": ["nobody"]}), TransformNotFoundError, "there is no transform 'nobody'"),
        (text(**{"x-eval-transform": "strip"}), SchemaError, "takes a list"),
        (text(7), TypeError, 'write "name"'),
        (text({"exact": {}, "numeric": {}}), ValueError, 'write "name"'),
        (text("oneof"), TypeError, "a list of values"),
        (text({"numeric": {"tolerance": 1}}), TypeError, "an object"),
        (text({"numeric": {"tolerance": {"rel": "1"}}}), TypeError, "a number"),
        (text({"numeric": {"tolerance": {"abs": -1}}}), ValueError, "0 or more"),
        (text(**{"x-eval-transform": [{"round_digits": {"digits": 2.5}}]}), TypeError, "a whole number"),
        (text(**{"x-eval-transform": ["round_digits"]}), TypeError, "a whole number"),
        (text(**{"x-eval-transform": ["type_convert"]}), TypeError, "name of a type"),
        ({**TEXT, "x-eval-skip": "yes"}, SchemaError, "true or false"),
        ({**TEXT, "type": [1]}, SchemaError, "a list of names"),
    ],
)  # fmt: skip
def test_these_fields_are_refused(field: Any, error: type[Exception], problem: str) -> None:
    with pytest.raises(error, match=problem) as caught:
        parse_eval_schema(of(x=field))
    assert getattr(caught.value, "path", None) == "x"


@pytest.mark.parametrize(
    ("field", "says"),
    [
        (text("numeric"), "numeric compares numbers"),
        ({"type": "boolean", "x-eval-compare": "numeric"}, "numeric compares numbers"),
        ({"type": "integer", "x-eval-compare": "exact"}, "exact tells 1 from 1.0"),
        (many({"type": "object", "x-eval-compare": "exact"}, **{"x-eval-align": BY_KEY}), "declare no fields"),
        (many(of(note=TEXT), **{"x-eval-align": BY_KEY}), "do not declare the key 'id'"),
        ({**TEXT, "x-eval-owner": "ann"}, "no setting 'x-eval-owner'"),
    ],
)
def test_what_looks_odd_is_logged_with_its_path(field: Any, says: str, caplog: pytest.LogCaptureFixture) -> None:
    parse_eval_schema(of(odd=field))
    (record,) = caplog.records
    assert (record.levelno, record.getMessage().startswith("odd: ")) == (logging.WARNING, True)
    assert says in record.getMessage()


def test_what_is_fine_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    parse_eval_schema(of(a=TEXT, n=NUMBER, lines=many(of(id=TEXT, n=NUMBER), **{"x-eval-align": BY_KEY})))
    assert not caplog.records


@pytest.mark.parametrize(
    ("values", "schema"),
    [
        ([1, 2.5], {"type": "integer"}),
        ([None, 2.5, 1], {"type": "number"}),
        (["a", None], {"type": "string"}),
        ([[], [[]]], {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}),
        ([{}, {}], {"type": "object", "properties": {}}),
        ([{"b": 1, "a": []}], of(a=many({"type": "string"}), b={"type": "integer"})),
    ],
)
def test_a_schema_is_inferred_from_any_values(values: list[Any], schema: dict[str, Any]) -> None:
    assert infer_schema(values) == schema


def test_messages_about_inferring_begin_at_the_path(caplog: pytest.LogCaptureFixture) -> None:
    infer_schema(values=[{"a": 1}, {"a": "x"}], path="doc")
    assert caplog.records[0].getMessage().startswith("doc.a: values of several types")


def test_alternatives_of_several_types_become_a_list_of_types_without_children() -> None:
    address = {"anyOf": [{"type": "string"}, of(street={"type": "string"}), {"type": "null"}], "title": "Address"}
    assert resolve_schema_references(of(a=address))["properties"]["a"] == {
        "type": ["string", "object"],
        "title": "Address",
    }


SCHEMA = of(name=TEXT, lines=many(of(n=NUMBER, tags=many(TEXT))), either={"type": ["object", "string"]}, on=True)


def test_schemas_as_json_can_be_looked_through(tmp_path: Path) -> None:
    (tmp_path / "schema.json").write_text(json.dumps(SCHEMA))
    schema = helpers.load_schema(tmp_path / "schema.json")
    assert schema == SCHEMA
    assert helpers.get_leaf_paths(schema) == ["name", "lines[].n", "lines[].tags[]", "either"]
    assert [path for _, path in helpers.iter_schema(schema)] == [
        "", "name", "lines", "lines[]", "lines[].n", "lines[].tags", "lines[].tags[]", "either",
    ]  # fmt: skip
    assert helpers.get_node_at_path(schema, "lines[].n") == NUMBER
    assert helpers.get_node_at_path(schema, "lines.n") is None
    lines = schema["properties"]["lines"]
    assert helpers.get_children(lines, "lines") == [("[]", lines["items"], "lines[]")]
    assert [helpers.is_leaf(node) for node in (schema, lines, NUMBER)] == [False, False, True]


@pytest.mark.parametrize(
    ("node", "names", "type_"),
    [
        ({"type": "string"}, ["string"], "string"),
        ({"type": ["null", "string"]}, ["string"], "string"),
        ({"type": ["number", "string", "null"]}, ["number", "string"], "multi"),
        ({"type": "null"}, [], "null"),
        ({}, [], None),
    ],
)
def test_the_type_of_a_node_leaves_null_aside(node: Any, names: list[str], type_: str | None) -> None:
    assert (helpers.non_null_types(node), helpers.resolve_type(node)) == (names, type_)


def test_a_schema_file_holds_an_object(tmp_path: Path) -> None:
    (tmp_path / "schema.json").write_text("[]")
    with pytest.raises(ValueError, match="a schema is a JSON object, not list"):
        helpers.load_schema(str(tmp_path / "schema.json"))


@pytest.mark.parametrize(
    ("step", "schema", "becomes"),
    [
        (
            helpers.merge_all_of,
            {"allOf": [{**of(a=TEXT), "required": ["a"]}, {**of(b=TEXT), "required": ["b"], "title": "B"}],
             "title": "C"},
            {**of(a=TEXT, b=TEXT), "required": ["a", "b"], "title": "C"},
        ),
        (
            helpers.remove_null_anyof,
            of(a={"anyOf": [TEXT, {"type": "null"}], "title": "A"}),
            of(a={**TEXT, "title": "A"}),
        ),
        (
            helpers.remove_null_anyof,
            {"anyOf": [TEXT, {"type": "null"}, NUMBER]},
            {"anyOf": [TEXT, NUMBER]},
        ),
        (
            helpers.collapse_multi_type_anyof,
            {"anyOf": [of(a=TEXT), {"type": "string"}], "title": "A"},
            {"type": ["object", "string"], "title": "A"},
        ),
        (helpers.collapse_multi_type_anyof, {"anyOf": [of(a=TEXT), of(b=TEXT)]}, {"anyOf": [of(a=TEXT), of(b=TEXT)]}),
    ],
)  # fmt: skip
def test_single_steps_of_resolving_give_a_new_schema(step: Any, schema: Any, becomes: Any) -> None:
    before = json.dumps(schema)
    assert step(schema) == becomes
    assert json.dumps(schema) == before


@pytest.mark.parametrize(
    ("schema", "gold", "extracted", "f1"),
    [(many(TEXT), ["a", "b"], ["a", "c"], 0.5), (TEXT, "a", "a", 1.0)],
    ids=["array", "text"],
)
def test_records_need_not_be_objects(schema: Any, gold: Any, extracted: Any, f1: float) -> None:
    assert evaluate([gold], [extracted], schema).mean_f1 == f1
