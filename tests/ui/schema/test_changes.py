"""What a change of the schema did, the way back, and edits that wait to be applied."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.ui.session import server
from evaljson.ui.shared import commit_schema
from tests.ui.conftest import Open, said, small
from tests.ui.schema.editing import edit, schema_of
from tests.ui.schema.suggesting import evaluation_of

WRONG = [{"id": "x", "a": " 1", "n": [{"k": 2}, {"k": 1}]}, {"id": "y", "a": "2", "n": []}]


@pytest.fixture
def page(open_app: Open) -> AppTest:
    return open_app("schema", evaluation=small(two=WRONG))


@pytest.fixture
def stripped(page: AppTest) -> AppTest:
    edit(page, a={"transforms": "strip"})
    return page.button(key="schema.apply").click().run()


def wrong_id(page: AppTest) -> AppTest:
    schema = {"type": "object", "x-eval-id": "idd", "properties": {"a": {"type": "string"}}}
    page.text_area[0].set_value(json.dumps(schema)).run()
    return page.button(key="schema.apply-json").click().run()


def test_a_change_tells_each_f1_before_and_after_and_what_moved(stripped: AppTest) -> None:
    # x had 0 of 3 right and has 1 of 3; y has all.
    assert "two: F1 50.0 → 66.7 (+16.7)" in said(stripped)
    assert "**a** F1 50.0 → 100.0 (+50.0) in two" in said(stripped)


def test_nothing_is_said_to_be_unchanged_while_scoring_goes_on(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as until_scored:
        until_scored.setattr(commit_schema, "score", lambda identity: None)
        edit(page, a={"transforms": "strip"})
        page.button(key="schema.apply").click().run()
    assert "What that does to F1 stands here once all variants are scored" in said(page)
    assert "unchanged" not in said(page)
    assert "No field's F1 moved" not in said(page)
    page.button(key="work.score").click().run()
    assert "two: F1 50.0 → 66.7 (+16.7)" in said(page)


def test_undo_brings_back_the_schema_and_the_runs(page: AppTest, stripped: AppTest) -> None:
    stripped.button(key="schema.undo-version").click().run()
    assert "x-eval-transform" not in schema_of(stripped)["a"]  # type: ignore[operator]
    assert stripped.session_state["evaljson.evaluation"].runs["two"].per_field["a"].matches == 1
    assert "two: F1 66.7 → 50.0" in said(stripped)


def test_the_page_has_one_way_to_undo(stripped: AppTest) -> None:
    assert [one.label for one in stripped.button if "Undo" in one.label] == ["↶ Undo version"]


def test_a_version_without_a_message_says_what_it_changed(stripped: AppTest) -> None:
    assert "“a: transforms none → strip”" in said(stripped)


def test_settings_that_only_say_the_type_are_no_settings_without_effect(page: AppTest) -> None:
    edit(page, n={"comparator": "any_of"})
    page.button(key="schema.apply").click().run()
    assert not [one for one in page.expander if "without effect" in one.label]


def test_settings_that_nothing_reads_come_with_what_to_do(page: AppTest) -> None:
    edit(page, **{"n": {"comparator": "exact"}, "n[].k": {"weight": 2}})
    page.button(key="schema.apply").click().run()
    assert [one.label for one in page.expander if "without effect" in one.label] == ["1 setting without effect: show"]
    assert "clear the comparator of that field" in said(page)


def test_keep_takes_the_message_away(stripped: AppTest) -> None:
    stripped.button(key="schema.keep").click().run()
    assert "Scored again" not in said(stripped)
    assert schema_of(stripped)["a"]["x-eval-transform"] == ["strip"]  # type: ignore[index]


def test_the_schema_can_be_put_back_to_the_one_read_off_gold(stripped: AppTest) -> None:
    stripped.button(key="schema.infer").click().run()
    assert "x-eval-transform" in schema_of(stripped)["a"]  # type: ignore[operator]
    assert "transforms strip → none" in said(stripped)
    stripped.button(key="schema.apply").click().run()
    assert "x-eval-transform" not in schema_of(stripped)["a"]  # type: ignore[operator]
    assert "two: F1 66.7 → 50.0 (−16.7)" in said(stripped)


def test_the_schema_of_the_sample_can_be_put_back(open_app: Open) -> None:
    page = open_app("schema")
    first = page.session_state["evaljson.evaluation"].schema
    schema = {"type": "object", "x-eval-id": first["x-eval-id"], "properties": {"currency": {"type": "string"}}}
    page.text_area[0].set_value(json.dumps(schema)).run()
    page.button(key="schema.apply-json").click().run()
    assert page.session_state["evaljson.evaluation"].schema != first
    assert page.button(key="schema.reset").label == "Reset to the sample's schema"
    page.button(key="schema.reset").click().run()
    page.button(key="schema.apply").click().run()
    assert page.session_state["evaljson.evaluation"].schema == first


@pytest.mark.parametrize("start", ["data", "schema"])
def test_pairing_by_content_tells_what_it_did(open_app: Open, start: str) -> None:
    page = open_app(start, evaluation=small(two=WRONG))
    page.button(key="schema.pair.n").click().run()
    assert "two: F1 50.0 → 83.3 (+33.3)" in said(page)
    assert "**n[].k** F1 0.0 → 100.0 (+100.0) in two" in said(page)
    evaluation = page.session_state["evaljson.evaluation"].stored
    assert server.store().schemas.get(evaluation.id, evaluation.schema_number).message == "n: pair by content"
    page.button(key="schema.undo" if start == "data" else "schema.undo-version").click().run()
    assert "compared by position" in said(page)


def test_all_that_pair_better_by_content_are_taken_at_once_and_back(open_app: Open) -> None:
    gold = [{"id": f"{i}", **{name: [{"k": i}, {"k": i + 100}] for name in ("m", "n", "steps")}} for i in range(6)]
    turned = [{**one, **{name: one[name][::-1] for name in ("m", "n", "steps")}} for one in gold]
    page = open_app("schema", evaluation=evaluation_of(gold, turned))
    assert page.button(key="schema.pair-all").label == "Pair these 2 arrays by content"
    page.button(key="schema.pair-all").click().run()
    assert not page.exception
    paired = {name for name, node in schema_of(page).items() if "x-eval-align" in node}
    assert paired == {"m", "n"}, "what is named as an order is left out, as in the figures of Overview"
    page.button(key="schema.undo-version").click().run()
    assert not any("x-eval-align" in node for node in schema_of(page).values())


def test_a_cell_that_is_refused_does_not_hold_back_the_comparator_beside_it(page: AppTest) -> None:
    edit(page, a={"comparator": "fuzzy", "parameters": "{"})
    assert "**2 changes not applied yet.** 1 of them can be applied." in said(page)
    assert "**a**, Parameters: parameters is not JSON" in said(page)
    assert "No edit yet" not in said(page)
    page.button(key="schema.apply").click().run()
    assert schema_of(page)["a"] == {"type": "string", "x-eval-compare": "fuzzy"}
    assert "**1 change not applied yet.** It cannot be applied." in said(page)
    assert page.button(key="schema.apply").disabled
    assert page.session_state["evaljson.typed"] == {"a": {"parameters": "{"}}


def test_where_nothing_typed_can_be_applied_the_page_does_not_say_that_nothing_is_edited(page: AppTest) -> None:
    edit(page, a={"weight": -1.0, "nulls": "["})
    assert "**2 changes not applied yet.** None of them can be applied." in said(page)
    assert "Nothing that can be applied yet." in said(page)
    assert "No edit yet" not in said(page)
    page.button(key="schema.discard").click().run()
    assert "No edit yet." in said(page)


def test_edits_outlive_a_look_at_another_page(page: AppTest) -> None:
    edit(page, a={"transforms": "strip", "weight": 2.0})
    assert "2 changes not applied yet" in said(page)
    page.switch_page("pages/fields.py").run()
    page.switch_page("pages/schema.py").run()
    assert "2 changes not applied yet" in said(page)
    assert page.dataframe[0].value["transforms"].tolist()[0] == "strip"
    page.button(key="schema.apply").click().run()
    assert schema_of(page)["a"]["x-eval-transform"] == ["strip"]  # type: ignore[index]
    assert "not applied yet" not in said(page)


def test_edits_outlive_a_change_from_elsewhere(page: AppTest) -> None:
    edit(page, a={"transforms": "strip"})
    page.button(key="schema.pair.n").click().run()
    assert "1 change not applied yet" in said(page)
    page.button(key="schema.undo-version").click().run()
    assert "1 change not applied yet" in said(page)


def test_edits_can_be_discarded(page: AppTest) -> None:
    edit(page, a={"transforms": "strip"})
    page.button(key="schema.discard").click().run()
    assert "not applied yet" not in said(page)
    assert page.dataframe[0].value["transforms"].tolist()[0] in ("", None)
    assert page.button(key="schema.apply").disabled


def test_what_is_typed_back_is_no_change(page: AppTest) -> None:
    edit(page, a={"comparator": "exact", "transforms": "", "skip": False})
    assert "not applied yet" not in said(page)
    assert page.button(key="schema.apply").disabled


def test_an_id_that_no_record_has_is_refused_and_the_runs_stay(page: AppTest) -> None:
    wrong_id(page)
    assert "no gold record has the key 'idd'. Did you mean 'id'?" in said(page)
    evaluation = page.session_state["evaljson.evaluation"]
    assert evaluation.schema["x-eval-id"] == "id"
    assert evaluation.runs["two"].per_field["a"].matches == 1


def test_an_uploaded_schema_with_such_an_id_is_refused_too(page: AppTest) -> None:
    schema = {"type": "object", "x-eval-id": "idd", "properties": {"a": {"type": "string"}}}
    page.file_uploader[0].set_value([("s.json", json.dumps(schema).encode(), "application/json")]).run()
    page.button(key="schema.apply").click().run()
    assert "no gold record has the key 'idd'. Did you mean 'id'?" in said(page)
    assert page.session_state["evaljson.evaluation"].schema["x-eval-id"] == "id"


def test_a_fault_in_the_json_carries_an_example(page: AppTest) -> None:
    page.text_area[0].set_value("{type: object}").run()
    assert "An eval schema looks like {" in said(page)


def test_a_change_that_others_followed_is_told_no_more_and_not_undone_with_them(stripped: AppTest) -> None:
    store, identity = server.store(), str(stripped.query_params["eval"])
    now = store.evaluations.get(identity)
    schema = store.schemas.get(identity, now.schema_number).schema  # type: ignore[arg-type]
    store.schemas.add(identity, now.revision, {**schema, "title": "other"}, by="ann")
    stripped.run()
    assert "Scored again" not in said(stripped)
    stripped.switch_page("pages/data.py").run()
    assert "schema.undo" not in [one.key for one in stripped.button]
