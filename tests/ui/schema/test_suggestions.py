"""The Suggestions tab: what is proposed, why, and what it says of risk and gain."""

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.review.label_states import GoldLabel
from tests.ui.conftest import Made, Open, html_of, loaded
from tests.ui.schema.editing import schema_in_draft
from tests.ui.schema.suggesting import (
    BARE,
    GOLD,
    LOUD,
    RULE,
    SCHEMA,
    card_of,
    evaluation_of,
    ids,
    lines,
    made,
    press,
    schema_of,
    text,
)


@pytest.fixture
def page(open_app: Open) -> AppTest:
    return open_app("schema", evaluation=made(loud=LOUD, bare=BARE), tab="Suggestions")


def test_a_card_says_what_it_is_what_it_does_and_what_speaks_against_it(page: AppTest) -> None:
    assert not page.error
    assert RULE in text(page)
    shown = html_of(page)
    assert "In name, 12 of 12 mismatches differ only in case. Ignoring upper and lower case raises F1 of " in shown
    assert "Low risk" in shown
    assert "12 more values right in 6 records, over all variants. Examples:" in text(page)
    assert "▲ and ▼ count the records of a variant whose F1 rises and falls" in text(page)
    assert "<td>66.7 → 100.0</td><td>+33.3</td>" in shown
    assert "<bdi>bare</bdi>" in shown
    assert "It only makes scoring more lenient" in text(page)


def test_an_example_says_what_reviews_say_of_its_gold_value(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    said_of = {n: {"name": GoldLabel("confirmed", record["name"], ("A", "B"), "name")} for n, record in enumerate(GOLD)}
    monkeypatch.setattr("evaljson.ui.schema.suggestion_card.labels_of", lambda evaluation: said_of)
    page = open_app("schema", evaluation=made(loud=LOUD), tab="Suggestions")
    assert "(✔ confirmed by 2 people)</span>, extracted" in html_of(page)


def test_each_suggestion_is_one_line_with_its_field_gain_and_risk(page: AppTest) -> None:
    assert "name · F1 +33.3 in loud · ◔ low risk · 12 more values right over all variants" in lines(page)


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
    assert "Look at each" in text(page)
    assert lines(page)[-1].count("● high risk")
    press(page, "suggest.try.all")
    assert text(page).count("✓ among your edits") == len(lines(page)) - sum("high risk" in one for one in lines(page))


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


def test_where_a_rule_may_still_help_the_largest_pattern_is_named_instead(open_app: Open) -> None:
    gold = [{"id": f"r{n}", "name": f"Ada {n} Byron"} for n in range(6)]
    page = open_app("schema", evaluation=evaluation_of(gold, [{**gold[0], "name": "ADA 0 BYRON"}, *gold[1:]]),
                    tab="Suggestions")  # fmt: skip
    assert "Nothing to suggest" not in text(page)
    assert "case only, 1 value in 1 record, 100.0% of what" in text(page)
    press(page, "suggest.left-rule")
    assert page.selectbox(key="schema.field").value == "name"
    assert "1 change not applied yet" in text(page)
    assert schema_in_draft(page)["name"]["x-eval-transform"] == ["lowercase"]


def test_a_key_that_holds_a_field_of_gold_is_none_to_ignore(open_app: Open) -> None:
    gold = [{"id": f"r{n}", "name": f"Ada {n} Byron", "town": f"T{n}"} for n in range(6)]
    renamed = [{"id": one["id"], "called": one["name"], "town": one["town"]} for one in gold]
    page = open_app("schema", evaluation=evaluation_of(gold, renamed), tab="Suggestions")
    assert "ignore the key" not in text(page)
    extra = [{**one, "more": f"m{n}"} for n, one in enumerate(gold)]
    page = open_app("schema", evaluation=evaluation_of(gold, extra), tab="Suggestions")
    assert "ignore the key" in text(page)


def test_the_records_of_the_largest_pattern_that_is_left_are_a_click_away(open_app: Open) -> None:
    gold = [{"id": f"r{n}", "name": f"Ada {n} Byron"} for n in range(6)]
    page = open_app("schema", evaluation=evaluation_of(gold, [{**gold[0], "name": "ADA 0 BYRON"}, *gold[1:]]),
                    tab="Suggestions")  # fmt: skip
    press(page, "suggest.left")
    assert page.query_params["status"] == "like.case"


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
    assert "By content" in text(page)
    page.query_params["tab"] = "Suggestions"
    page.run()
    assert "Pair elements by" in text(page)
    assert "By content" not in text(page.run())
    page.query_params["tab"] = "Fields"
    page.run()
    page.button(key="schema.pair-card.n").click().run()
    assert "Pair elements by" in text(page)
    for _ in ids(page):
        press(page, "suggest.dismiss")
    page.query_params["tab"] = "Fields"
    assert "By content" not in text(page.run())
