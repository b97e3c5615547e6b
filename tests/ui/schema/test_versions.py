"""Versions of the schema: who, why, undo and redo."""

import pytest
import streamlit as st
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
