"""The studio: what an edit would do, the panel of a field, versions, and the ways to begin."""

import json
import re
from dataclasses import replace
from functools import partial
from typing import Any

import pandas as pd
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from evaljson.schema import annotate_xeval, infer_schema
from evaljson.ui.schema import json_tab, what_if
from evaljson.ui.schema import page as studio
from evaljson.ui.schema.previews import previews
from evaljson.ui.session import server
from evaljson.workspace.judge_choice import JudgeChoice
from tests.ui.conftest import Open, html_of, loaded, said, small
from tests.ui.judge.judging import judged, put
from tests.ui.schema.test_page import ROWS, edit, schema_of

WRONG = [{"id": "x", "a": " 1", "n": [{"k": 2}, {"k": 1}]}, {"id": "y", "a": "2", "n": []}]
RIGHT = [{"id": "x", "a": "1", "n": [{"k": 1}, {"k": 3}]}, {"id": "y", "a": "2", "n": []}]


@pytest.fixture
def page(open_app: Open) -> AppTest:
    return open_app("schema", evaluation=small(one=RIGHT, two=WRONG), field="a", a="two")


def text(page: AppTest) -> str:
    return said(page).replace("*", "")


def figures(page: AppTest, of_field: bool = False) -> Any:
    tables = re.findall(r'<table class="ej-fx" aria-label="(?:All fields|The field alone)".*?</table>', html_of(page))
    heads, *rows = [re.findall(r"<t[hd].*?>(?:<bdi>)?([^<]*)", row) for row in tables[of_field].split("<tr>")[1:]]
    return pd.DataFrame(rows, columns=heads).set_index("Variant")


def find(page: AppTest, kind: str, ending: str) -> Any:
    """The widget of the panel whose key ends so: its number changes with each edit from elsewhere."""
    return next(one for one in getattr(page, kind) if (one.key or "").endswith(ending))


def versions(page: AppTest) -> list[Any]:
    return server.store().schemas.all(str(page.query_params["eval"]))


def schema_in_draft(page: AppTest) -> Any:
    """The fields as the JSON tab has them."""
    return json.loads(str(page.text_area[0].value))["properties"]


def message(page: AppTest, words: str) -> AppTest:
    box = next(one for one in page.text_input if (one.key or "").startswith("studio.message"))
    return box.set_value(words).run()


def apply(page: AppTest, **cells: dict[str, object]) -> AppTest:
    edit(page, **cells)
    return page.button(key="schema.apply").click().run()


# What-if


def test_an_edit_shows_each_variant_before_and_after(page: AppTest) -> None:
    edit(page, a={"transforms": "strip"})
    found = figures(page)
    assert found.loc["two", "F1"] == "50.0 → 66.7"
    assert found.loc["two", "Change"] == "+16.7"
    assert found.loc["one", "Change"] == "unchanged"
    assert found["Records"].tolist() == ["▲ 0 ▼ 0", "▲ 1 ▼ 0"]
    assert figures(page, of_field=True).loc["two", "F1"] == "50.0 → 100.0"


def test_a_weight_moves_records_whose_results_stay_as_they_are(open_app: Open) -> None:
    page = open_app("schema", evaluation=small(one=RIGHT, two=WRONG), field="a", a="one")
    edit(page, a={"weight": 3})
    assert not page.error
    assert "Its results stay as they are; they weigh otherwise." in text(page)


def test_the_records_that_flip_are_links_with_what_flips(page: AppTest) -> None:
    edit(page, a={"transforms": "strip"})
    assert "1 record up in two" in text(page)
    links = page.get("page_link")
    assert [link.proto.label for link in links] == ["x"]
    assert "gold 1" not in html_of(page)
    assert "✗ wrong" in html_of(page)
    assert "✓ match" in html_of(page)


