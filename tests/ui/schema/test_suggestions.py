"""The Suggestions tab: what is proposed, tried among the edits, applied as a version, undone, dismissed."""

from itertools import pairwise
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from evaljson.jobs.kinds import KINDS
from evaljson.review.label_states import GoldLabel
from evaljson.schema import annotate_xeval, infer_schema
from evaljson.ui.session import server
from evaljson.ui.shared import find_suggestions
from evaljson.workspace.suggestions import SUGGEST, dismissed, found_last, look
from tests.ui.conftest import Made, Open, html_of, loaded, said
from tests.ui.cut_short import run_cut_short

GOLD = [
    {"id": f"r{n}", "name": f"Ada {'BCDEFG'[n]} Byron", "city": "Zürich", "due": f"2024-03-0{n + 1}"} for n in range(6)
]
LOUD = [{**record, "name": str(record["name"]).upper()} for record in GOLD]
BARE = [{**record, "city": "zurich" if n == 1 else "Zurich"} for n, record in enumerate(LOUD)]
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {name: {"type": "string"} for name in ("id", "name", "city", "due")},
    "x-eval-id": "id",
}
CASE = "Ignore upper and lower case: name"
RULE = "Ignore upper and lower case · 1 field"


def made(**variants: list[Any]) -> Made:
    files = {name: loaded(records, f"{name}.json", "extracted") for name, records in variants.items()}
    return Made("six", loaded(GOLD, "gold.json"), files, SCHEMA)


def evaluation_of(gold: list[Any], extracted: list[Any]) -> Made:
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    return Made("other", loaded(gold, "gold.json"), {"one": loaded(extracted, "one.json", "extracted")}, schema)


@pytest.fixture
def page(open_app: Open) -> AppTest:
    return open_app("schema", evaluation=made(loud=LOUD, bare=BARE), tab="Suggestions")


def text(page: AppTest) -> str:
    return said(page).replace("*", "")


def press(page: AppTest, key: str, place: int = 0) -> AppTest:
    """The button with this key, or the one in this place whose key begins so."""
    found = [one for one in page.button if (one.key or "") == key or (one.key or "").startswith(f"{key}.")]
    return found[place].click().run()


def ids(page: AppTest) -> list[str]:
    """Of the cards that are shown."""
    return [str(one.key).rsplit(".", 1)[1] for one in page.button if (one.key or "").startswith("suggest.dismiss.")]


def card_of(page: AppTest, path: str) -> str:
    last = found_last(server.store(), str(page.query_params["eval"]))
    assert last is not None
    return next(one.id for one in last[1]() if one.path == path and one.id in ids(page))


def schema_of(page: AppTest) -> dict[str, Any]:
    """The current one."""
    store, identity = server.store(), str(page.query_params["eval"])
    number = store.evaluations.get(identity).schema_number
    assert number is not None
    return store.schemas.get(identity, number).schema


def settings(page: AppTest, field: str) -> Any:
    return schema_of(page)["properties"][field].get("x-eval-transform")


# What is told


def test_a_card_says_what_it_is_what_it_does_and_what_speaks_against_it(page: AppTest) -> None:
    assert not page.error
    assert RULE in text(page)
    shown = html_of(page)
    assert "In name, 12 of 12 mismatches differ only in case. Ignoring upper and lower case raises F1 of " in shown
    assert "Low risk" in shown
    assert "Explains 12 wrong results of all variants in 6 different records:" in text(page)
    assert "▲ and ▼ count the records of a variant whose F1 rises and falls" in text(page)
    assert "<td>66.7 → 100.0</td><td>+33.3</td>" in shown
    assert "<bdi>bare</bdi>" in shown
    assert "It only makes scoring more lenient" in text(page)


