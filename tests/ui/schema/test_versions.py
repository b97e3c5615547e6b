"""Versions of the schema: who, why, undo and redo."""

from functools import partial

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from evaljson.ui.schema import versions as versions_tab
from evaljson.ui.schema.previews import previews
from evaljson.ui.session import server
from evaljson.workspace.scoring import score_due
from tests.ui.conftest import Open, loaded, small
from tests.ui.schema.editing import (
    RIGHT,
    WRONG,
    apply,
    edit,
    message,
    schema_of,
    text,
    versions,
)


def test_a_version_has_who_and_why(page: AppTest) -> None:
    edit(page, a={"transforms": "strip"})
    message(page, "spaces mean nothing")
    page.button(key="schema.apply").click().run()
    assert versions(page)[-1].message == "spaces mean nothing"
    assert "Version 2 is the current version" in text(page)
    assert "“spaces mean nothing”" in text(page)


def test_a_long_message_is_shortened_and_whole_behind_a_mark_and_below_the_list(page: AppTest, open_app: Open) -> None:
    long = " ".join(f"reason {number}" for number in range(30))
    edit(page, a={"transforms": "strip"})
    message(page, long)
    page.button(key="schema.apply").click().run()
    (line,) = (one for one in page.markdown if "Version 2** is the current" in one.value)
    assert "reason 29" not in line.value
    assert line.proto.help == long
    shown = open_app("schema", eval=str(page.query_params["eval"]), tab="Versions")
    (table,) = (frame.value for frame in shown.dataframe if "message" in frame.value)
    assert table["message"].tolist()[0].endswith(" reason…")
    (whole,) = (one for one in shown.expander if one.label == "Whole message of version 2")
    assert whole.markdown[0].value == long


def test_after_several_versions_a_name_was_asked_for_once(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(st, "user", {})
    apply(page, a={"transforms": "strip"})
    assert any("who are you" in box.label for box in page.text_input)
    apply(page, a={"transforms": "strip, casefold"})
    assert len(versions(page)) == 3
    assert not any("who are you" in box.label for box in page.text_input)
    page.button(key="schema.undo-version").click().run()
    assert not any("who are you" in box.label for box in page.text_input)


def test_undo_and_redo_are_new_versions(page: AppTest) -> None:
    apply(page, a={"transforms": "strip"})
    assert page.button(key="schema.redo-version").disabled
    page.button(key="schema.undo-version").click().run()
    assert "x-eval-transform" not in schema_of(page)["a"]  # type: ignore[operator]
    assert page.button(key="schema.undo-version").disabled
    page.button(key="schema.redo-version").click().run()
    assert schema_of(page)["a"]["x-eval-transform"] == ["strip"]  # type: ignore[index]
    assert len(versions(page)) == 4
    assert not page.session_state["evaljson.evaluation"].outdated


def test_the_variant_chosen_comes_back_once_all_are_scored_again(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_app("schema", evaluation=small(one=RIGHT, two=WRONG), a="two")
    monkeypatch.setattr("evaljson.jobs.pool.Pool.wake", lambda self: None)
    store, identity = server.store(), str(page.query_params["eval"])
    now = store.evaluations.get(identity)
    schema = {**page.session_state["evaljson.evaluation"].schema, "title": "Another"}
    store.schemas.add(identity, now.revision, schema, by="bob")
    page.run()
    assert len(page.session_state["evaljson.evaluation"].outdated) == 2
    assert page.query_params["a"] in ("two", ["two"])
    score_due(store, identity, by="bob", tell=lambda share, message: None)
    page.run()
    assert not page.exception
    assert page.query_params["a"] in ("two", ["two"])


def test_the_figures_of_the_list_come_before_messages_of_any_length(open_app: Open) -> None:
    page = open_app("schema", evaluation=small(one=RIGHT, two=WRONG), tab="Versions")
    table = next(table for table in page.dataframe if "f1 0" in table.value)
    assert list(table.proto.column_order) == ["number", "when", "f1 0", "f1 1", "who", "message"]


def listed(page: AppTest) -> list[str]:
    """F1 of the first variant under each version, newest first."""
    return list(next(table.value for table in page.dataframe if "f1 0" in table.value)["f1 0"])


def test_the_list_has_the_figures_that_hold_and_marks_those_of_other_options(open_app: Open) -> None:
    page = open_app("schema", evaluation=small(one=RIGHT[:1], two=WRONG), tab="Versions")
    before = listed(page)
    store, identity = server.store(), str(page.query_params["eval"])
    for choice in ("exclude", "omit"):
        now = store.evaluations.get(identity)
        store.evaluations.set_settings(identity, now.revision, {"scoring": {"missing_records": choice}}, by="test")
        page.run()
        score_due(store, identity, by="test", tell=lambda share, message: None)
        page.run()
        if choice == "exclude":
            assert listed(page) != before
    assert listed(page) == before
    assert " is of " not in text(page)
    now = store.evaluations.get(identity)
    store.variants.update(
        identity, now.revision, now.variants[0].id, data=loaded(RIGHT[:2], "new.json", "extracted"), by="test"
    )
    page.run()
    assert listed(page) == [f"{f1} *" for f1 in before]
    assert "is of another file (one). Versions" in text(page)


def test_all_variants_are_compared_under_two_versions_without_being_asked_for(
    page: AppTest, open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    apply(page, a={"transforms": "strip"})
    no_time = partial(previews, seconds=-1.0)
    with monkeypatch.context() as patched:
        patched.setattr(versions_tab, "previews", lambda *given: no_time(*given))
        shown = open_app("schema", eval=str(page.query_params["eval"]), tab="Versions")
        assert "Both versions on the current extractions: Comparing 1 more variant …" in text(shown)
        assert not [one for one in shown.button if "more variant" in one.label]
    shown.run()
    assert "Comparing" not in text(shown)
    (table,) = (frame.value for frame in shown.dataframe if "Change" in frame.value)
    assert table["Variant"].tolist() == ["one", "two"]