def test_a_flip_tells_absent_from_null_shows_spaces_and_begins_with_the_field_that_is_open(open_app: Open) -> None:
    gold: list[Any] = [{"id": "x", "a": None, "b": "Anna Okafor"}, {"id": "y", "a": "1", "b": "Bo"}]
    made = replace(
        small(one=[{"id": "x", "b": "Anna  Okafor "}, {"id": "y", "a": "1", "b": "Bo"}]),
        gold=loaded(gold, "gold.json"),
        schema={**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"},
    )
    page = open_app("schema", evaluation=made, field="b", a="one")
    nulls = {"nulls": '{"absent": [null], "both_absent": "match"}'}
    page.session_state[f"schema.grid.{page.session_state['evaljson.turn']}"] = {
        "edited_rows": {0: nulls, 1: {"transforms": "normalize_whitespace"}}
    }
    page.run()
    words = re.sub("<.*?>", "", html_of(page))
    assert "gold null, extracted absent" in words
    assert "gold Anna Okafor, extracted Anna␣␣Okafor␣" in words
    assert words.index("gold Anna") < words.index("gold null")
    assert text(page).index("- b: transforms") < text(page).index("- a: nulls")


@pytest.mark.parametrize(
    ("cells", "told"),
    [({}, "- a: no edit of this field itself"), ({"nulls": "["}, "- a: waits until it is corrected, and is not in")],
)
def test_what_would_change_begins_with_the_field_that_is_open(
    page: AppTest, cells: dict[str, object], told: str
) -> None:
    edit(page, n={"weight": 2}, a=cells)
    assert text(page).index(told) < text(page).index("- n: weight")


def test_a_change_that_only_helps_says_so(page: AppTest) -> None:
    edit(page, a={"transforms": "strip"})
    assert "This only makes scoring more lenient" in said(page)
    edit(page, a={"transforms": "", "skip": True})
    assert "This only makes scoring more lenient" not in said(page)


def test_another_order_of_the_variants_is_told(page: AppTest) -> None:
    edit(page, a={"transforms": "strip"}, n={"alignment": "hungarian"})
    assert "the variants come in another order" in said(page)
    edit(page, a={"transforms": "strip"}, n={"alignment": "ordered"})
    assert "The order of the variants stays" in said(page)


def test_nothing_is_stored_by_looking(page: AppTest) -> None:
    edit(page, a={"transforms": "strip"})
    assert len(versions(page)) == 1
    assert len(server.store().runs.all(str(page.query_params["eval"]))) == 2


def test_with_many_variants_the_chosen_one_comes_first_and_the_others_follow(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_time = partial(previews, seconds=-1.0)
    with monkeypatch.context() as patched:
        patched.setattr(what_if, "previews", lambda *given: no_time(*given[:3]))
        edit(page, a={"transforms": "strip"})
        assert figures(page).index.tolist() == ["two"]
        assert "Working out 1 more variant" in said(page)
    page.run()
    assert figures(page).index.tolist() == ["one", "two"]
    assert "Working out" not in said(page)


def test_another_record_id_cannot_be_foreseen(page: AppTest) -> None:
    schema = json.loads(str(page.text_area[0].value))
    page.text_area[0].set_value(json.dumps({**schema, "x-eval-id": "a"})).run()
    assert "another record id pairs the records differently" in said(page)
    assert not page.exception


# The panel


def test_the_panel_has_a_form_from_the_parameters_of_the_comparator(page: AppTest) -> None:
    find(page, "selectbox", ".compare").set_value("fuzzy").run()
    method = find(page, "selectbox", ".fuzzy.method")
    assert method.options == ["ratio", "partial", "token sort", "token set", "jaro winkler", "damerau"]
    method.set_value("token_set").run()
    assert page.session_state["evaljson.typed"]["a"] == {"comparator": "fuzzy", "parameters": '{"method":"token_set"}'}
    assert page.dataframe[0].value["comparator"].tolist()[ROWS.index("a")] == "fuzzy", "the grid shows it too"
    page.button(key="schema.apply").click().run()
    assert schema_of(page)["a"]["x-eval-compare"] == {"fuzzy": {"method": "token_set"}}  # type: ignore[index]


def test_a_default_is_not_written_down(page: AppTest) -> None:
    find(page, "selectbox", ".compare").set_value("normalized").run()
    find(page, "checkbox", ".normalized.accents").uncheck().run()
    assert page.session_state["evaljson.typed"]["a"]["parameters"] == '{"accents":false}'
    find(page, "checkbox", ".normalized.accents").check().run()
    assert json.loads(page.session_state["evaljson.typed"]["a"]["parameters"]) == {"accents": True}


def test_a_wrong_parameter_is_refused_with_the_reason_and_the_rest_stays(page: AppTest) -> None:
    settings: dict[str, dict[str, object]] = {"n[].k": {"skip": True}}
    edit(page, **settings)
    find(page, "selectbox", ".compare").set_value("regex").run()
    assert "comparator 'regex' needs the parameter 'pattern'" in said(page)
    find(page, "text_input", ".regex.pattern").set_value("(").run()
    assert "'pattern' of comparator 'regex'" in said(page)
    assert "1 change ready to apply" in said(page)
    find(page, "text_input", ".regex.pattern").set_value(r"\s*\d").run()
    assert "2 changes ready to apply" in said(page)


AMOUNTS = ["amount", {"amount": {"decimal": ","}}]


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        (["amount", '{"amount":{"decimal":","}}'], None),
        ([json.dumps(AMOUNTS)], None),
        (["amount", '{"amount"'], "there is no comparator"),
    ],
)
def test_alternatives_are_chosen_by_name_or_typed_with_parameters(
    page: AppTest, typed: list[str], shown: str | None
) -> None:
    find(page, "selectbox", ".compare").set_value("either").run()
    of = find(page, "multiselect", ".either.of")
    assert "amount" in of.options
    assert "semantic" not in of.options, "it cannot stand there"
    of.set_value(typed).run()
    if shown is not None:
        assert shown in said(page)
        return
    assert schema_in_draft(page)["a"]["x-eval-compare"] == {"either": {"of": AMOUNTS}}
    again = page.run()
    assert find(again, "multiselect", ".either.of").value == typed
    assert not page.error


