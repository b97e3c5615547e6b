"""Two sessions that edit one schema at once."""

import copy
import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.ui.session import author, server
from tests.ui.conftest import Open, said, small
from tests.ui.schema.editing import edit, schema_of

WRONG = [{"id": "x", "a": " 1", "n": [{"k": 2}, {"k": 1}]}, {"id": "y", "a": "2", "n": []}]


@pytest.fixture
def page(open_app: Open) -> AppTest:
    return open_app("schema", evaluation=small(two=WRONG), field="a")


def colleague(page: AppTest, **settings: Any) -> None:
    """Ana adds a version in which the field `a` has these settings, or (by field) another one."""
    store, identity = server.store(), str(page.query_params["eval"])
    now = store.evaluations.get(identity)
    assert now.schema_number is not None
    schema = copy.deepcopy(store.schemas.get(identity, now.schema_number).schema)
    for name, value in settings.items():
        schema["properties"]["a"][f"x-eval-{name}"] = value
    store.schemas.add(identity, now.revision, schema, by="Ana", message="mine")


def latest(page: AppTest) -> Any:
    return server.store().schemas.all(str(page.query_params["eval"]))[-1]


def text(page: AppTest) -> str:
    return said(page).replace("*", "")


def clash(page: AppTest) -> Any:
    return next(one for one in page.radio if (one.key or "").startswith("schema.clash"))


def test_edits_of_different_settings_are_merged_and_the_other_is_named(page: AppTest) -> None:
    edit(page, a={"weight": 3.0})
    colleague(page, threshold=0.5)
    page.run()
    assert "Ana changed the schema while you were editing (version 2): a: threshold none → 0.5" in text(page)
    assert "1 change not applied yet" in said(page)
    page.button(key="schema.apply").click().run()
    assert schema_of(page)["a"]["x-eval-weight"] == 3  # type: ignore[index]
    assert schema_of(page)["a"]["x-eval-threshold"] == 0.5  # type: ignore[index]


def test_the_same_setting_is_asked_about_and_nothing_is_overwritten(page: AppTest) -> None:
    edit(page, a={"weight": 3.0})
    colleague(page, weight=5)
    page.button(key="schema.apply").click().run()
    assert latest(page).author == "Ana", "a click on Apply that came too late applies nothing"
    assert "Ana and you changed the same settings" in text(page)
    assert clash(page).options == ["Mine: 3", "Theirs: 5"]
    assert page.button(key="schema.clash-go").disabled


@pytest.mark.parametrize(
    ("name", "words", "options"),
    [
        (
            "Ana",
            "You changed the same settings elsewhere since, in version 2.",
            ["This edit: 3", "The version since: 5"],
        ),
        ("Bob", "Ana and you changed the same settings.", ["Mine: 3", "Theirs: 5"]),
    ],
)
def test_a_version_of_ones_own_from_elsewhere_is_not_called_that_of_somebody_else(
    page: AppTest, monkeypatch: pytest.MonkeyPatch, name: str, words: str, options: list[str]
) -> None:
    monkeypatch.setattr(author, "own_name", lambda: name)
    edit(page, a={"weight": 3.0})
    colleague(page, weight=5)
    page.run()
    assert words in text(page)
    assert clash(page).options == options


def test_ones_own_version_that_is_merged_is_called_ones_own(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(author, "own_name", lambda: "Ana")
    edit(page, a={"weight": 3.0})
    colleague(page, threshold=0.5)
    page.run()
    assert "You changed the schema elsewhere since (version 2): a: threshold none → 0.5. Your edits" in text(page)


@pytest.mark.parametrize(("side", "weight", "waits"), [("Mine", 3, True), ("Theirs", 5, False)])
def test_either_side_can_be_chosen(page: AppTest, side: str, weight: int, waits: bool) -> None:
    edit(page, a={"weight": 3.0, "skip": True})
    colleague(page, weight=5)
    page.run()
    clash(page).set_value(side).run()
    page.button(key="schema.clash-go").click().run()
    assert ("weight 5 → 3" in text(page)) == waits
    page.button(key="schema.apply").click().run()
    assert schema_of(page)["a"]["x-eval-weight"] == weight  # type: ignore[index]
    assert schema_of(page)["a"]["x-eval-skip"] is True, "what does not clash is kept"  # type: ignore[index]


def test_all_of_ones_own_can_be_dropped(page: AppTest) -> None:
    edit(page, a={"weight": 3.0})
    colleague(page, weight=5)
    page.run()
    page.button(key="schema.clash-drop").click().run()
    assert "not applied yet" not in said(page)
    assert schema_of(page)["a"]["x-eval-weight"] == 5  # type: ignore[index]


def test_a_cell_that_is_typed_after_the_other_applied_is_not_lost(page: AppTest) -> None:
    colleague(page, weight=5)
    key = f"schema.grid.{page.session_state['evaljson.turn']}"
    page.session_state[key] = {"edited_rows": {0: {"weight": 5.0}}}
    page.run()
    assert schema_of(page)["a"]["x-eval-weight"] == 5  # type: ignore[index]


def test_an_edit_as_text_is_merged_too(page: AppTest) -> None:
    schema = json.loads(str(page.text_area[0].value))
    schema["properties"]["n"]["x-eval-weight"] = 2
    page.text_area[0].set_value(json.dumps(schema)).run()
    colleague(page, weight=5)
    page.run()
    assert "n: weight 1 → 2" in text(page)
    assert "a: weight 5" not in text(page)


def test_what_a_colleague_does_to_the_variants_is_no_conflict(page: AppTest) -> None:
    edit(page, a={"weight": 3.0})
    store, identity = server.store(), str(page.query_params["eval"])
    store.evaluations.rename(identity, store.evaluations.get(identity).revision, "other name", by="Ana")
    page.button(key="schema.apply").click().run()
    assert schema_of(page)["a"]["x-eval-weight"] == 3  # type: ignore[index]
