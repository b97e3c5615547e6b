"""Cells of the schema grid into the schema, and back."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.schema import parse_eval_schema
from evaljson.ui.schema.grid import shown_paths
from evaljson.ui.schema.json_tab import json_steps
from evaljson.workspace.schema_grid import apply_edits, cells_by_path, grid_of, with_inherited

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "a": {"type": "string", "x-eval-compare": {"oneof": {"values": ["x"]}}},
        "n": {
            "type": "array",
            "items": {"type": "object", "properties": {"k.v": {"type": "integer"}, "w": {"type": "string"}}},
        },
        "m": {"type": "object", "additionalProperties": {"type": "number"}},
    },
}


ALIGNMENTS: list[Any] = [
    {"match_by": "key_field", "key": ["k.v", "w"]},
    {"match_by": "key_field", "key": "w", "transform": ["strip"]},
    {"match_by": "hungarian", "on": ["k.v"]},
    [{"match_by": "key_field", "key": "k.v"}, {"match_by": "hungarian", "min_score": 0.5}],
]


@pytest.mark.parametrize(
    ("path", "cells", "key", "written"),
    [
        ("a", {"comparator": "exact"}, "x-eval-compare", "exact"),
        ("a", {"parameters": '{"values": ["y"]}'}, "x-eval-compare", {"oneof": {"values": ["y"]}}),
        ("a", {"transforms": '["strip"]'}, "x-eval-transform", ["strip"]),
        ("a", {"transforms": "lowercase, strip"}, "x-eval-transform", ["lowercase", "strip"]),
        ("a", {"transforms": " strip "}, "x-eval-transform", ["strip"]),
        ("a", {"nulls": '{"absent": [null]}'}, "x-eval-nulls", {"absent": [None]}),
        ("a", {"weight": 2.0}, "x-eval-weight", 2),
        ("a", {"threshold": 0.5}, "x-eval-threshold", 0.5),
        ("a", {"skip": True}, "x-eval-skip", True),
        ("n", {"alignment": "hungarian"}, "x-eval-align", {"match_by": "hungarian"}),
        ("n", {"alignment": "key_field: k.v"}, "x-eval-align", {"match_by": "key_field", "key": "k.v"}),
        (
            "n",
            {"alignment": '{"match_by":"hungarian","min_score":0.2}'},
            "x-eval-align",
            {"match_by": "hungarian", "min_score": 0.2},
        ),
        ("n", {"alignment": " key_field:k.v "}, "x-eval-align", {"match_by": "key_field", "key": "k.v"}),
        *(("n", {"alignment": json.dumps(entry)}, "x-eval-align", entry) for entry in ALIGNMENTS),
        ("m", {"alignment": "hungarian"}, "x-eval-align", {"match_by": "hungarian"}),
        ("m", {"alignment": "map_key"}, "x-eval-align", {"match_by": "map_key"}),
    ],
)
def test_a_cell_becomes_a_setting(path: str, cells: dict[str, Any], key: str, written: Any) -> None:
    schema, refused = apply_edits(SCHEMA, {path: cells})
    assert not refused
    assert schema["properties"][path][key] == written


@pytest.mark.parametrize(
    ("path", "cells", "reason"),
    [
        ("a", {"parameters": '{"values": 1}'}, "'values' of comparator 'oneof' takes an array"),
        ("a", {"comparator": "regex", "parameters": '{"pattern": "("}'}, "'(' is not a regular expression"),
        ("a", {"parameters": "{"}, "parameters is not JSON"),
        ("a", {"parameters": "{"}, 'Write it like {"tolerance": {"abs": 0.01}}'),
        ("a", {"transforms": "strip, lowrcase"}, "Did you mean 'lowercase'?"),
        ("a", {"transforms": '["strip"'}, 'Write it like lowercase, strip or ["lowercase", "strip"]'),
        ("a", {"nulls": "null, 0"}, 'Write it like {"absent": [null, ""]}'),
        ("a", {"parameters": "[1]"}, "parameters are an object"),
        ("a", {"transforms": '["stip"]'}, "Did you mean 'strip'?"),
        ("a", {"weight": -1}, "x-eval-weight is a number from 0 to 1e200"),
        ("a", {"alignment": "ordered"}, "x-eval-align belongs on an array, or on a map"),
        ("m", {"alignment": "ordered"}, "the entries of a map have no order"),
        ("n", {"alignment": "map_key"}, "map_key pairs the entries of a map"),
        ("n", {"alignment": "key_field: z"}, "no field 'z' to align by"),
        ("n", {"alignment": "key_field:"}, "no field '' to align by"),
        ("n", {"alignment": "hungarain"}, "Did you mean 'hungarian'?"),
        ("n", {"alignment": "[]"}, "names at least one strategy"),
        ("n", {"alignment": '[{"match_by": "hungarian"}, 7]'}, "not 7"),
        ("n", {"alignment": '["ordered"'}, "alignment is not JSON"),
        ("m", {"threshold": 0.5}, "belongs on a field that is compared as one value"),
    ],
)
def test_a_cell_that_cannot_be_used_is_refused_with_the_reason(path: str, cells: dict[str, Any], reason: str) -> None:
    schema, refused = apply_edits(SCHEMA, {path: cells})
    assert schema == SCHEMA
    assert [row.path for row in refused] == [path]
    assert reason in refused[0].reason


@pytest.mark.parametrize(
    ("cells", "taken", "left"),
    [
        ({"comparator": "exact", "parameters": "{"}, {"x-eval-compare": "exact"}, [{"parameters": "{"}]),
        (
            {"comparator": "exact", "parameters": "{", "weight": 2, "nulls": "["},
            {"x-eval-compare": "exact", "x-eval-weight": 2},
            [{"parameters": "{"}, {"nulls": "["}],
        ),
        (  # parameters that the comparator of before would take were not typed for it
            {"comparator": "exct", "parameters": '{"values": ["y"]}', "skip": True},
            {"x-eval-compare": {"oneof": {"values": ["x"]}}, "x-eval-skip": True},
            [{"comparator": "exct", "parameters": '{"values": ["y"]}'}],
        ),
    ],
)
def test_a_refused_cell_does_not_hinder_the_others_of_its_row(
    cells: dict[str, Any], taken: dict[str, Any], left: list[Any]
) -> None:
    schema, refused = apply_edits(SCHEMA, {"a": cells})
    assert schema["properties"]["a"] == {"type": "string", **taken}
    assert [one.cells for one in refused] == left
    assert apply_edits(schema, cells_by_path(refused))[0] == schema


def test_cells_that_are_only_possible_one_after_another_are_all_taken_whatever_else_is_refused() -> None:
    whole, _ = apply_edits(SCHEMA, {"m": {"comparator": "exact", "threshold": 0.5}})
    schema, refused = apply_edits(whole, {"m": {"comparator": "", "threshold": None, "nulls": "["}})
    assert schema["properties"]["m"] == SCHEMA["properties"]["m"]
    assert [one.columns for one in refused] == ["Nulls"]


def test_another_comparator_drops_the_parameters_of_the_one_before() -> None:
    schema, _ = apply_edits(SCHEMA, {"a": {"comparator": "exact"}})
    assert schema["properties"]["a"]["x-eval-compare"] == "exact"


@pytest.mark.parametrize("cells", [{"weight": None}, {"weight": float("nan")}, {"transforms": ""}, {"skip": False}])
def test_an_emptied_cell_takes_the_setting_out(cells: dict[str, Any]) -> None:
    full, _ = apply_edits(SCHEMA, {"a": {"weight": 2, "transforms": '["strip"]', "skip": True}})
    schema, refused = apply_edits(full, {"a": cells})
    assert not refused
    assert len(schema["properties"]["a"]) == len(full["properties"]["a"]) - 1


def test_a_refused_row_does_not_hinder_the_others_and_the_schema_given_is_not_changed() -> None:
    schema, refused = apply_edits(SCHEMA, {"a": {"weight": -1}, "n[]['k.v']": {"weight": 3}, "m.*": {"skip": True}})
    assert [row.path for row in refused] == ["a"]
    assert schema["properties"]["n"]["items"]["properties"]["k.v"]["x-eval-weight"] == 3
    assert schema["properties"]["m"]["additionalProperties"]["x-eval-skip"] is True
    assert "x-eval-weight" not in SCHEMA["properties"]["n"]["items"]["properties"]["k.v"]


def test_the_grid_holds_text_numbers_and_flags_only() -> None:
    grid = grid_of(parse_eval_schema(SCHEMA), {"a": {"weight": 7}})
    assert grid["path"].tolist() == ["a", "n", "n[]", "n[]['k.v']", "n[].w", "m", "m.*"]
    assert grid["parameters"].tolist()[0] == '{"values":["x"]}'
    assert grid["weight"].tolist()[0] == 7
    assert {str(kind) for kind in grid.dtypes} == {"str", "float64", "bool"}


@pytest.mark.parametrize("entry", [{"ordered": True}, {"match_by": "hungarian"}, *ALIGNMENTS])
def test_an_alignment_goes_into_the_grid_and_back_unchanged(entry: Any) -> None:
    schema, _ = apply_edits(SCHEMA, {"n": {"alignment": json.dumps(entry)}})
    shown = grid_of(parse_eval_schema(schema)).set_index("path")["alignment"]["n"]
    again, refused = apply_edits(SCHEMA, {"n": {"alignment": shown}})
    assert not refused
    assert again["properties"]["n"]["x-eval-align"] == entry


def test_another_setting_of_a_row_leaves_a_chain_of_alignments_as_it_is() -> None:
    schema, _ = apply_edits(SCHEMA, {"n": {"alignment": json.dumps(ALIGNMENTS[-1])}})
    weighted, refused = apply_edits(schema, {"n": {"weight": 2}})
    assert not refused
    assert weighted["properties"]["n"]["x-eval-align"] == ALIGNMENTS[-1]


def test_a_map_shows_how_its_entries_pair_up_and_other_objects_nothing() -> None:
    schema = {"type": "object", "properties": {**SCHEMA["properties"], "o": {"type": "object", "properties": {}}}}
    shown = grid_of(parse_eval_schema(schema)).set_index("path")["alignment"]
    assert {path: shown[path] for path in ("m", "m.*", "n", "o")} == {
        "m": "map_key", "m.*": "", "n": "ordered", "o": "",
    }  # fmt: skip


def test_an_array_compared_as_one_value_shows_no_alignment_that_it_does_not_have() -> None:
    schema = {"type": "object", "properties": {"s": {"type": "array", "x-eval-compare": "exact"}}}
    assert grid_of(parse_eval_schema(schema))["alignment"].tolist() == [""]


NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=4)
NODES = st.fixed_dictionaries(
    {"type": st.just("string")},
    optional={
        "x-eval-compare": st.sampled_from(["exact", {"fuzzy": {"method": "partial"}}]),
        "x-eval-transform": st.lists(
            st.sampled_from(["strip", "lowercase", {"split": {"separator": ", "}}]), max_size=3
        ),
        "x-eval-weight": st.sampled_from([0, 1, 2.5]),
        "x-eval-threshold": st.sampled_from([0, 0.25, 1]),
        "x-eval-nulls": st.sampled_from([{"absent": [None, ""]}, {"absent": [], "both_absent": "match"}]),
        "x-eval-skip": st.just(True),
    },
)


@given(st.dictionaries(NAMES, NODES, min_size=1, max_size=4), st.data())
def test_all_cells_of_a_row_typed_again_are_the_same_settings(fields: dict[str, Any], data: st.DataObject) -> None:
    schema = {"type": "object", "properties": fields}
    rows: dict[Any, Any] = grid_of(parse_eval_schema(schema)).set_index("path").to_dict("index")
    path = data.draw(st.sampled_from(list(rows)))
    bare = {"type": "object", "properties": {name: {"type": "string"} for name in fields}}
    cells = {name: cell for name, cell in rows[path].items() if name != "type"}
    changed, refused = apply_edits(bare, {path: cells})
    assert not refused
    again = grid_of(parse_eval_schema(changed)).set_index("path").to_dict("index")[path]
    assert repr(again) == repr(rows[path])


@pytest.mark.parametrize(
    ("path", "steps"),
    [
        ("a", ["properties", "a"]),
        ("n[].k", ["properties", "n", "items", "properties", "k"]),
        ("m.*", ["properties", "m", "additionalProperties"]),
        ("['odd.key']", ["properties", "odd.key"]),
        ("a[x", []),
    ],
)
def test_a_path_leads_to_its_place_in_the_json(path: str, steps: list[str]) -> None:
    assert json_steps(path) == steps


def test_long_paths_are_shortened_so_that_more_of_their_end_is_left_as_far_as_they_stay_apart() -> None:
    long = "line_items[].product.{}.of_the_manufacturer"
    paths = ["total", "line_items[].product.manufacturer.name", long.format("name"), long.format("city")]
    assert shown_paths(paths) == ["total", "line_ite…anufacturer.name", *paths[2:]]


BY_DEFAULT: dict[str, Any] = {
    "type": "object",
    "x-eval-defaults": {
        "string": {
            "x-eval-compare": {"fuzzy": {"method": "ratio"}},
            "x-eval-transform": ["strip"],
            "x-eval-nulls": {"absent": [""]},
            "x-eval-skip": True,
            "x-eval-weight": 2,
        }
    },
    "properties": {"a": {"type": "string"}, "n": {"type": "number"}},
}


def test_a_row_shows_what_defaults_give_it_and_where_from() -> None:
    tree = parse_eval_schema(BY_DEFAULT)
    rows: dict[Any, Any] = with_inherited(grid_of(tree), tree).set_index("path").to_dict("index")
    row = rows["a"]
    assert (row["comparator"], row["transforms"], row["weight"], row["skip"]) == ("fuzzy", "strip", 2, True)
    assert row["inherited"].endswith("from the defaults of the record for string")
    assert rows["n"]["inherited"] == ""
    assert "inherited" not in with_inherited(grid_of(parse_eval_schema(SCHEMA)), parse_eval_schema(SCHEMA))


@pytest.mark.parametrize(
    ("cells", "written"),
    [
        ({"transforms": ""}, {"x-eval-transform": []}),
        ({"nulls": ""}, {"x-eval-nulls": {"absent": []}}),
        ({"skip": False}, {"x-eval-skip": False}),
        ({"weight": None}, {"x-eval-weight": 1}),
        ({"transforms": "lowercase"}, {"x-eval-transform": ["lowercase"]}),
        ({"parameters": '{"method": "partial"}'}, {"x-eval-compare": {"fuzzy": {"method": "partial"}}}),
    ],
)
def test_an_edit_of_what_defaults_give_is_written_at_the_field(cells: dict[str, Any], written: dict[str, Any]) -> None:
    changed, refused = apply_edits(BY_DEFAULT, {"a": cells})
    assert not refused
    assert changed["properties"]["a"] == {"type": "string", **written}
    assert changed["x-eval-defaults"] == BY_DEFAULT["x-eval-defaults"]