def test_a_comparator_inside_another_takes_parameters(page: AppTest) -> None:
    edit(page, a={"comparator": "any_of"})
    inner = find(page, "selectbox", ".any_of.compare")
    inner.options.append('{"fuzzy": {"method": "partial"}}')  # typed: it is none of those offered
    inner.set_value(inner.options[-1]).run()
    assert schema_in_draft(page)["a"]["x-eval-compare"] == {"any_of": {"compare": {"fuzzy": {"method": "partial"}}}}


def test_transforms_are_added_moved_and_removed(page: AppTest) -> None:
    find(page, "selectbox", ".transforms.add.0").set_value("strip").run()
    find(page, "selectbox", ".transforms.add.1").set_value("lowercase").run()
    assert page.session_state["evaljson.typed"]["a"]["transforms"] == '["strip","lowercase"]'
    find(page, "button", ".transforms.1.up").click().run()
    assert page.session_state["evaljson.typed"]["a"]["transforms"] == '["lowercase","strip"]'
    find(page, "button", ".transforms.0.remove").click().run()
    assert page.session_state["evaljson.typed"]["a"]["transforms"] == '["strip"]'
    find(page, "button", ".transforms.0.remove").click().run()
    assert "a" not in page.session_state["evaljson.typed"]


@pytest.mark.parametrize(
    ("name", "missing", "kind", "value"),
    [
        ("regex_replace", "pattern", "text_input", "x+"),
        ("round_digits", "digits", "number_input", 2),
        ("type_convert", "to", "selectbox", "str"),
    ],
)
def test_what_a_transform_cannot_do_without_is_waited_for_and_named(
    page: AppTest, name: str, missing: str, kind: str, value: Any
) -> None:
    find(page, "selectbox", ".transforms.add.0").set_value(name).run()
    assert f"'{name}' needs the parameter '{missing}'" in said(page)
    assert "ready to apply" not in said(page)
    assert page.button(key="schema.apply").disabled
    find(page, kind, f".{missing}").set_value(value).run()
    assert "1 change ready to apply" in said(page)
    if kind == "text_input":
        find(page, kind, f".{missing}").set_value("").run()
        assert page.button(key="schema.apply").disabled, "what is taken out again is missing again"


def test_weight_threshold_nulls_and_skip(page: AppTest) -> None:
    find(page, "number_input", ".weight").set_value(3.0).run()
    assert "It holds" in said(page)
    find(page, "number_input", ".threshold").set_value(0.8).run()
    find(page, "selectbox", ".nulls").set_value("null").run()
    find(page, "checkbox", ".skip").check().run()
    page.button(key="schema.apply").click().run()
    assert schema_of(page)["a"] == {
        "type": "string",
        "x-eval-compare": "exact",
        "x-eval-weight": 3,
        "x-eval-threshold": 0.8,
        "x-eval-nulls": {"absent": [None]},
        "x-eval-skip": True,
    }


