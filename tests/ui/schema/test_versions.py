"""Versions of the schema: who, why, undo and redo."""

from streamlit.testing.v1 import AppTest

from tests.ui.schema.editing import (
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
