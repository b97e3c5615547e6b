"""Edits of the schema that are not applied outlive a reload, and are shown to whoever opens their address."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.ui.schema import browser_mark
from evaljson.ui.session import server
from evaljson.workspace import schema_edits
from tests.ui.conftest import Open, said, small
from tests.ui.schema.editing import edit, schema_of
from tests.ui.schema.test_merge import clash, colleague

WRONG = [{"id": "x", "a": " 1", "n": [{"k": 2}, {"k": 1}]}, {"id": "y", "a": "2", "n": []}]
HERE = "a browser"


@pytest.fixture(autouse=True)
def browser(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """All sessions are of one browser, until a test says that the next ones are of another."""

    def sits_at(name: str) -> None:
        for function in ("mark", "mark_browser"):
            monkeypatch.setattr(f"evaljson.ui.schema.stored_edits.{function}", lambda: name)

    sits_at(HERE)
    return sits_at


@pytest.fixture
def page(open_app: Open) -> AppTest:
    return open_app("schema", evaluation=small(two=WRONG), field="a")


def text(page: AppTest) -> str:
    return said(page).replace("*", "")


def reload(page: AppTest, open_app: Open, **address: str) -> AppTest:
    """A new session with the same address."""
    return open_app("schema", **{name: named(page, name) for name in page.query_params} | address)


def named(page: AppTest, name: str) -> str:
    found = page.query_params[name]
    return found[0] if isinstance(found, list) else str(found)


def identity(page: AppTest) -> str:
    return named(page, "edits")


def working_copies(page: AppTest) -> dict[str, Any]:
    evaluation = page.session_state["evaljson.evaluation"].id
    return server.store().settings.all(f"edits:{evaluation}")


def test_a_reload_shows_the_edits_and_what_they_would_change(page: AppTest, open_app: Open) -> None:
    edit(page, a={"transforms": "strip"})
    box = next(one for one in page.text_input if (one.key or "").startswith("schema.message"))
    box.set_value("spaces mean nothing").run()
    again = reload(page, open_app)
    assert "1 change not applied yet" in text(again)
    assert "two 50.0 → 66.7" in text(again)
    assert next(one.value for one in again.text_input if one.key == box.key) == "spaces mean nothing"
    assert len(working_copies(page)) == 1


def test_cells_that_are_refused_and_text_that_is_no_schema_come_back(page: AppTest, open_app: Open) -> None:
    edit(page, a={"threshold": 7.0})
    page.text_area[0].set_value('{"type": "object",').run()
    again = reload(page, open_app)
    assert "x-eval-threshold is a number from 0 to 1, not 7" in text(again)
    assert again.text_area[0].value == '{"type": "object",'


def test_text_that_was_typed_as_json_comes_back_to_the_byte(page: AppTest, open_app: Open) -> None:
    schema = json.loads(str(page.text_area[0].value))
    schema["properties"]["a"]["x-eval-weight"] = 3
    written = json.dumps(schema, indent=7)
    page.text_area[0].set_value(written).run()
    again = reload(page, open_app)
    assert again.text_area[0].value == written
    assert "a: weight 1 → 3" in text(again)


def test_one_set_of_edits_keeps_its_address_while_it_grows(page: AppTest, open_app: Open) -> None:
    edit(page, a={"weight": 3})
    first = identity(page)
    edit(page, a={"weight": 4})
    again = edit(reload(page, open_app), a={"weight": 5})
    assert (identity(page), identity(again)) == (first, first)
    assert list(working_copies(page)) == [first]


def test_nothing_is_written_by_looking(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    edit(page, a={"weight": 3})
    monkeypatch.setattr("evaljson.ui.schema.stored_edits.write", lambda *given: pytest.fail("it was written once more"))
    page.run()
    page.switch_page("pages/records.py").run()
    page.switch_page("pages/schema.py").run()
    assert "1 change not applied yet" in text(page)


@pytest.mark.parametrize("how", ["schema.apply", "schema.discard"])
def test_what_is_applied_or_discarded_is_kept_no_longer(page: AppTest, open_app: Open, how: str) -> None:
    edit(page, a={"transforms": "strip"})
    again = reload(page, open_app)
    again.button(key=how).click().run()
    assert "edits" not in again.query_params
    assert working_copies(again) == {}
    assert "not applied yet" not in text(again)


def test_edits_that_are_gone_are_told_and_the_schema_in_force_is_shown(page: AppTest, open_app: Open) -> None:
    edit(page, a={"transforms": "strip"})
    address = identity(page)
    page.button(key="schema.discard").click().run()
    again = reload(page, open_app, edits=address)
    assert "The edits in this link no longer exist" in text(again)
    assert "Version 1 is the current version" in text(again)
    assert "edits" not in again.query_params
    again.button(key="schema.edits-ok").click().run()
    assert "no longer exist" not in text(again)


@pytest.mark.parametrize("hostile", ["x", "a" * 16, "%00", "../../x", "<script>alert(1)</script>", "é" * 50_000])
def test_an_id_that_nobody_gave_does_no_harm(page: AppTest, open_app: Open, hostile: str) -> None:
    again = reload(page, open_app, edits=hostile)
    assert "no longer exist" in text(again)
    assert not again.exception
    assert "<script>" not in text(again)


@pytest.mark.parametrize(
    "row",
    [
        None, [], {"cells": 1}, {"cells": {"a": {"weight": "heavy"}}}, {"unknown": 1}, {"number": 99}, {"number": "1"},
        {"number": 1, "changed": "yesterday"}, {"number": 1, "tried": []},
    ],
)  # fmt: skip
def test_a_row_that_is_no_working_copy_is_none(page: AppTest, open_app: Open, row: Any) -> None:
    store, evaluation, address = server.store(), page.session_state["evaljson.evaluation"].id, "a" * 16
    store.settings.set(f"edits:{evaluation}", address, row, by="test")
    again = reload(page, open_app, edits=address)
    assert "The edits in this link" in text(again)
    assert not again.error


@pytest.mark.parametrize(
    "row",
    [
        {"number": 1, "cells": {"gone": {"weight": 2}, "a": {"weight": 2}}},
        {"number": 1, "own": "no schema", "cells": {"a": {"weight": 2}}},
        {"number": 1, "tried": {"without": {}}, "cells": {"a": {"weight": 2}}},
    ],
)
def test_of_a_working_copy_that_fits_in_part_that_part_is_shown(page: AppTest, open_app: Open, row: Any) -> None:
    store, evaluation, address = server.store(), page.session_state["evaljson.evaluation"].id, "a" * 16
    store.settings.set(f"edits:{evaluation}", address, row, by="test")
    again = reload(page, open_app, edits=address)
    assert "1 change not applied yet" in text(again)
    assert not again.exception


def test_a_colleague_sees_them_and_goes_on_with_a_copy(
    page: AppTest, open_app: Open, browser: Callable[[str], None]
) -> None:
    edit(page, a={"weight": 3})
    browser("another")
    theirs = reload(page, open_app)
    assert "These edits are by " in text(theirs)
    assert "weight 1 → 3" in text(theirs)
    assert identity(theirs) == identity(page)
    edit(theirs, a={"weight": 5})
    assert identity(theirs) != identity(page)
    assert "These edits are by" not in text(theirs)
    theirs.button(key="schema.discard").click().run()
    browser(HERE)
    assert "weight 1 → 3" in text(reload(page, open_app)), "what they discarded was theirs"


def test_a_colleague_may_turn_away_from_them(page: AppTest, open_app: Open, browser: Callable[[str], None]) -> None:
    edit(page, a={"weight": 3})
    browser("another")
    theirs = reload(page, open_app)
    theirs.button(key="schema.edits-leave").click().run()
    assert "Version 1 is the current version" in text(theirs)
    assert "edits" not in theirs.query_params
    assert list(working_copies(page)) == [identity(page)]


def test_of_two_windows_of_one_browser_neither_overwrites_the_other(page: AppTest, open_app: Open) -> None:
    edit(page, a={"weight": 3})
    other = edit(reload(page, open_app), a={"weight": 5})
    edit(page, a={"weight": 4})
    assert identity(other) != identity(page)
    assert "weight 1 → 5" in text(reload(other, open_app))
    assert "weight 1 → 4" in text(reload(page, open_app))


def test_where_the_address_has_forgotten_them_they_are_offered(page: AppTest, open_app: Open) -> None:
    edit(page, a={"weight": 3})
    evaluation = page.session_state["evaljson.evaluation"].id
    again = open_app("schema", eval=evaluation)
    assert "are not applied" in text(again)
    again.button(key="schema.edits-go-on").click().run()
    assert "weight 1 → 3" in text(again)
    assert identity(again) == identity(page)
    again = open_app("schema", eval=evaluation)
    again.button(key="schema.edits-drop").click().run()
    assert "You began" not in text(again)
    assert working_copies(again) == {}


def test_another_evaluation_opened_meanwhile_loses_none_of_them(page: AppTest) -> None:
    edit(page, a={"weight": 3})
    mine = page.query_params["eval"]
    page.query_params["eval"] = small(two=WRONG).keep()
    page.run()
    assert "not applied yet" not in text(page)
    page.query_params["eval"] = mine
    page.run()
    assert "weight 1 → 3" in text(page)


def test_edits_on_an_older_version_are_merged(page: AppTest, open_app: Open) -> None:
    edit(page, a={"weight": 3})
    colleague(page, threshold=0.5)
    again = reload(page, open_app)
    assert "Ana changed the schema while you were editing (version 2)" in text(again)
    again.button(key="schema.apply").click().run()
    assert schema_of(again)["a"]["x-eval-weight"] == 3  # type: ignore[index]
    assert schema_of(again)["a"]["x-eval-threshold"] == 0.5  # type: ignore[index]
    assert working_copies(again) == {}


def test_edits_that_clash_with_a_newer_version_are_asked_about(page: AppTest, open_app: Open) -> None:
    edit(page, a={"weight": 3})
    colleague(page, weight=5)
    again = reload(page, open_app)
    assert clash(again).options == ["Mine: 3", "Theirs: 5"]
    assert identity(again) == identity(page)


def test_edits_that_are_too_large_are_not_kept_and_say_so(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema_edits, "MOST", 10)
    edit(page, a={"weight": 3})
    assert "These edits are too large to be stored" in text(page)
    assert "1 change not applied yet" in text(page)
    assert "edits" not in page.query_params


def test_the_store_cannot_tell_which_browser_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    session: dict[str, str] = {}
    monkeypatch.setattr(browser_mark.st, "session_state", session)
    first = browser_mark.mark_browser()
    assert first
    assert browser_mark.mark() == first
    assert first not in session.values()
