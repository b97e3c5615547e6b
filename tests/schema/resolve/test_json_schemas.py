"""Whole schemas, as libraries write them: literal output of Zod, zod-to-json-schema and Pydantic, OpenAPI, by hand."""

from typing import Any

import pytest

from evaljson.schema import annotate_xeval, parse_eval_schema, resolve_with_report
from tests.cases import read_cases

CASES = read_cases("json_schemas")
each_schema = pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])


@each_schema
def test_every_field_has_its_type(case: dict[str, Any]) -> None:
    tree = parse_eval_schema(resolve_with_report(case["schema"]).schema)
    assert {node.path: node.type for node in tree.leaves()} == {
        path: tuple(type_) if isinstance(type_, list) else type_ for path, type_ in case["fields"].items()
    }


@each_schema
def test_what_was_decided_is_said(case: dict[str, Any]) -> None:
    assert [[remark.kind, remark.path] for remark in resolve_with_report(case["schema"]).remarks] == case["remarks"]


@each_schema
def test_defaults_can_be_written_down_and_resolving_again_changes_nothing(case: dict[str, Any]) -> None:
    annotated = annotate_xeval(resolve_with_report(case["schema"]).schema)
    again = resolve_with_report(annotated)
    assert again.schema == annotated
    assert again.remarks == ()


@each_schema
def test_nothing_that_is_set_is_lost(case: dict[str, Any]) -> None:
    resolved = resolve_with_report(case["schema"]).schema
    assert settings(case["schema"].get("properties", {})) == settings(
        {
            key: resolved["properties"][key]
            for key in case["schema"].get("properties", {})
            if key in resolved["properties"]
        }
    )


def settings(fields: dict[str, Any]) -> dict[str, Any]:
    """The `x-eval-*` keys of the fields of a record."""
    return {
        f"{name}: {key}": value
        for name, node in fields.items()
        for key, value in node.items()
        if key.startswith("x-eval-")
    }
