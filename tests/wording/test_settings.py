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
        (
            "total",
            {"x-eval-compare": {"numeric": {"tolerance": {"rel": 0.01}}}},
            "total: comparator numeric → numeric 1%",
        ),
        (
            "total",
            {"x-eval-compare": {"fuzzy": {"method": "ratio"}}},
            'total: comparator numeric → fuzzy (method: "ratio")',
        ),
        (
            "total",
            {"x-eval-compare": {"numeric": {"tolerance": {"abs": 0.00005}}}},
            "total: comparator numeric → numeric ±0.00005",
        ),
        ("total", {"x-eval-weight": 0.00005}, "total: weight 1 → 0.00005"),
        ("total", {"x-eval-weight": 3}, "total: weight 1 → 3"),
        ("total", {"x-eval-threshold": 0.8}, "total: threshold none → 0.8"),
        ("total", {"x-eval-skip": True}, "total: skipped"),
        ("total", {"x-eval-transform": ["strip", "lowercase"]}, "total: transforms none → strip, lowercase"),
        ("total", {"x-eval-nulls": {"absent": [None, ""]}}, 'total: null and "" count as absent'),
        (
            "items",
            {"x-eval-align": {"match_by": "hungarian"}},
            "items: elements paired by position → by content",
        ),
        (
            "items",
            {"x-eval-align": {"match_by": "key_field", "key": "sku"}},
            "items: elements paired by position → by the key sku",
        ),
        (
            "items",
            {"x-eval-align": {"match_by": "key_field", "key": ["sku", "lot"], "transform": ["strip", "lowercase"]}},
            "items: elements paired by position → by the key sku and lot, after strip, lowercase",
        ),
        (
            "rates",
            {"x-eval-align": {"match_by": "hungarian"}},
            "rates: elements paired by map key → by content",
        ),
        ("total", {"type": "string"}, 'total: type "number" → "string"'),
        (
            "total",
            {"x-eval-nulls": {"absent": [None], "both_absent": "match"}},
            "total: null counts as absent, absent on both sides is a match",
        ),
        (
            "items",
            {"x-eval-defaults": {"string": {"x-eval-nulls": {"absent": [None]}}}},
            "items: null counts as absent, by default for string",
        ),
        (
            "items",
            {"x-eval-defaults": {"string": {"x-eval-transform": ["strip"]}}},
            "items: transforms by default for string none → strip",
        ),
    ],
)
def test_a_change_is_told_in_words(place: str, setting: dict[str, Any], words: str) -> None:
    after = copy.deepcopy(SCHEMA)
    after["properties"][place] |= setting
    assert [str(change) for change in setting_changes(SCHEMA, after)] == [words]


@pytest.mark.parametrize(
    ("after", "words"),
    [
        ({"absent": [None, ""]}, 'null and "" count as absent; before, null counts as absent'),
        ({"absent": []}, "nothing counts as absent; before, null counts as absent"),
        (None, "nothing counts as absent; before, null counts as absent"),
    ],
)
def test_what_counted_as_absent_before_is_told_where_anything_did(after: dict[str, Any] | None, words: str) -> None:
    old, new = copy.deepcopy(SCHEMA), copy.deepcopy(SCHEMA)
    old["properties"]["total"]["x-eval-nulls"] = {"absent": [None]}
    if after is not None:
        new["properties"]["total"]["x-eval-nulls"] = after
    assert [str(change) for change in setting_changes(old, new)] == [f"total: {words}"]


RUE = {"regex_replace": {"pattern": r"(?i)(?<=\bR)d\.(?=\s|$|[,;:()])", "replacement": "d"}}
RUE_OR_ROUTE = {"regex_replace": {"pattern": r"(?i)(?<=\bR)(?:d|te)\.(?=\s|$|[,;])", "replacement": "d"}}
STRASSE = {"regex_replace": {"pattern": r"str\b", "replacement": "s"}}
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
        (["strip", "lowercase"], ["lowercase", "strip"], "transforms strip, lowercase → lowercase, strip"),
        (["strip", "lowercase"], ["strip"], "transforms strip, lowercase → strip"),
        ([TABLE], [{"map_values": {"values": {"Stck": "box"}}}],
         'transforms map_values (values: {"Stck": "Stk"}) → map_values (values: {"Stck": "box"})'),
        (["strip"], ["strip", RUE, STRASSE, "lowercase", RUE],
         "also replaces 2 patterns, lowercase, replaces 1 pattern"),
        ([RUE], [RUE_OR_ROUTE], "transforms replaces 1 pattern → the same with other patterns"),
        ([RUE], [STRASSE], "transforms replaces 1 pattern → replaces “str\\b” by “s”"),
        ([RUE, STRASSE], ["strip", RUE], "transforms replaces 2 patterns → strip, replaces 1 pattern"),
        (["strip"], ["strip", {"regex_replace": {"pattern": "^Lot "}}], "also removes “^Lot ”"),
        (["strip"], ["strip", 3], 'transforms strip → ["strip", 3]'),
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


