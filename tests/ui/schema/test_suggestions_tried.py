"""Suggestions tried among the edits, applied as a version, undone and dismissed."""

from collections.abc import Callable
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from evaljson.base.errors import InputError
from evaljson.ui.session import server
from evaljson.workspace.suggestion_chain import Chain
from evaljson.workspace.suggestions import chain_of, dismissed
from tests.ui.conftest import Open
from tests.ui.schema.suggesting import (
    BARE,
    LOUD,
    SCHEMA,
    card_of,
    evaluation_of,
    ids,
    lines,
    made,
    press,
    schema_of,
    settings,
    text,
)  # fmt: skip
from tests.workspace.test_suggestion_chain import EXTRACTED as COURTS_READ
from tests.workspace.test_suggestion_chain import GOLD as COURTS

CASE = "Ignore upper and lower case: name"


@pytest.fixture
def page(open_app: Open) -> AppTest:
    return open_app("schema", evaluation=made(loud=LOUD, bare=BARE), tab="Suggestions")


def test_trying_one_puts_it_among_the_edits_and_taking_it_back_leaves_the_others(page: AppTest) -> None:
    name, city = card_of(page, "name"), card_of(page, "city")
    press(page, f"suggest.one.{name}")
    press(page, f"suggest.one.{city}")
    assert "2 changes not applied yet" in text(page)
    assert schema_of(page) == SCHEMA
    press(page, f"suggest.drop.{name}")
    assert "1 change not applied yet" in text(page)
    assert "city: transforms" in text(page)


