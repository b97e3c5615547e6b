import copy
import decimal
import json
import logging
import sys
from typing import Any

import pytest

from evaljson.base.errors import SchemaError
from evaljson.schema import parse_eval_schema, resolve_schema_references, resolve_with_report
from evaljson.schema.limits import MAX_SCHEMAS
from tests.cases import read_cases

CASES = read_cases("resolve")
RESOLVED = [case for case in CASES if "resolved" in case]
REFUSED = [case for case in CASES if "error" in case]


def names(cases: list[dict[str, Any]]) -> list[str]:
    return [case["name"] for case in cases]


@pytest.mark.parametrize("case", RESOLVED, ids=names(RESOLVED))
def test_resolves(case: dict[str, Any]) -> None:
    report = resolve_with_report(case["schema"])
    # As text, since 1, 1.0 and true are equal in Python.
    assert json.dumps(report.schema, sort_keys=True) == json.dumps(case["resolved"], sort_keys=True)
    assert [[remark.kind, remark.path] for remark in report.remarks] == case.get("remarks", [])


@pytest.mark.parametrize("case", RESOLVED, ids=names(RESOLVED))
def test_what_had_to_be_decided_is_logged(case: dict[str, Any], caplog: pytest.LogCaptureFixture) -> None:
    assert resolve_schema_references(case["schema"]) == case["resolved"]
    assert [record.getMessage() for record in caplog.records] == [
        str(remark) for remark in resolve_with_report(case["schema"]).remarks
    ]


@pytest.mark.parametrize("case", REFUSED, ids=names(REFUSED))
def test_refuses(case: dict[str, Any]) -> None:
    with pytest.raises(SchemaError, match=case["error"]) as caught:
        resolve_schema_references(case["schema"])
    assert caught.value.path == case["path"]


@pytest.mark.parametrize("case", RESOLVED, ids=names(RESOLVED))
def test_leaves_the_input_alone_and_shares_nothing_with_it(case: dict[str, Any]) -> None:
    schema = copy.deepcopy(case["schema"])
    resolved = resolve_schema_references(schema)
    assert schema == case["schema"]
    scribble(resolved)
    assert schema == case["schema"]


def scribble(node: Any) -> None:
    for inner in list(node.values()) if isinstance(node, dict) else node if isinstance(node, list) else []:
        scribble(inner)
    if isinstance(node, dict):
        node["scribbled"] = True
    elif isinstance(node, list):
        node.append("scribbled")


@pytest.mark.parametrize("case", RESOLVED, ids=names(RESOLVED))
def test_resolving_twice_changes_nothing(case: dict[str, Any], caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.CRITICAL):
        assert resolve_schema_references(case["resolved"]) == case["resolved"]


MISSPELT = "a misspelt x-eval key is kept too, for parsing to refuse"
PARSED = [case for case in RESOLVED if case["name"] != MISSPELT]


@pytest.mark.parametrize("case", PARSED, ids=names(PARSED))
def test_what_is_resolved_can_be_parsed(case: dict[str, Any]) -> None:
    assert parse_eval_schema(case["resolved"]).type == "object"


def test_two_uses_of_a_definition_share_nothing() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/A"}, "b": {"$ref": "#/$defs/A"}},
        "$defs": {"A": {"type": "string", "x-eval-transform": ["strip"]}},
    }
    resolved = resolve_schema_references(schema)
    resolved["properties"]["a"]["x-eval-transform"].append("lowercase")
    assert resolved["properties"]["b"]["x-eval-transform"] == ["strip"]


@pytest.mark.parametrize("schema", [None, True, [], "x", 1])
def test_only_an_object_is_a_schema(schema: Any) -> None:
    with pytest.raises(SchemaError, match="a schema is a JSON object"):
        resolve_schema_references(schema)