def test_opening_the_panel_changes_nothing(open_app: Open) -> None:
    page = open_app("schema")
    for field in page.selectbox(key="schema.field").options:
        page.selectbox(key="schema.field").set_value(field).run()
        assert not page.exception
        assert page.button(key="schema.apply").disabled, field


def test_the_panel_follows_the_grid(page: AppTest) -> None:
    edit(page, a={"weight": 4.0})
    assert find(page, "number_input", ".weight").value == 4


def test_the_panel_says_which_row_of_the_grid_it_is_about(page: AppTest) -> None:
    page.selectbox(key="schema.field").set_value("n[].k").run()
    assert "▸ n[].k" in said(page)
    assert f"Row {ROWS.index('n[].k') + 1} of {len(ROWS)} in the grid. With these settings: " in said(page)


def test_the_field_stands_in_the_address(page: AppTest) -> None:
    assert page.query_params["field"] == "a"
    page.selectbox(key="schema.field").set_value("n").run()
    assert page.query_params["field"] == "n"


@pytest.mark.parametrize(("tab", "opened"), [({}, None), ({"tab": "Versions"}, "Versions")])
def test_a_link_to_a_field_opens_its_rule_whichever_tab_was_open_before(
    open_app: Open, tab: dict[str, str], opened: str | None
) -> None:
    page = open_app("schema", evaluation=small(one=RIGHT, two=WRONG), field="a", tab="JSON")
    page.switch_page("pages/records.py").run()
    page.query_params.clear()
    for name, value in {"eval": page.session_state["evaljson.evaluation"].id, "field": "n", **tab}.items():
        page.query_params[name] = value
    page.switch_page("pages/schema.py").run()
    assert page.query_params.get("tab") in (opened, [opened])
    assert page.selectbox(key="schema.field").value == "n"


def test_an_array_shows_how_its_elements_pair_now_and_under_the_edit(page: AppTest) -> None:
    page.selectbox(key="schema.field").set_value("n").run()
    assert "How elements pair up in two" in text(page)
    assert html_of(page).count("<table class=pairs>") == 1
    find(page, "selectbox", ".align").set_value("hungarian").run()
    assert html_of(page).count("<table class=pairs>") == 2
    page.button(key="schema.apply").click().run()
    assert schema_of(page)["n"]["x-eval-align"] == {"match_by": "hungarian"}  # type: ignore[index]


# Versions


def test_a_version_has_who_and_why(page: AppTest) -> None:
    edit(page, a={"transforms": "strip"})
    message(page, "spaces mean nothing")
    page.button(key="schema.apply").click().run()
    assert versions(page)[-1].message == "spaces mean nothing"
    assert "Version 2 is in force" in text(page)
    assert "“spaces mean nothing”" in text(page)


def test_undo_and_redo_are_new_versions(page: AppTest) -> None:
    apply(page, a={"transforms": "strip"})
    assert page.button(key="studio.redo").disabled
    page.button(key="studio.undo").click().run()
    assert "x-eval-transform" not in schema_of(page)["a"]  # type: ignore[operator]
    assert page.button(key="studio.undo").disabled
    page.button(key="studio.redo").click().run()
    assert schema_of(page)["a"]["x-eval-transform"] == ["strip"]  # type: ignore[index]
    assert len(versions(page)) == 4
    assert not page.session_state["evaljson.evaluation"].outdated


# JSON


def test_text_that_is_no_schema_waits_over_a_look_at_another_page(page: AppTest) -> None:
    page.text_area[0].set_value('{"type": "object",\n "properties": {"a": {"type": "sting"}}}').run()
    assert 'aria-label="Line 2"' in html_of(page)
    page.switch_page("pages/fields.py").run()
    page.switch_page("pages/schema.py").run()
    assert "sting" in str(page.text_area[0].value)
    page.button(key="studio.json-back").click().run()
    assert "sting" not in str(page.text_area[0].value)