def _with(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


TEXT: dict[str, Any] = {"type": "string"}


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (_with(), _with(total=TEXT, total_net=TEXT), ["total: field added", "total_net: field added"]),
        (_with(a=TEXT, ab=TEXT), _with(), ["a: field removed", "ab: field removed"]),
        (_with(), _with(talk={"x-eval-skip": True}), ["talk: field added, in no figure (skipped)"]),
        (_with(talk={"x-eval-skip": True}), _with(), ["talk: field removed"]),
        (_with(id_type=TEXT), _with(id=TEXT), ["id: field added", "id_type: field removed"]),
        (_with(), _with(of=_with(a=TEXT), **{"of: a": TEXT}), ["of: field added", "of: a: field added"]),
        ({"x-eval-schemas": {"x": _with(a=TEXT)}}, {"x-eval-schemas": {"x": _with(ab=TEXT), "y": _with(a=TEXT)}},
         ["x: ab: field added", "y: document type added", "x: a: field removed"]),
    ],
)  # fmt: skip
def test_fields_whose_names_begin_alike_are_each_told(before: Any, after: Any, words: list[str]) -> None:
    assert [str(change) for change in setting_changes(before, after)] == words


NULL, BOTH = {"absent": [None]}, {"absent": [None, ""]}
HEAVY = {"x-eval-defaults": {"string": {"x-eval-weight": 3}}}


@pytest.mark.parametrize(
    ("around", "before", "after", "words"),
    [
        ({"x-eval-nulls": BOTH}, {"x-eval-nulls": NULL}, {},
         'null and "" count as absent; before, null counts as absent'),
        ({"x-eval-nulls": BOTH}, {}, {"x-eval-nulls": NULL},
         'null counts as absent; before, null and "" count as absent'),
        (HEAVY, {}, {"x-eval-weight": 2}, "weight 3 → 2"),
        (HEAVY, {"x-eval-weight": 2}, {}, "weight 2 → 3"),
        (HEAVY, {"x-eval-weight": 3}, {}, "weight 3, as before"),
        ({}, {}, {"x-eval-skip": False}, "skip false, as before"),
        ({}, {"x-eval-compare": "exact"}, {"x-eval-compare": {"exact": {}}}, "comparator exact, as before"),
        ({}, {"x-eval-transform": [{"regex_replace": {"pattern": "a"}}, "strip"]},
         {"x-eval-transform": [{"regex_replace": {"pattern": "a"}}, {"strip": {}}]},
         "transforms removes “a”, strip, as before"),
    ],
)  # fmt: skip
def test_a_setting_that_comes_or_goes_is_told_with_what_is_inherited(
    around: Any, before: Any, after: Any, words: str
) -> None:
    old, new = ({**_with(a={**TEXT, **setting}), **around} for setting in (before, after))
    assert [str(change) for change in setting_changes(old, new)] == [f"a: {words}"]


LONG = [f"not available {number}" for number in range(9)]


@pytest.mark.parametrize(
    ("key", "of"),
    [
        ("x-eval-transform", lambda values: [{"null_if": {"values": values}}]),
        ("x-eval-compare", lambda values: {"oneof": {"values": values}}),
    ],
)
def test_long_tables_that_differ_at_their_end_have_other_values(key: str, of: Any) -> None:
    before, after = (_with(a={**TEXT, key: of(values)}) for values in (LONG, LONG[:-1]))
    (change,) = setting_changes(before, after)
    assert change.in_words().endswith(" → the same with other values")


def test_a_difference_within_both_tolerances_matches_so_both_are_told() -> None:
    both = {"x-eval-compare": {"numeric": {"tolerance": {"rel": 0.01, "abs": 0.5}}}}
    (change,) = setting_changes(_with(a={"type": "number"}), _with(a={"type": "number", **both}))
    assert change.in_words() == "comparator by type → numeric 1% and ±0.5"


def test_the_record_itself_and_document_types_are_named() -> None:
    after = {**SCHEMA, "x-eval-id": "number"}
    assert [str(change) for change in setting_changes(SCHEMA, after)] == ["the record: record id id → number"]
    by = {"type": "object", "x-eval-by": "kind", "x-eval-schemas": {"x": SCHEMA}}
    other = copy.deepcopy(by)
    other["x-eval-schemas"]["x"]["properties"]["total"]["x-eval-weight"] = 2  # type: ignore[index]
    assert [str(change) for change in setting_changes(by, other)] == ["x: total: weight 1 → 2"]


def test_equal_schemas_have_no_changes() -> None:
    assert setting_changes(SCHEMA, copy.deepcopy(SCHEMA)) == []
