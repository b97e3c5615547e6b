"""Clicks that a page gets late: a second one, or what a field held that is gone. No one else has changed anything."""

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.ui.session import server
from evaljson.wording.words import NOBODY
from tests.ui.conftest import Open, html_of, said, small
from tests.ui.cut_short import run_cut_short
from tests.ui.data.test_evaluations import tick, unfolded
from tests.ui.data.test_page import choose, field, names, stored

GOLD = [{"id": "x", "nr": 1, "a": "1"}, {"id": "y", "nr": 2, "a": "2"}]
FIRST = ("Someone else changed this", "in another tab", "was not stored")


def states_of(app: AppTest) -> Any:
    """What the browser sends: of buttons only the one that was clicked."""
    states = app._tree.get_widget_states()
    sent = [state for state in states.widgets if state.WhichOneof("value") != "trigger_value" or state.trigger_value]
    del states.widgets[:]
    states.widgets.extend(sent)
    return states


def say_again(app: AppTest, states: Any) -> AppTest:
    """Send what the widgets of an earlier page held, as a browser does that has not drawn the last page yet."""
    return app._run(states)  # type: ignore[no-any-return]


def click_twice(app: AppTest, key: str) -> AppTest:
    """Send the second click with the page on which the first was made."""
    app.button(key=key).click()
    states = states_of(app)
    app._run(states)
    return app._run(states)  # type: ignore[no-any-return]


def unharmed(app: AppTest) -> bool:
    return not app.exception and not any(words in said(app) for words in FIRST)


@pytest.fixture
def draft(open_app: Open) -> AppTest:
    app = open_app().button(key="data.own").click().run()
    for name, records in (("gold.json", GOLD), ("prompt.json", GOLD)):
        app.file_uploader[0].set_value([(name, json.dumps(records).encode(), "application/json")]).run()
    return app


def name_field(app: AppTest) -> Any:
    return next(field for field in app.text_input if field.label == "Name" and "draft.name" in str(field.key))


def test_the_name_field_that_is_gone_after_score_renames_nothing(draft: AppTest) -> None:
    states = states_of(draft)
    draft.button(key="draft.score").click().run()
    say_again(draft, states)
    assert unharmed(draft)
    assert stored(draft).name == "My data: gold.json"


def test_a_name_typed_just_before_score_is_taken(draft: AppTest) -> None:
    name_field(draft).set_value("Autumn")
    typed = states_of(draft)
    name_field(draft).set_value("")
    draft.button(key="draft.score").click().run()
    say_again(draft, typed)
    assert unharmed(draft)
    assert stored(draft).name == "Autumn"