def test_what_is_only_tried_is_no_change_that_a_name_is_asked_for(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(st, "user", {})
    press(page, "suggest.try.all")
    page.switch_page("pages/data.py").run()
    assert not any(box.label.startswith("Your change is noted") for box in page.text_input)


def test_what_was_edited_by_hand_outlives_what_was_tried(page: AppTest) -> None:
    press(page, "suggest.try.all")
    page.session_state[f"schema.grid.{page.session_state['evaljson.turn']}"] = {
        "edited_rows": {3: {"weight": 3}},
        "added_rows": [],
        "deleted_rows": [],
    }
    page.run()
    press(page, "suggest.drop-tried")
    assert "1 change not applied yet" in text(page)
    assert "weight" in text(page)


def test_what_was_tried_can_be_applied_in_the_bar_and_undone_one_by_one(page: AppTest) -> None:
    name = card_of(page, "name")
    press(page, "suggest.try.all")
    press(page, "schema.apply")
    assert settings(page, "name") is not None
    assert settings(page, "city") is not None
    press(page, f"suggest.undo.{name}")
    assert not page.error
    assert settings(page, "name") is None
    assert settings(page, "city") is not None


def test_where_two_suggestions_are_one_change_it_is_told(open_app: Open) -> None:
    mixed = [{**one, "city": "Zurich" if n % 2 else "ZÜRICH"} for n, one in enumerate(LOUD)]
    page = open_app("schema", evaluation=made(mixed=mixed), tab="Suggestions")
    press(page, f"suggest.one.{card_of(page, 'name')}")
    assert "suggestion tried" not in text(page)
    press(page, "suggest.try.all")
    assert "2 changes not applied yet" in text(page)
    assert "3 suggestions tried, 2 changes: several suggestions for one setting are one" in text(page)


def test_several_ways_to_say_null_at_one_field_are_tried_applied_and_undone_one_by_one(open_app: Open) -> None:
    gold = [{"id": f"r{n}", "ph": None if n < 6 else n + 0.5} for n in range(12)]
    extracted = [{**one, "ph": [0, "N/A"][n % 2] if n < 6 else one["ph"]} for n, one in enumerate(gold)]
    page = open_app("schema", evaluation=evaluation_of(gold, extracted), tab="Suggestions")
    both = ids(page)
    assert len(both) == 2
    for identity in both:  # not all at once: 0 may be a constant error, and needs a look
        press(page, f"suggest.one.{identity}")
    assert "Apply the 2 tried" in [button.label for button in page.button]
    assert not any(str(button.label).startswith("Try all") for button in page.button)
    press(page, "suggest.apply-tried")
    assert not page.error
    assert "✓ 2 suggestions applied, with undo" in [one.label for one in page.expander]
    for identity in both:
        press(page, f"suggest.undo.{identity}")
        assert not page.error
    assert settings(page, "ph") is None


def test_what_was_applied_is_applied_again_by_one_click_once_its_version_was_undone(page: AppTest) -> None:
    name = card_of(page, "name")
    press(page, f"suggest.apply.{name}")
    assert settings(page, "name") is not None
    press(page, "schema.undo-version")
    assert schema_of(page) == SCHEMA
    press(page, f"suggest.apply.{name}")
    assert not page.error
    assert settings(page, "name") is not None


def test_applying_one_makes_a_version_and_undoing_it_another(page: AppTest) -> None:
    name = card_of(page, "name")
    press(page, f"suggest.apply.{name}")
    assert settings(page, "name") is not None
    assert "Version 2 is the current version" in text(page)
    assert CASE in text(page)
    assert name not in ids(page)
    press(page, f"suggest.undo.{name}")
    assert schema_of(page) == SCHEMA
    assert "Version 3 is the current version" in text(page)
    assert name in ids(page)


def test_each_of_several_that_were_applied_one_after_the_other_can_be_undone(page: AppTest) -> None:
    name = card_of(page, "name")
    press(page, f"suggest.apply.{name}")
    press(page, f"suggest.apply.{card_of(page, 'city')}")
    press(page, f"suggest.undo.{name}")
    assert settings(page, "name") is None
    assert settings(page, "city") is not None


def test_applying_one_leaves_other_edits_waiting(page: AppTest) -> None:
    name, city = card_of(page, "name"), card_of(page, "city")
    press(page, f"suggest.one.{city}")
    press(page, f"suggest.apply.{name}")
    assert settings(page, "name") is not None
    assert settings(page, "city") is None
    assert "1 change not applied yet" in text(page)


def test_what_was_tried_and_fits_no_longer_is_no_error_of_what_was_applied(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> Chain:
        raise InputError("it was edited after the suggestion was taken")

    name, city = card_of(page, "name"), card_of(page, "city")
    press(page, f"suggest.one.{city}")
    monkeypatch.setattr(Chain, "settled", refused)
    press(page, f"suggest.apply.{name}")
    assert not page.error
    assert "was edited after" not in text(page)
    assert settings(page, "name") is not None
    assert "1 change not applied yet" in text(page)


def test_undoing_is_refused_where_the_field_was_edited_since(page: AppTest) -> None:
    name = card_of(page, "name")
    press(page, f"suggest.apply.{name}")
    by_hand(page, lambda fields: fields["name"]["x-eval-transform"].append("strip"), is_seen=False)
    changed = schema_of(page)
    press(page, f"suggest.undo.{name}")
    assert "was edited after the suggestion was taken" in text(page)
    assert schema_of(page) == changed


def by_hand(page: AppTest, change: Callable[[dict[str, Any]], None], *, is_seen: bool = True) -> None:
    """Store a version of the schema that somebody edited; the page shows it if it `is_seen`."""
    identity, store = str(page.query_params["eval"]), server.store()
    changed = schema_of(page)
    change(changed["properties"])
    store.schemas.add(identity, store.evaluations.get(identity).revision, changed, by="Ann")
    if is_seen:
        page.run()


def test_an_edit_of_one_suggested_field_leaves_the_undo_of_others_right(page: AppTest) -> None:
    name, city = card_of(page, "name"), card_of(page, "city")
    press(page, f"suggest.apply.{name}")
    by_hand(page, lambda fields: fields["name"]["x-eval-transform"].append("strip"))
    edited = settings(page, "name")
    press(page, f"suggest.one.{city}")
    page.button(key="schema.apply").click().run()
    assert not page.exception
    assert settings(page, "city") is not None
    press(page, f"suggest.undo.{city}")
    assert (settings(page, "name"), settings(page, "city")) == (edited, None)


def test_undo_after_an_earlier_version_came_back_takes_the_setting_out_or_is_refused(page: AppTest) -> None:
    name, city = card_of(page, "name"), card_of(page, "city")
    press(page, f"suggest.apply.{name}")
    press(page, f"suggest.apply.{city}")
    both = schema_of(page)
    by_hand(page, lambda fields: fields["name"]["x-eval-transform"].append("strip"))
    by_hand(page, lambda fields: fields.update(both["properties"]))
    press(page, f"suggest.undo.{city}")
    assert settings(page, "city") is None
    press(page, f"suggest.undo.{name}")
    assert settings(page, "name") is None


def test_what_is_dismissed_can_be_brought_back(page: AppTest) -> None:
    name = card_of(page, "name")
    press(page, f"suggest.dismiss.{name}")
    assert name not in ids(page)
    assert dismissed(server.store(), str(page.query_params["eval"])) == {name: CASE}
    press(page, f"suggest.back.{name}")
    assert name in ids(page)


def test_the_button_for_low_risk_tries_those_of_low_risk_alone(open_app: Open) -> None:
    gold = [{"id": f"r{n}", "name": f"Ada {n}", "tags": [f"{tag} {n}" for tag in "abc"]} for n in range(6)]
    extracted = [{**one, "name": str(one["name"]).upper(), "tags": [*one["tags"]][::-1]} for one in gold]
    page = open_app("schema", evaluation=evaluation_of(gold, extracted), tab="Suggestions")
    risks = {line.split(" · ")[0]: line.split(" · ")[2] for line in lines(page)}
    assert risks == {"name": "◔ low risk", "tags": "◐ medium risk"}
    assert page.button(key="suggest.try.low").label == "Try the 1 of low risk"
    assert page.button(key="suggest.try.all").label == "Try all 2"
    press(page, "suggest.try.low")
    assert [line.split(" · ")[0] for line in lines(page) if line.startswith("✓")] == ["✓ name"]


def test_what_rests_on_one_that_is_undone_goes_with_it_and_is_applied_again_without_an_error(open_app: Open) -> None:
    page = open_app("schema", evaluation=evaluation_of(COURTS, COURTS_READ), tab="Suggestions")
    case = card_of(page, "court")
    press(page, f"suggest.apply.{case}")
    press(page, f"suggest.apply.{card_of(page, 'court')}")
    assert applied_kinds(page) == ["case", "synonyms"]
    press(page, f"suggest.undo.{case}")
    assert settings(page, "court") is None
    assert applied_kinds(page) == []
    assert "undo: Ignore upper and lower case: court; and 1 more suggestion" in text(page)
    press(page, f"suggest.apply.{card_of(page, 'court')}")
    assert not page.error
    assert len(applied_kinds(page)) == 1


def applied_kinds(page: AppTest) -> list[str]:
    chain = chain_of(server.store(), str(page.query_params["eval"]))
    return [] if chain is None else [one.kind for one in chain.still_applied(schema_of(page))]


def test_a_version_with_several_is_named_after_the_one_that_gains_most(page: AppTest) -> None:
    for field in ("city", "name"):
        press(page, f"suggest.one.{card_of(page, field)}")
    press(page, "suggest.apply-tried")
    assert f"{CASE}; and 1 more suggestion" in text(page)