def test_what_is_not_touched_keeps_its_bytes(page: AppTest) -> None:
    written = str(page.text_area[0].value).replace('"type": "object"', '"type":    "object"', 1)
    page.text_area[0].set_value(written).run()
    page.button(key="schema.apply").click().run()
    assert versions(page)[-1].content == written
    apply(page, a={"weight": 2.5})
    assert '"type":    "object"' in versions(page)[-1].content
    assert '"x-eval-weight": 2.5' in versions(page)[-1].content
    assert not page.session_state["evaljson.evaluation"].outdated


def test_the_text_follows_the_grid(page: AppTest) -> None:
    edit(page, a={"weight": 2.5})
    assert '"x-eval-weight": 2.5' in str(page.text_area[0].value)


# Ways to begin


@pytest.mark.parametrize("is_latest", [True, False])
def test_text_that_nobody_typed_takes_the_place_of_no_edit(
    page: AppTest, monkeypatch: pytest.MonkeyPatch, is_latest: bool
) -> None:
    before = page.text_area[0]
    edit(page, a={"transforms": "strip"})
    area = page.text_area[0] if is_latest else before
    assert (area.key == before.key) is not is_latest

    def said_again(*given: Any) -> None:
        """As of a browser that says anew what an area has, after a run that was cut short."""
        st.session_state[str(area.key)] = area.value
        json_tab._typed(str(area.key), given[0])
        json_tab.edit_json(*given)

    monkeypatch.setattr(studio, "edit_json", said_again)
    page.run()
    assert page.session_state["evaljson.studio"].own is None
    assert page.session_state["evaljson.typed"] == {"a": {"transforms": "strip"}}


@pytest.mark.parametrize(
    ("preset", "told"),
    [
        ("lenient", "a: exact to normalized"),
        ("constrained", "the record: nulls none to null as absent"),
        ("strict", "a: transforms strip to none"),
    ],
)
def test_a_preset_is_a_change_that_waits(page: AppTest, preset: str, told: str) -> None:
    if preset == "strict":
        apply(page, a={"transforms": "strip"})
    before = len(versions(page))
    page.button(key=f"studio.preset.{preset}").click().run()
    assert told in text(page)
    assert len(versions(page)) == before
    page.button(key="schema.discard").click().run()
    assert told not in text(page)


def test_weights_of_json_difference_are_taken(page: AppTest) -> None:
    area = next(one for one in page.text_area if (one.key or "").startswith("studio.weights"))
    area.set_value('{"a": 0.5, "n": {"__n": 0.25, "k": 1}}').run()
    page.button(key="studio.use-weights").click().run()
    assert "a: weight 1 to 0.5" in text(page)
    assert "n: weight 1 to 0.25" in text(page)


def test_a_field_looked_at_here_is_no_filter_of_the_records(open_app: Open) -> None:
    page = open_app("schema", evaluation=small(one=RIGHT, two=WRONG))
    assert page.query_params["field"]
    page.switch_page("pages/records.py").run()
    assert "field" not in page.query_params


def test_long_names_that_begin_alike_are_told_apart(open_app: Open) -> None:
    long = "gpt-5-mini-2026-03-prompt-v12-with-examples-temperature-"
    page = open_app("schema", evaluation=small(**{f"{long}0": RIGHT, f"{long}1": WRONG}), field="a")
    edit(page, a={"transforms": "strip"})
    assert figures(page).index.tolist() == [f"{long}0", f"{long}1"], "whole in the table"
    assert "gpt-5-mini-2026-03-p…mples-temperature-1 50.0 → 66.7" in text(page)


@pytest.mark.parametrize(
    ("choice", "told"), [(JudgeChoice(None), ""), (None, "2 values wait for a judge, and are in no")]
)
def test_the_stand_in_decides_for_a_look_too(open_app: Open, choice: JudgeChoice | None, told: str) -> None:
    identity = judged().keep()
    put(identity, choice)
    page = open_app("schema", eval=identity, field="note", a="one")
    find(page, "text_input", ".semantic.instructions").set_value("The same freight.").run()
    assert "1 change not applied yet" in text(page)
    assert ("for a judge, and" in text(page)) == bool(told)
    assert told in text(page)