def test_a_name_is_taken_whose_callback_the_click_on_score_cuts_short(
    draft: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    name_field(draft).set_value("Autumn")
    typed = states_of(draft)
    draft.button(key="draft.score").click()
    clicked = states_of(draft)
    run_cut_short(draft, typed, monkeypatch)
    say_again(draft, clicked)
    assert unharmed(draft)
    assert stored(draft).name == "Autumn"


def test_a_name_typed_while_a_file_is_stored_is_taken(draft: AppTest) -> None:
    revision = stored(draft).revision
    name_field(draft).set_value("Autumn")
    typed = states_of(draft)
    name_field(draft).set_value("")
    next(button for button in draft.button if button.key == "draft.remove-0").click().run()
    assert stored(draft).revision == revision + 1
    say_again(draft, typed)
    assert unharmed(draft)
    assert stored(draft).name == "Autumn"


def test_a_name_typed_late_does_not_overwrite_what_someone_else_did(draft: AppTest) -> None:
    now = stored(draft)
    server.store().evaluations.rename(now.id, now.revision, "Winter", by="Ann")
    name_field(draft).set_value("Autumn").run()
    assert "Someone else changed this first" in said(draft)
    assert stored(draft).name == "Winter"


def test_score_clicked_twice_scores_once(draft: AppTest) -> None:
    click_twice(draft, "draft.score")
    assert unharmed(draft)
    assert "scores F1 100.0</b> over 2 records" in html_of(draft)


@pytest.fixture
def scored(open_app: Open) -> AppTest:
    records = [{"id": "x", "a": "1", "n": [], "why": "?", "how": "!"}, {"id": "y", "a": "2", "n": []}]
    return open_app("data", small(one=records, two=records, three=records))


@pytest.mark.parametrize(
    ("place", "key", "order"),
    [(0, "variant.down", "two three one"), (1, "variant.up", "two one three"), (2, "variant.up", "three one two")],
)
def test_a_variant_moved_twice_moves_twice_and_stops_at_an_end(
    scored: AppTest, place: int, key: str, order: str
) -> None:
    click_twice(choose(scored, place), key)
    assert unharmed(scored)
    assert " ".join(names(scored)) == order


def test_a_variant_removed_twice_is_removed_once_and_can_be_brought_back(scored: AppTest) -> None:
    click_twice(choose(scored), "variant.remove")
    assert unharmed(scored)
    assert names(scored) == ["two", "three"]
    scored.button(key="data.undo").click().run()
    assert set(names(scored)) == {"one", "two", "three"}


def test_notes_saved_twice_are_one_change(scored: AppTest) -> None:
    revision = stored(scored).revision
    field(choose(scored), "Model").set_value("m-1")
    click_twice(scored, "variant.save")
    assert unharmed(scored)
    assert (stored(scored).revision, stored(scored).variants[0].meta) == (revision + 1, {"model": "m-1"})


def test_two_unknown_keys_ignored_in_quick_succession_are_both_ignored(scored: AppTest) -> None:
    before = stored(scored).schema_number
    clicks = []
    for number in range(2):
        scored.button(key=f"unknown.{number}").click()
        clicks.append(states_of(scored))
        scored.button(key=f"unknown.{number}").set_value(False)
    for states in clicks:
        scored._run(states)
    assert unharmed(scored)
    assert ignored(scored) == {"why", "how"}
    scored.button(key="data.undo").click().run()
    assert unharmed(scored)
    assert len(ignored(scored)) == 1, "the undo takes back the last of the two"
    assert stored(scored).schema_number == (before or 0) + 3


def ignored(app: AppTest) -> set[str]:
    now = stored(app)
    assert now.schema_number is not None
    schema = server.store().schemas.get(now.id, now.schema_number).schema
    return {name for name, node in schema["properties"].items() if node.get("x-eval-skip")}


def test_an_evaluation_deleted_twice_is_deleted_once_and_can_be_restored(scored: AppTest) -> None:
    identity = stored(scored).id
    click_twice(tick(unfolded(scored), 0), "list.delete")
    assert unharmed(scored)
    scored.button(key="data.undo").click().run()
    assert stored(scored).id == identity


def test_an_evaluation_renamed_twice_has_the_new_name(scored: AppTest) -> None:
    tick(unfolded(scored), 0)
    field(scored, "Name of the evaluation").set_value("Bills")
    click_twice(scored, "list.rename")
    assert unharmed(scored)
    assert stored(scored).name == "Bills"


def test_changes_without_a_name_may_be_those_of_another_tab(scored: AppTest) -> None:
    choose(scored)
    now = stored(scored)
    server.store().variants.update(now.id, now.revision, now.variants[0].id, by=NOBODY, meta={"model": "theirs"})
    field(scored, "Model").set_value("mine")
    scored.button(key="variant.save").click().run()
    assert "changed in another tab, or by someone without a name, first" in said(scored)
    assert "Someone else" not in said(scored)


def test_the_name_that_is_offered_is_one_that_no_other_evaluation_has(draft: AppTest) -> None:
    assert name_field(draft).placeholder == "If empty: My data: gold.json"
    draft.button(key="draft.score").click().run()
    draft.switch_page("pages/data.py").run()
    draft.button(key="data.own").click().run()
    draft.file_uploader[0].set_value([("gold.json", json.dumps(GOLD).encode(), "application/json")]).run()
    assert name_field(draft).placeholder == "If empty: My data: gold.json (2)"
    assert "has this name" not in said(draft)
    name_field(draft).set_value("My data: gold.json").run()
    assert "Another evaluation has this name too" in said(draft)


def test_a_draft_with_other_files_of_an_evaluation_may_have_its_name(draft: AppTest) -> None:
    draft.button(key="draft.score").click().run()
    draft.switch_page("pages/data.py").run()
    draft.button(key="data.change").click().run()
    assert name_field(draft).value == "My data: gold.json"
    assert "has this name" not in said(draft)
