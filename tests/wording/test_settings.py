"""What differs between two schemas, in words."""

import copy
from typing import Any

import pytest

from evaljson.wording.settings import setting_changes

SCHEMA: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {
        "total": {"type": "number", "x-eval-compare": "numeric"},
        "items": {"type": "array", "items": {"type": "object", "properties": {"sku": {"type": "string"}}}},
        "rates": {"type": "object", "additionalProperties": {"type": "number"}},
    },
}


@pytest.mark.parametrize(
    ("place", "setting", "words"),
    [
        ("total", {"x-eval-compare": {"numeric": {"tolerance": {"rel": 0.01}}}}, "total: numeric to numeric 1%"),
        ("total", {"x-eval-compare": {"fuzzy": {"method": "ratio"}}}, 'total: numeric to fuzzy (method: "ratio")'),
        ("total", {"x-eval-weight": 3}, "total: weight 1 to 3"),
        ("total", {"x-eval-threshold": 0.8}, "total: threshold none to 0.8"),
        ("total", {"x-eval-skip": True}, "total: skipped"),
        ("total", {"x-eval-transform": ["strip", "lowercase"]}, "total: transforms none to strip, lowercase"),
        ("total", {"x-eval-nulls": {"absent": [None, ""]}}, 'total: nulls none to null, "" as absent'),
        (
            "items",
            {"x-eval-align": {"match_by": "hungarian"}},
            "items: elements paired by content instead of by position",
        ),
        (
            "items",
            {"x-eval-align": {"match_by": "key_field", "key": "sku"}},
            "items: elements paired by the key sku instead of by position",
        ),
        (
            "rates",
            {"x-eval-align": {"match_by": "hungarian"}},
            "rates: elements paired by content instead of by map key",
        ),
        ("total", {"type": "string"}, 'total: type "number" to "string"'),
        (
            "items",
            {"x-eval-defaults": {"string": {"x-eval-transform": ["strip"]}}},
            "items: transforms by default for string none to strip",
        ),
    ],
)
def test_a_change_is_told_in_words(place: str, setting: dict[str, Any], words: str) -> None:
    after = copy.deepcopy(SCHEMA)
    after["properties"][place] |= setting
    assert [str(change) for change in setting_changes(SCHEMA, after)] == [words]


TABLE = {"map_values": {"values": {"Stck": "Stk"}}}


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (["lowercase"], ["lowercase", {"map_values": {"values": {"a": "x", "b": "x", "c": 1}}}], "also maps 3 values"),
        (["strip"], ["strip", "lowercase", "sort_tokens"], "also lowercase, sort_tokens"),
        (["strip"], ["strip", {"null_if": {"values": ["n/a"]}}], "also reads 1 value as null"),
        ([TABLE], [{"map_values": {"values": {"Stck": "Stk", "pcs": "Stk"}}}], "also maps 1 more value"),
        ([TABLE, "strip"], [{"map_values": {"values": {"Stck": "Stk", "pcs": "Stk"}}}, "strip", "lowercase"],
         "also maps 1 more value, lowercase"),
        (["strip", "lowercase"], ["lowercase", "strip"], "transforms strip, lowercase to lowercase, strip"),
        (["strip", "lowercase"], ["strip"], "transforms strip, lowercase to strip"),
        ([TABLE], [{"map_values": {"values": {"Stck": "box"}}}],
         'transforms map_values (values: {"Stck": "Stk"}) to map_values (values: {"Stck": "box"})'),
        (["strip"], ["strip", 3], 'transforms strip to ["strip", 3]'),
    ],
)  # fmt: skip
def test_of_a_chain_that_grows_only_what_is_added_is_told(before: list[Any], after: list[Any], words: str) -> None:
    old, new = copy.deepcopy(SCHEMA), copy.deepcopy(SCHEMA)
    old["properties"]["total"]["x-eval-transform"], new["properties"]["total"]["x-eval-transform"] = before, after
    assert [str(change) for change in setting_changes(old, new)] == [f"total: {words}"]


def test_fields_that_come_and_go_are_told_once_with_all_inside() -> None:
    after = copy.deepcopy(SCHEMA)
    del after["properties"]["items"]
    assert [str(change) for change in setting_changes(SCHEMA, after)] == ["items: field removed"]
    assert [str(change) for change in setting_changes(after, SCHEMA)] == ["items: field added"]


def test_the_record_itself_and_document_types_are_named() -> None:
    after = {**SCHEMA, "x-eval-id": "number"}
    assert [str(change) for change in setting_changes(SCHEMA, after)] == ["the record: record id id to number"]
    by = {"type": "object", "x-eval-by": "kind", "x-eval-schemas": {"x": SCHEMA}}
    other = copy.deepcopy(by)
    other["x-eval-schemas"]["x"]["properties"]["total"]["x-eval-weight"] = 2  # type: ignore[index]
    assert [str(change) for change in setting_changes(by, other)] == ["x: total: weight 1 to 2"]


def test_equal_schemas_have_no_changes() -> None:
    assert setting_changes(SCHEMA, copy.deepcopy(SCHEMA)) == []