def test_an_example_says_what_reviews_say_of_its_gold_value(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    said_of = {n: {"name": GoldLabel("confirmed", record["name"], ("A", "B"), "name")} for n, record in enumerate(GOLD)}
    monkeypatch.setattr("evaljson.ui.schema.suggestion_card.labels_of", lambda evaluation: said_of)
    page = open_app("schema", evaluation=made(loud=LOUD), tab="Suggestions")
    assert "(✔ confirmed by 2 people)</span>, extracted" in html_of(page)


def lines(page: AppTest) -> list[str]:
    """What each suggestion says before it is opened."""
    return [one.label.replace("*", "").replace("\\", "") for one in page.expander if " risk · " in one.label]


def test_each_suggestion_is_one_line_with_its_field_gain_and_risk(page: AppTest) -> None:
    assert "name · F1 +33.3 in loud · ◔ low risk · 12 wrong in 6 records" in lines(page)


def test_suggestions_with_one_rule_stand_together(open_app: Open) -> None:
    mixed = [{**one, "city": "ZURICH", "name": str(one["name"]).lower()} for one in GOLD]
    gold = [{**one, "city": "Zurich"} for one in GOLD]
    files = {"mixed": loaded(mixed, "mixed.json", "extracted")}
    page = open_app("schema", evaluation=Made("two", loaded(gold, "gold.json"), files, SCHEMA), tab="Suggestions")
    assert "Ignore upper and lower case · 2 fields" in text(page)


def test_what_is_of_high_risk_is_apart_and_not_tried_with_the_others(open_app: Open) -> None:
    roles = ["seller"] * 6 + ["buyer", "seller", "agent", "notary", "witness"]
    gold = [{"id": f"r{n}", "name": f"Ada {n} B", "role": role} for n, role in enumerate(roles)]
    names = [{**one, "name": str(one["name"]).upper()} for one in gold]
    names[:6] = [{**one, "role": "agent"} for one in names[:6]]
    page = open_app("schema", evaluation=evaluation_of(gold, names), tab="Suggestions")
    assert "High risk: look at each" in text(page)
    assert lines(page)[-1].count("● high risk")
    press(page, "suggest.try.all")
    assert text(page).count("✓ among your edits") == len(lines(page)) - sum("high risk" in one for one in lines(page))


# Ticking synonyms

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
    assert "land · F1 +100.0 · ◐ medium risk · 12 wrong in 12 records" in lines(synonyms)
    tick(synonyms, "ES = Spain")
    assert "land · F1 +66.7 · ◐ medium risk · 8 wrong in 8 records" in lines(synonyms)
    tick(synonyms, "ES = Spain")
    assert "land · F1 +100.0 · ◐ medium risk · 12 wrong in 12 records" in lines(synonyms)


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
    assert "land · F1 +66.7 · ◐ medium risk · 8 wrong in 8 records" in lines(synonyms)


def test_trying_all_takes_the_ticked_synonyms_only(synonyms: AppTest) -> None:
    tick(synonyms, "ES = Spain")
    press(synonyms, "suggest.try.all")
    assert "✓ among your edits" in text(synonyms)
    assert all(box.disabled for box in synonyms.checkbox if " = " in box.label)
    press(synonyms, "schema.apply")
    assert settings(synonyms, "land") == [{"map_values": {"values": {"DE": "Germany", "FR": "France"}}}]


def test_without_a_tick_nothing_can_be_applied(synonyms: AppTest) -> None:
    for text_of, gold in zip(["DE", "FR", "ES"], LAND, strict=True):
        tick(synonyms, f"{text_of} = {gold}")
    assert synonyms.button(key=f"suggest.apply.{card_of(synonyms, 'land')}").disabled
    assert "No synonym is ticked" in html_of(synonyms)


def test_examples_are_links_to_their_records(page: AppTest) -> None:
    labels = [link.proto.label.replace("\\", "") for link in page.get("page_link")]
    assert "loud, r0" in labels
    assert "gold <bdi>Ada B Byron</bdi>, extracted <bdi>ADA B BYRON</bdi>" in html_of(page)


def test_nothing_is_changed_by_looking(page: AppTest) -> None:
    assert schema_of(page) == SCHEMA
    assert "is the current version" in text(page)


def test_where_nothing_is_wrong_it_says_what_was_looked_for(open_app: Open) -> None:
    page = open_app("schema", evaluation=made(right=GOLD), tab="Suggestions")
    assert "Nothing to suggest" in text(page)
    assert "compare as dates" in text(page)


def test_the_tab_stands_in_the_address(open_app: Open) -> None:
    page = open_app("schema", evaluation=made(loud=LOUD))
    assert "tab" not in page.query_params
    page.session_state["schema.tab"] = "Suggestions"
    page.run()
    assert page.query_params["tab"] in ("Suggestions", ["Suggestions"])
    assert RULE in text(page)


def test_values_of_the_data_are_no_markup(open_app: Open) -> None:
    odd = "<img src=x onerror=alert(1)> B"
    gold = [{**record, "name": odd} for record in GOLD]
    files = {"loud": loaded([{**one, "name": odd.upper()} for one in gold], "loud.json", "extracted")}
    page = open_app("schema", evaluation=Made("odd", loaded(gold, "gold.json"), files, SCHEMA), tab="Suggestions")
    assert "&lt;img" in html_of(page)
    assert "<img" not in html_of(page)


# Trying


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


# Applying


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


def test_undoing_is_refused_where_the_field_was_edited_since(page: AppTest) -> None:
    name = card_of(page, "name")
    press(page, f"suggest.apply.{name}")
    identity, store = str(page.query_params["eval"]), server.store()
    changed = schema_of(page)
    changed["properties"]["name"]["x-eval-transform"].append("strip")
    store.schemas.add(identity, store.evaluations.get(identity).revision, changed, by="Ann")
    page.run()
    press(page, f"suggest.undo.{name}")
    assert "was edited after the suggestion was taken" in text(page)
    assert schema_of(page) == changed


# Dismissing


def test_what_is_dismissed_can_be_brought_back(page: AppTest) -> None:
    name = card_of(page, "name")
    press(page, f"suggest.dismiss.{name}")
    assert name not in ids(page)
    assert dismissed(server.store(), str(page.query_params["eval"])) == {name: CASE}
    press(page, f"suggest.back.{name}")
    assert name in ids(page)


# Looking


def test_a_large_evaluation_is_looked_at_by_a_job_that_can_be_cancelled(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find_suggestions, "QUICK", 0)
    monkeypatch.setattr("evaljson.jobs.pool.Pool.wake", lambda self: None)
    page = open_app("schema", evaluation=made(loud=LOUD), tab="Suggestions")
    identity, store = str(page.query_params["eval"]), server.store()
    assert RULE not in text(page)
    press(page, "suggest.cancel")
    page.run()
    assert "Looking for suggestions was cancelled." in text(page)
    press(page, "suggest.look")
    [job] = store.jobs.all(evaluation=identity, states=["queued"])
    assert KINDS[job.kind](store, job, lambda share, message: None)
    page.run()
    assert RULE in text(page)


def test_a_job_finds_what_the_page_finds_and_tells_how_far_it_is(page: AppTest) -> None:
    identity, store = str(page.query_params["eval"]), server.store()
    there, heard = found_last(store, identity), []
    key = look(store, identity, by="test", tell=lambda share, message: heard.append(share))
    again = found_last(store, identity)
    assert there is not None
    assert again is not None
    assert (key, again[1]()) == (there[0], there[1]())
    assert all(later >= earlier - 1e-9 for earlier, later in pairwise(heard))
    assert heard[-1] == 1.0
    assert SUGGEST in KINDS


def test_a_job_that_looks_is_cancelled_once_something_else_is_in_force(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find_suggestions, "QUICK", 0)
    monkeypatch.setattr("evaljson.jobs.pool.Pool.wake", lambda self: None)
    page = open_app("schema", evaluation=made(loud=LOUD), tab="Suggestions")
    identity, store = str(page.query_params["eval"]), server.store()
    [looking] = store.jobs.all(evaluation=identity)
    page.session_state["schema.tab"] = "Fields"
    page.run()
    page.session_state[f"schema.grid.{page.session_state['evaljson.turn']}"] = {"edited_rows": {3: {"weight": 3}}}
    page.run()
    press(page, "schema.apply")
    assert "Version 2 is the current version" in text(page)
    assert store.jobs.get(looking.id).state == "cancelled"


def test_what_needs_a_pairing_takes_it_along_and_is_not_among_those_of_low_risk(open_app: Open) -> None:
    gold = [{"id": f"r{n}", "skills": [f"{a}{n} Go", f"{a}{n} Rust", f"{a}{n} SQL"]} for n, a in enumerate("ABCDEFGH")]
    mixed = [{**one, "skills": [text.lower() for text in reversed(one["skills"])]} for one in gold]
    schema = {
        "type": "object",
        "properties": {"id": {"type": "string"}, "skills": {"type": "array", "items": {"type": "string"}}},
        "x-eval-id": "id",
    }
    made = Made("skills", loaded(gold), {"mixed": loaded(mixed, "mixed.json", "extracted")}, schema)
    page = open_app("schema", evaluation=made, tab="Suggestions")
    assert "Needs “" in text(page)
    assert "suggest.try.low" not in [one.key for one in page.button]
    press(page, f"suggest.one.{card_of(page, 'skills[]')}")
    assert not page.exception
    assert text(page).count("✓ among your edits") == 2
    assert "Needs “" not in text(page)


def test_a_suggestion_that_pairs_elements_and_the_hint_to_do_so_are_not_both_shown(open_app: Open) -> None:
    gold = [{"id": f"{i}", "n": [{"k": i}, {"k": i + 100}]} for i in range(6)]
    turned = [{**one, "n": one["n"][::-1]} for one in gold]
    page = open_app("schema", evaluation=evaluation_of(gold, turned))
    assert "By content (hungarian)" in text(page)
    page.query_params["tab"] = "Suggestions"
    page.run()
    assert "Pair elements by" in text(page)
    assert "By content (hungarian)" not in text(page.run())
    page.query_params["tab"] = "Fields"
    page.run()
    page.button(key="schema.pair-card.n").click().run()
    assert "Pair elements by" in text(page)
    for _ in ids(page):
        press(page, "suggest.dismiss")
    page.query_params["tab"] = "Fields"
    assert "By content (hungarian)" not in text(page.run())


# A rule for many fields

MANY = [f"f{i}" for i in range(6)]
LINE = "Ignore upper and lower case · 6 fields · F1 +16.7 each · ◔ low risk · 36 wrong"


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
