"""Editing the eval schema."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.base.params import Param
from evaljson.comparators import registry
from evaljson.comparators.base import Registered
from evaljson.comparators.registry import comparator_names
from evaljson.transforms.registry import transform_names
from tests.ui.conftest import Open, html_of, said, small
from tests.ui.schema.editing import RIGHT, ROWS, WRONG, edit, schema_of


@pytest.fixture
def page(open_app: Open) -> AppTest:
    return open_app("schema", evaluation=small(two=WRONG))


def test_the_grid_has_one_row_per_field(page: AppTest) -> None:
    assert page.dataframe[0].value["path"].tolist() == ROWS


_WIDE = 492
"""Pixels of columns that are in sight in a window of 1024."""


def test_what_is_edited_most_is_in_sight_in_a_narrow_window(page: AppTest) -> None:
    grid = page.dataframe[0].proto
    shown, columns = list(grid.column_order), json.loads(grid.columns)
    assert set(shown) == set(page.dataframe[0].value), "no column is lost"
    first = shown[:4]
    assert first == ["path", "comparator", "weight", "gold"]
    assert sum(columns[name]["width"] for name in first) <= _WIDE


def test_the_example_of_a_field_is_from_where_it_is_wrong_if_it_is_anywhere(open_app: Open) -> None:
    grid = open_app("schema", evaluation=small(two=[WRONG[1], {**WRONG[0], "a": "1 "}])).dataframe[0]
    assert json.loads(grid.proto.columns)["gold"]["help"] == HELP_OF_GOLD
    rows = grid.value.set_index("path")
    assert (rows.loc["a", "gold"], rows.loc["a", "extracted"]) == ('"1"', '"1 "'), "the record of y, with 2, is right"
    assert rows.loc["a", "wrong"] == 50
    right = open_app("schema", evaluation=small(one=RIGHT)).dataframe[0].value.set_index("path")
    assert right.loc["a", "gold"] == right.loc["a", "extracted"] != ""
    assert right.loc["a", "wrong"] == 0


HELP_OF_GOLD = "An example, from a record where the field is wrong, if there is one."


def test_an_edit_is_applied_and_scored_again(page: AppTest) -> None:
    edit(page, a={"transforms": '["strip"]', "weight": 2.0})
    assert "2 changes not applied yet" in said(page)
    page.button(key="schema.apply").click().run()
    assert schema_of(page)["a"]["x-eval-transform"] == ["strip"]  # type: ignore[index]
    assert schema_of(page)["a"]["x-eval-weight"] == 2  # type: ignore[index]
    assert page.session_state["evaljson.evaluation"].runs["two"].per_field["a"].matches == 2


def test_a_refused_row_says_why_and_the_others_are_applied(page: AppTest) -> None:
    edit(page, a={"threshold": 7.0})
    edit(page, **{"a": {"threshold": 7.0}, "n[].k": {"skip": True}})
    assert "a**, Threshold: x-eval-threshold is a number from 0 to 1, not 7" in said(page)
    page.button(key="schema.apply").click().run()
    assert page.session_state["evaljson.evaluation"].runs["two"].per_field.keys() == {"a", "n"}
    assert "x-eval-threshold" not in schema_of(page)["a"]  # type: ignore[operator]
    assert "a**, Threshold: x-eval-threshold is a number from 0 to 1, not 7" in said(page), (
        "the refused edit waits for correction"
    )
    assert page.dataframe[0].value["threshold"].tolist()[0] == 7


def test_the_json_says_what_is_wrong_and_where(page: AppTest) -> None:
    page.text_area[0].set_value('{"type": "object",').run()
    assert "this is not JSON" in said(page)
    page.text_area[0].set_value('{"type": "object", "properties": {"a": {"type": "sting"}}}').run()
    assert "there is no JSON type 'sting'. Did you mean 'string'?" in said(page)
    assert "Where:** a" in said(page)


def test_a_schema_as_json_is_applied(page: AppTest) -> None:
    schema = {
        "type": "object",
        "x-eval-id": "id",
        "properties": {"a": {"type": "string", "x-eval-transform": ["strip"]}},
    }
    page.text_area[0].set_value(json.dumps(schema)).run()
    page.button(key="schema.apply-json").click().run()
    assert page.session_state["evaljson.evaluation"].runs["two"].per_field["a"].matches == 2


def test_an_unchanged_schema_is_not_offered_to_be_applied(page: AppTest) -> None:
    assert page.button(key="schema.apply").disabled
    assert page.button(key="schema.apply-json").disabled


def test_a_schema_from_a_file_is_taken_with_its_references_resolved(page: AppTest) -> None:
    schema = {
        "type": "object",
        "x-eval-id": "id",
        "properties": {"a": {"$ref": "#/$defs/t"}},
        "$defs": {"t": {"type": "string"}},
    }
    page.file_uploader[0].set_value([("s.json", json.dumps(schema).encode(), "application/json")]).run()
    assert "x-eval-id" in page.session_state["evaljson.evaluation"].schema, "it waits"
    assert "n: field removed" in said(page).replace("*", "")
    page.button(key="schema.apply").click().run()
    assert schema_of(page) == {"a": {"type": "string", "x-eval-compare": "exact"}}


def test_what_had_to_be_simplified_in_a_schema_from_a_file_is_told(page: AppTest) -> None:
    schema = {
        "type": "object",
        "x-eval-id": "id",
        "properties": {"a": {"type": "string"}, "tree": {"$ref": "#/$defs/tree"}},
        "$defs": {"tree": {"type": "object", "properties": {"below": {"$ref": "#/$defs/tree"}}}},
    }
    page.file_uploader[0].set_value([("s.json", json.dumps(schema).encode(), "application/json")]).run()
    assert not page.exception
    assert "⚠ 1 place of this schema had to be simplified: show" in [one.label for one in page.expander]
    assert "tree.below.below.below" in "".join(html_of(page).split("<wbr>"))
    page.run()
    assert "⚠ 1 place of this schema had to be simplified: show" in [one.label for one in page.expander]


def test_a_schema_from_a_file_reads_no_other_file(page: AppTest) -> None:
    schema = {"type": "object", "properties": {"a": {"$ref": "./pyproject.json#/x"}}}
    page.file_uploader[0].set_value([("s.json", json.dumps(schema).encode(), "application/json")]).run()
    assert not page.exception
    assert "pyproject" in said(page)
    assert "is not in this document" in said(page)


def test_a_file_that_is_no_schema_says_so(page: AppTest) -> None:
    page.file_uploader[0].set_value([("s.json", b"[1]", "application/json")]).run()
    assert not page.exception
    assert "What to do" in said(page)


def test_a_chain_of_alignments_is_typed_as_json_applied_and_shown_as_typed(page: AppTest) -> None:
    chain = [{"match_by": "key_field", "key": ["k"]}, {"match_by": "hungarian", "on": ["k"]}]
    edit(page, n={"alignment": json.dumps(chain)})
    assert "1 change not applied yet" in said(page)
    page.button(key="schema.apply").click().run()
    assert schema_of(page)["n"]["x-eval-align"] == chain  # type: ignore[index]
    assert json.loads(page.dataframe[0].value["alignment"].tolist()[ROWS.index("n")]) == chain
    assert page.session_state["evaljson.evaluation"].runs["two"].per_field["n[].k"].matches == 2


def test_an_alignment_that_cannot_be_waits_in_the_grid_with_the_reason(page: AppTest) -> None:
    edit(page, n={"alignment": '[{"match_by": "key_field", "key": "z"}]'})
    assert page.button(key="schema.apply").disabled
    edit(page, a={"skip": True}, n={"alignment": '[{"match_by": "key_field", "key": "z"}]'})
    page.button(key="schema.apply").click().run()
    assert "no field 'z' to align by" in said(page)
    assert page.dataframe[0].value["alignment"].tolist()[ROWS.index("n")] == '[{"match_by": "key_field", "key": "z"}]'


def test_the_list_of_names_is_that_of_the_registries(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    params = (
        Param("depth", "integer", "How far down.", choices=(1, 2), default=1),
        Param("of", "array", "What.", True),
    )
    own = Registered("my_own", registry.get_comparator("exact"), params)
    monkeypatch.setitem(registry._user, "my_own", own)
    table = open_app("schema").dataframe[-1].value
    told = dict(zip(table["Name"], table["Parameters"], strict=True))
    assert told["my_own"] == "depth (integer, one of 1, 2, default 1): How far down.; of (array, required): What."
    assert [name for kind, name in zip(table["Kind"], table["Name"], strict=True) if kind == "comparator"] == (
        comparator_names()
    )
    assert set(table["Name"]) == {*comparator_names(), *transform_names()}
