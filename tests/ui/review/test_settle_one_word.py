"""Whoever settles can also decide what rests on one person's word, from Settle and from Outcome, by name, undoably."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.review.plan import ReviewPlan
from evaljson.store import Actor, Review
from evaljson.ui.session import author, server
from evaljson.workspace.read_review import read_review
from evaljson.workspace.review_files import export_review
from evaljson.workspace.review_gold import corrected
from tests.ui.conftest import Open, html_of, said
from tests.ui.review.outcomes import outcome, table_with
from tests.ui.review.reviews import ADA, BOB, GOLD, ONE, answer, begin, button, made

CHANGE, KEEP = "review.also.changed_alone.", "review.also.kept_alone."
LEAD = "review.settle.alone"


@pytest.fixture
def review() -> Review:
    """Bob has put the wrong names into gold, by a slip, and kept its total."""
    review = begin(made())
    answer(review, BOB, "extracted_right")
    answer(review, BOB, "gold_right")
    return review


def settle(open_app: Open, review: Review, who: Actor = ADA) -> AppTest:
    page = open_app("review", eval=review.evaluation, review=review.id, part="settle")
    page.session_state[author.NAME] = who.name
    return page.run()


def to_part(page: AppTest, part: str) -> AppTest:
    page.button_group(key="review.part").set_value(part)
    return page.run()


def names_in_gold(review: Review) -> list[str]:
    store = server.store()
    return [one["name"] for one in corrected(store, read_review(store, review.id)).records]


def test_what_one_person_decided_is_asked_about_only_where_that_is_wished(open_app: Open, review: Review) -> None:
    page = settle(open_app, review)
    assert "There is nothing to settle" in said(page)
    boxes = {str(one.key).rpartition(".")[0]: one for one in page.checkbox}
    assert [one.label for one in boxes.values()] == [
        "1 answer that changes gold", "1 answer that keeps it as it is",
    ]  # fmt: skip
    assert not any(one.value for one in boxes.values())
    boxes[CHANGE.rstrip(".")].check().run()
    assert "1 question to settle. On one person's word, gold changes." in said(page).replace("*", "")
    boxes[KEEP.rstrip(".")].check().run()
    assert "Question 1 of 2 to settle. On one person's word, gold changes." in said(page).replace("*", "")
    button(page, "review.later.").click().run()
    assert "Question 2 of 2 to settle. On one person's word, gold stays as it is." in said(page).replace("*", "")


def test_a_decided_card_is_overruled_by_name_and_all_that_counts_says_so(open_app: Open, review: Review) -> None:
    page = outcome(open_app, review)
    assert "**3 values** of gold would change, in 3 records. **3** rest on one person's word." in said(page)
    page.button(LEAD).click().run()
    assert "1 question to settle. On one person's word, gold changes." in said(page).replace("*", "")
    button(page, "review.settle.2.").click().run()
    assert not page.exception
    assert names_in_gold(review) == [one["name"] for one in GOLD]
    page = to_part(page, "outcome")
    assert "No value of gold is to be changed by what is decided so far." in said(page)
    assert "Places: **1** decided, on 1 card · **3** settled, on 1 card" in said(page)
    assert LEAD not in [one.key for one in page.button]
    store = server.store()
    [event, *_] = [one for one in store.review_events.all(review.id) if one.kind == "settle"]
    assert (event.who, event.content["answer"]) == ("Ada", "gold_right")
    minutes = b"".join(export_review(store, read_review(store, review.id), "minutes")).decode()
    assert "Bob: Extraction is right. Ada decided: Gold is right" in minutes
    page = to_part(page, "settle")
    button(page, "review.settle.undo.").click().run()
    assert "1 question to settle. On one person's word, gold changes." in said(page).replace("*", "")
    assert names_in_gold(review) == [one["name"] for one in ONE]


def test_what_is_confirmed_rests_on_two_and_what_one_settles_alone_is_said_to_be_settled(
    open_app: Open, review: Review
) -> None:
    page = outcome(open_app, review)
    page.button(LEAD).click().run()
    button(page, "review.settle.1.").click().run()
    page = to_part(page, "outcome")
    assert "**3 values** of gold would change, in 3 records." in said(page)
    assert "on one person's word" not in said(page)
    assert set(table_with(page, "Says")["Says"]) == {"Ada, Bob"}
    page = to_part(page, "settle")
    button(page, "review.settle.undo.").click().run()
    store = server.store()
    card = store.review_cards.get(review.id, 0)
    content = {"answer": "gold_wrong", "value": {"value": "Huber"}}
    store.review_events.settle(review.id, 0, content, "once", by=ADA, places=card.current[:1])
    page = outcome(open_app, review)
    assert "**3** rest on one person's word, **1** of them settled." in said(page)
    store.review_events.settle(review.id, 0, content, "again", by=ADA, places=card.current)
    page = outcome(open_app, review)
    assert "**3** rest on one person's word, as settled." in said(page)
    assert LEAD not in [one.key for one in page.button]


@pytest.mark.parametrize("who", [ADA, BOB])
def test_only_who_settles_is_led_there(open_app: Open, review: Review, who: Actor) -> None:
    page = outcome(open_app, review, who.name)
    assert (LEAD in [one.key for one in page.button]) is (who == ADA)
    assert bool(settle(open_app, review, who).checkbox) is (who == ADA)


def test_a_ticked_change_is_asked_about_before_all_others_also_if_it_was_put_off(open_app: Open) -> None:
    totals = [{**one, "total": 100 + at} for at, one in enumerate(GOLD)]
    review = begin(made(one=totals), ReviewPlan(overlap=0, audit=0, order="record"))
    for _ in range(review.cards):
        answer(review, BOB, "extracted_right")
    page = outcome(open_app, review)
    page.button(LEAD).click().run()
    for _ in range(2):
        button(page, "review.later.").click().run()
    assert "Record r3" in html_of(page)
    page = to_part(page, "outcome")
    page.session_state["review.changes"] = {"selection": {"rows": [1], "columns": [], "cells": []}}
    page.run()
    assert not page.exception
    leads = page.button("review.settle.this")
    assert leads.label == "Settle r2, total"
    assert "is settled already" not in said(page)
    leads.click().run()
    assert "Record r2" in html_of(page)
    button(page, "review.settle.2.").click().run()
    assert [one.content["answer"] for one in server.store().review_events.all(review.id) if one.kind == "settle"] == [
        "gold_right"
    ]
    page = to_part(page, "outcome")
    assert table_with(page, "Record")["Record"].tolist() == ["r1", "r3"]


def test_a_ticked_change_that_is_settled_or_rests_on_several_says_so(open_app: Open) -> None:
    totals = [{**one, "total": 100 + at} for at, one in enumerate(GOLD)]
    review = begin(made(one=totals), ReviewPlan(overlap=0, audit=0, order="record"))
    store = server.store()
    for _ in range(review.cards):
        answer(review, BOB, "extracted_right")
    store.review_events.settle(review.id, 0, {"answer": "extracted_right"}, "once", by=ADA)
    page = outcome(open_app, review)
    page.session_state["review.changes"] = {"selection": {"rows": [0], "columns": [], "cells": []}}
    page.run()
    assert "r1, total is settled already." in said(page)
    assert "review.settle.this" not in [one.key for one in page.button]


def test_of_a_card_for_several_records_a_ticked_change_is_settled_alone(open_app: Open, review: Review) -> None:
    page = outcome(open_app, review)
    page.session_state["review.changes"] = {"selection": {"rows": [1], "columns": [], "cells": []}}
    page.run()
    page.button("review.settle.this").click().run()
    assert "Question 1 of 2 to settle." in said(page)
    assert "Record r2" in html_of(page)
    assert "more record" not in html_of(page)
    button(page, "review.settle.2.").click().run()
    assert not page.exception
    assert names_in_gold(review) == [ONE[0]["name"], GOLD[1]["name"], ONE[2]["name"]]
    assert "1 question to settle. On one person's word, gold changes." in said(page).replace("*", "")
    assert "Record r1 · and 1 more record" in html_of(page)
    button(page, "review.settle.undo.").click().run()
    assert names_in_gold(review) == [one["name"] for one in ONE]