def nested(levels: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(levels):
        schema = {"allOf": [{"type": "object", "properties": {"a": schema}}]}
    return schema


def test_a_hundred_levels_are_resolved() -> None:
    resolved = resolve_schema_references(nested(100))
    for _ in range(100):
        resolved = resolved["properties"]["a"]
    assert resolved == {"type": "string"}


@pytest.mark.parametrize("levels", [101, 5_000])
def test_deeper_schemas_are_refused(levels: int) -> None:
    with pytest.raises(SchemaError, match="nested"):
        resolve_schema_references(nested(levels))


def test_a_stack_that_is_nearly_full_is_said_and_not_a_crash() -> None:
    def from_far_down(levels: int) -> dict[str, Any]:
        return from_far_down(levels - 1) if levels else resolve_schema_references(nested(100))

    with pytest.raises(SchemaError, match="nested too deeply"):
        from_far_down(sys.getrecursionlimit() - 300)


@pytest.mark.parametrize(
    ("node", "problem"),
    [
        ({"enum": [decimal.Decimal(1)]}, "take JSON values, not decimal.Decimal"),
        ({"properties": {1: {"type": "string"}}}, "the key 1 of 'properties' is not a string"),
        ({"prefixItems": {"type": "string"}}, '"prefixItems" takes a list'),
        ({"prefixItems": ["string"]}, "a schema is a JSON object, not string"),
        ({"anyOf": ["string"]}, "a schema is a JSON object, not string"),
    ],
)
def test_says_what_is_no_json_schema(node: dict[Any, Any], problem: str) -> None:
    with pytest.raises(SchemaError, match=problem) as caught:
        resolve_schema_references({"type": "object", "properties": {"a": node}})
    assert caught.value.path in ("a", "a[]")


def test_a_schema_that_contains_itself_is_refused() -> None:
    schema: dict[str, Any] = {"type": "object", "properties": {}}
    schema["properties"]["me"] = schema
    with pytest.raises(SchemaError, match="contains itself"):
        resolve_schema_references(schema)


def test_definitions_that_unfold_without_bounds_are_refused() -> None:
    twice = {
        f"d{i}": {"properties": {"a": {"$ref": f"#/$defs/d{i + 1}"}, "b": {"$ref": f"#/$defs/d{i + 1}"}}}
        for i in range(30)
    }
    schema = {"$ref": "#/$defs/d0", "$defs": {**twice, "d30": {"type": "string"}}}
    with pytest.raises(SchemaError, match=f"more than {MAX_SCHEMAS:,} schemas"):
        resolve_schema_references(schema)


def test_long_chains_of_references_are_refused() -> None:
    chain: dict[str, Any] = {f"d{i}": {"$ref": f"#/$defs/d{i + 1}"} for i in range(5_000)}
    with pytest.raises(SchemaError, match="references are nested"):
        resolve_schema_references({"$ref": "#/$defs/d0", "$defs": {**chain, "d5000": {"type": "object"}}})


@pytest.mark.parametrize("dialect", ["urn:unknown", "http://json-schema.org/draft-04/schema#"])
def test_the_dialect_does_not_matter(dialect: str) -> None:
    schema = {
        "$schema": dialect,
        "type": "object",
        "properties": {"a": {"$ref": "#/definitions/A"}},
        "definitions": {"A": {"type": "string"}},
    }
    assert resolve_schema_references(schema)["properties"]["a"] == {"type": "string"}


BY_TYPE: dict[str, Any] = {
    "type": "object",
    "x-eval-by": "kind",
    "x-eval-schemas": {
        "order": {"type": "object", "properties": {"part": {"$ref": "#/$defs/part"}}},
        "note": {
            "type": "object",
            "properties": {"text": {"$ref": "#/$defs/text"}},
            "$defs": {"text": {"type": "string", "enum": ["x"]}},
        },
    },
    "$defs": {
        "part": {"type": "object", "properties": {"parts": {"type": "array", "items": {"$ref": "#/$defs/part"}}}}
    },
}


def test_each_document_type_is_resolved_and_named_in_remarks() -> None:
    report = resolve_with_report(BY_TYPE, recursion=1)
    schemas = report.schema["x-eval-schemas"]
    assert schemas["order"]["properties"]["part"]["properties"]["parts"]["items"]["x-eval-compare"] == "exact"
    assert schemas["note"]["properties"]["text"] == {"type": "string", "enum": ["x"]}
    assert [(remark.kind, remark.path) for remark in report.remarks] == [("cut", "order: part.parts[]")]


def test_document_types_may_stand_behind_a_reference() -> None:
    root = {"$ref": "#/$defs/root", "$defs": {**BY_TYPE["$defs"], "root": {**BY_TYPE, "$defs": {}}}}
    assert resolve_with_report(root, recursion=1) == resolve_with_report(BY_TYPE, recursion=1)


def test_recursion_under_a_condition_is_laid_out_as_any_other() -> None:
    node = {
        "type": "object",
        "properties": {"k": {"type": "string"}},
        "if": {},
        "then": {"properties": {"n": {"$ref": "#"}}},
    }
    assert [(remark.kind, remark.path) for remark in resolve_with_report(node, recursion=2).remarks] == [
        ("condition", "n"),
        ("condition", "n.n"),
        ("cut", "n.n"),
    ]
