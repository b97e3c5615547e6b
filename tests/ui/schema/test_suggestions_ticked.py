"""Suggestions of which only a part is taken: ticked synonyms, and ticked fields of one rule."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.review.label_states import GoldLabel
from tests.ui.conftest import Open, html_of
from tests.ui.cut_short import run_cut_short
from tests.ui.schema.suggesting import BARE, LOUD, card_of, evaluation_of, ids, lines, made, press, settings, text


@pytest.fixture
def page(open_app: Open) -> AppTest:
    return open_app("schema", evaluation=made(loud=LOUD, bare=BARE), tab="Suggestions")


LAND = ["Germany", "France", "Spain"]


@pytest.fixture
def synonyms(open_app: Open) -> AppTest:
    codes = dict(zip(LAND, ["DE", "FR", "ES"], strict=True))
    gold = [{"id": f"r{n}", "land": LAND[n % 3]} for n in range(12)]
    return open_app(
        "schema", evaluation=evaluation_of(gold, [{**one, "land": codes[str(one["land"])]} for one in gold]),
        tab="Suggestions",
    )  # fmt: skip


def tick(page: AppTest, words: str) -> AppTest:
    [box] = [one for one in page.checkbox if one.label == words]
    return (box.uncheck() if box.value else box.check()).run()


def test_the_gain_of_synonyms_follows_the_ticks(synonyms: AppTest) -> None:
    assert "land · F1 +100.0 · ◐ medium risk · 12 more values right in 12 records" in lines(synonyms)
    tick(synonyms, "ES = Spain")
    assert "land · F1 +66.7 · ◐ medium risk · 8 more values right in 8 records" in lines(synonyms)
    tick(synonyms, "ES = Spain")
    assert "land · F1 +100.0 · ◐ medium risk · 12 more values right in 12 records" in lines(synonyms)


def test_a_tick_says_what_reviews_say_of_its_value_of_gold(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    said_of = {place: {"land": GoldLabel("confirmed", "Spain", ("Ann",), "land")} for place in (2, 5)}
    monkeypatch.setattr("evaljson.ui.schema.synonym_ticks.labels_of", lambda evaluation: said_of)
    gold = [{"id": f"r{n}", "land": LAND[n % 3]} for n in range(12)]
    codes = [{**one, "land": str(one["land"])[:2].upper()} for one in gold]
    page = open_app("schema", evaluation=evaluation_of(gold, codes), tab="Suggestions")
    ticks = [box.label for box in page.checkbox if " = " in box.label]
    assert ticks == ["FR = France", "GE = Germany", "SP = Spain (✔ 2 confirmed)"]


def test_a_synonym_without_a_tick_stays_an_error(synonyms: AppTest) -> None:
    tick(synonyms, "ES = Spain")
    press(synonyms, f"suggest.apply.{card_of(synonyms, 'land')}")
    assert settings(synonyms, "land") == [{"map_values": {"values": {"DE": "Germany", "FR": "France"}}}]


def test_a_tick_is_kept_whose_callback_the_next_click_cuts_short(
    synonyms: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    next(one for one in synonyms.checkbox if one.label == "ES = Spain").uncheck()
    states = synonyms._tree.get_widget_states()
    run_cut_short(synonyms, states, monkeypatch)
    synonyms._run(states)
    assert "land · F1 +66.7 · ◐ medium risk · 8 more values right in 8 records" in lines(synonyms)


def test_synonyms_are_in_no_try_all_and_tried_alone_with_the_ticked_ones(synonyms: AppTest) -> None:
    tick(synonyms, "ES = Spain")
    assert "suggest.try.all" not in [button.key for button in synonyms.button]
    assert "These are in no “Try all”" in text(synonyms)
    press(synonyms, f"suggest.one.{card_of(synonyms, 'land')}")
    assert "✓ among your edits" in text(synonyms)
    assert all(box.disabled for box in synonyms.checkbox if " = " in box.label)
    press(synonyms, "schema.apply")
    assert settings(synonyms, "land") == [{"map_values": {"values": {"DE": "Germany", "FR": "France"}}}]


def test_without_a_tick_nothing_can_be_applied(synonyms: AppTest) -> None:
    for text_of, gold in zip(["DE", "FR", "ES"], LAND, strict=True):
        tick(synonyms, f"{text_of} = {gold}")
    assert synonyms.button(key=f"suggest.apply.{card_of(synonyms, 'land')}").disabled
    assert "No synonym is ticked" in html_of(synonyms)


MANY = [f"f{i}" for i in range(6)]
LINE = "Ignore upper and lower case · 6 fields · F1 +16.7 each · ◔ low risk · 36 more values right in sum"


@pytest.fixture
def many(open_app: Open) -> AppTest:
    """One rule for six fields, opened."""
    gold = [{"id": f"{i}", **{name: f"Ada {name} {i}" for name in MANY}} for i in range(6)]
    loud = [{"id": one["id"], **{name: one[name].upper() for name in MANY}} for one in gold]
    page = open_app("schema", evaluation=evaluation_of(gold, loud), tab="Suggestions")
    assert LINE in [one.label.replace("*", "") for one in page.expander]
    assert not ids(page)
    [rule] = [one for one in page.expander if LINE in one.label.replace("*", "")]
    page.session_state[str(rule.key)] = True
    return page.run()


def field_tick(page: AppTest, name: str) -> Any:
    return next(one for one in page.checkbox if one.label.startswith(f"{name} · "))


def test_fields_of_a_folded_rule_are_tried_as_they_are_ticked(many: AppTest) -> None:
    field_tick(many, "f2").uncheck().run()
    assert many.button(key="suggest.try.all").label == "Try all 5"
    press(many, "suggest.rule-try")
    assert "✓ 5 among your edits" in text(many)
    assert [field_tick(many, name).disabled for name in MANY] == [name != "f2" for name in MANY]
    press(many, "suggest.rule-all")
    press(many, "suggest.rule-apply")
    press(many, "schema.apply")
    assert [settings(many, name) for name in MANY] == [["lowercase"]] * 6


def test_a_folded_rule_without_a_tick_does_nothing(many: AppTest) -> None:
    press(many, "suggest.rule-none")
    assert [one.disabled for one in many.button if str(one.key).startswith("suggest.rule-")][:2] == [True, True]
    assert "suggest.try.all" not in [one.key for one in many.button]


def test_one_field_of_a_folded_rule_is_looked_at_in_full(many: AppTest) -> None:
    field = next(one for one in many.selectbox if one.label == "Look at one field")
    field.select_index(1).run()
    assert len(ids(many)) == 1
    assert "In f1, 6 of 6 mismatches differ only in case." in html_of(many)


def test_a_tick_of_a_field_is_kept_whose_callback_the_next_click_cuts_short(
    many: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    field_tick(many, "f2").uncheck()
    states = many._tree.get_widget_states()
    run_cut_short(many, states, monkeypatch)
    many._run(states)
    assert many.button(key="suggest.try.all").label == "Try all 5"
