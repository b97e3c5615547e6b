"""Parsing a changed schema again gives what parsing it from scratch gives, and makes only what differs."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from evaljson.base.errors import SchemaError
from evaljson.schema.parse.parse import parse_again, parse_eval_schema
from evaljson.suggest.edit import Edit, edited

LEAF = {"type": "string"}
ITEM = {"type": "object", "x-eval-weight": 2, "properties": {"sku": LEAF, "note": LEAF}}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "a": {"type": "object", "properties": {"b": LEAF, "c": LEAF}},
        "list": {"type": "array", "items": ITEM},
        "map": {"type": "object", "additionalProperties": LEAF},
        "odd.key": LEAF,
    },
}
TYPED = {
    "type": "object",
    "x-eval-nulls": {"absent": [None]},
    "x-eval-by": "kind",
    "x-eval-schemas": {"x": SCHEMA, "y": {"type": "object", "properties": {"list": {"type": "array", "items": ITEM}}}},
}
EDITS = [
    Edit("a.b", ("lowercase",)),
    Edit("a", absent=(None,)),
    Edit("list", align={"match_by": "hungarian"}),
    Edit("list[].sku", compare="fuzzy"),
    Edit("map.*", skip=True),
    Edit("['odd.key']", ("lowercase",)),
    Edit("gone", skip=True),
]


@pytest.mark.parametrize("edit", EDITS, ids=str)
@pytest.mark.parametrize("schema", [SCHEMA, TYPED], ids=["one", "typed"])
def test_it_is_what_parsing_from_scratch_gives(schema: dict[str, Any], edit: Edit) -> None:
    before = copy.deepcopy(schema)
    changed = edited(schema, edit)
    assert parse_again(changed, parse_eval_schema(schema)) == parse_eval_schema(copy.deepcopy(changed))
    assert schema == before, "the schema itself stays as it is"


def test_what_does_not_differ_is_taken_over() -> None:
    old = parse_eval_schema(SCHEMA)
    new = parse_again(edited(SCHEMA, Edit("a.b", ("lowercase",))), old)
    assert new.properties["list"] is old.properties["list"]
    assert new.properties["a"].properties["c"] is old.properties["a"].properties["c"]
    assert new.properties["a"].properties["b"] is not old.properties["a"].properties["b"]


def test_an_inherited_policy_or_weight_reaches_what_was_written_the_same() -> None:
    old, heavier = parse_eval_schema(SCHEMA), {**SCHEMA, "x-eval-weight": 3}
    assert parse_again(heavier, old) == parse_eval_schema(heavier)
    assert parse_again(heavier, old).properties["a"].properties["b"].total_weight == 3


def test_an_edit_of_one_place_leaves_others_alone_that_share_its_dict() -> None:
    twice = {"type": "object", "properties": {"x": LEAF, "y": LEAF}}
    changed = edited(twice, Edit("x", ("lowercase",)))
    assert "x-eval-transform" in changed["properties"]["x"]
    assert "x-eval-transform" not in changed["properties"]["y"]


def test_a_wrong_setting_is_refused_with_its_path() -> None:
    wrong = {**SCHEMA, "properties": {**SCHEMA["properties"], "a": {"type": "string", "x-eval-compare": "nothing"}}}
    with pytest.raises(SchemaError, match="nothing"):
        parse_again(wrong, parse_eval_schema(SCHEMA))
