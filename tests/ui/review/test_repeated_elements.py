"""An element that gold would have once more is a warning on Outcome, and a question to settle."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.review.plan import ReviewPlan
from evaljson.store import Actor, Review
from evaljson.ui.session import author
from tests.ui.conftest import Open, html_of, said
from tests.ui.review.reviews import ADA, BOB, answer, begin, button, made, opened

SCHEMA: dict[str, Any] = {
    "type": "object", "x-eval-id": "id",
    "properties": {"tags": {"type": "array", "items": {"type": "string"}, "x-eval-align": {"match_by": "hungarian"}}},
}  # fmt: skip


def _warned(open_app: Open, extracted: list[str]) -> str:
    of = made([{"id": "r1", "tags": ["red"]}], SCHEMA, one=[{"id": "r1", "tags": extracted}])
    review = begin(of)
    answer(review, ADA, "extracted_right")
    page = open_app("review", eval=review.evaluation, review=review.id, part="outcome")
    page.session_state[author.NAME] = "Ada"
    return said(page.run())


def test_an_element_that_gold_has_already_is_named_before_it_is_put_there_again(open_app: Open) -> None:
    words = _warned(open_app, ["red", "red"])
    assert "1 added element is in gold already, in the same array" in words
    assert "(record r1, tags" in words


def test_an_element_that_gold_lacks_is_no_reason_to_warn(open_app: Open) -> None:
    assert "in gold already" not in _warned(open_app, ["red", "blue"])


def test_a_card_on_equal_elements_of_one_record_says_how_many_and_gold_gets_them_all(open_app: Open) -> None:
    review = begin(made([{"id": "r1", "tags": ["red"]}], SCHEMA, one=[{"id": "r1", "tags": ["red", "blue", "blue"]}]))
    page = opened(open_app, review)
    assert "**It is there 2 times in this record**: your answer is for all of them." in said(page)
    button(page, "review.answer.extracted_right.").click()
    page.run()
    shown = said(_outcome(open_app, review))
    assert "**2 values** of gold would change" in shown
    assert "in gold already" not in shown


@pytest.mark.parametrize("strategy", [{"match_by": "key_field", "key": "k"}, {"match_by": "hungarian"}])
def test_where_elements_pair_by_a_key_a_repeated_one_is_said_to_count_as_missing(
    open_app: Open, strategy: dict[str, str]
) -> None:
    items = {"type": "object", "properties": {"k": {"type": "string"}}}
    tags = {"type": "array", "items": items, "x-eval-align": strategy}
    schema: dict[str, Any] = {**SCHEMA, "properties": {"tags": tags}}
    review = begin(made([{"id": "r1", "tags": [{"k": "a"}]}], schema, one=[{"id": "r1", "tags": [{"k": "a"}] * 2}]))
    answer(review, ADA, "extracted_right")
    words = said(_outcome(open_app, review))
    assert "1 added element is in gold already" in words
    assert ("**tags** pairs by k: of elements with the same one the first counts" in words) == ("key" in strategy)


def _reviewed(records: int = 1) -> Review:
    """Of each record, the extraction has another tag twice; people say that gold should have it twice."""
    gold = [{"id": f"r{at}", "tags": [f"red {at}"]} for at in range(records)]
    review = begin(made(gold, SCHEMA, one=[{**one, "tags": one["tags"] * 2} for one in gold]))
    for _ in range(records):
        answer(review, ADA, "extracted_right")
    return review


def _outcome(open_app: Open, review: Review, who: Actor = ADA) -> AppTest:
    page = open_app("review", eval=review.evaluation, review=review.id, part="outcome")
    page.session_state[author.NAME] = who.name
    return page.run()


def _part(page: AppTest, part: str) -> AppTest:
    page.button_group(key="review.part").set_value(part)
    return page.run()


def test_it_is_settled_from_the_warning_and_undone(open_app: Open) -> None:
    page = _outcome(open_app, _reviewed())
    page.button("review.settle.repeated").click().run()
    assert not page.exception
    assert "1 question to settle. Gold has an equal element already. It is at tags[0]." in _words(page)
    button(page, "review.settle.2.").click().run()
    assert not page.exception
    assert "The only question is settled" in page.success[0].value
    page = _part(page, "outcome")
    assert "in gold already" not in said(page)
    assert "No value of gold is to be changed" in said(page)
    page = _part(page, "settle")
    button(page, "review.settle.undo.").click().run()
    assert "1 question to settle." in said(page)
    assert "1 added element is in gold already" in said(_part(page, "outcome"))


def test_what_else_is_in_the_array_is_shown_with_the_question(open_app: Open) -> None:
    """As on the card itself."""
    lines = {"type": "array", "items": {"type": "object", "properties": {"k": {"type": "string"}}}}
    gold: list[Any] = [{"id": "r1", "tags": [{"k": "sleeve"}, {"k": "rim"}]}]
    schema: dict[str, Any] = {**SCHEMA, "properties": {"tags": lines}}
    review = begin(made(gold, schema, one=[{"id": "r1", "tags": [*gold[0]["tags"], {"k": "sleeve"}]}]))
    page = opened(open_app, review)
    card = html_of(page)
    button(page, "review.answer.extracted_right.").click()
    page.run()
    page = _outcome(open_app, review)
    page.button("review.settle.repeated").click().run()
    assert "It is at tags[0]." in _words(page)
    [listed] = [one for one in page.expander if one.label == "2 other elements of the array"]
    assert listed.proto.expanded
    for shown in (card, html_of(page)):  # of objects, the card says it too
        assert "rim" in shown
        assert "gold has this element only once, at tags[0]; the extraction has it twice" in shown


def _words(page: AppTest) -> str:
    return said(page).replace("*", "").replace("\\", "")


def test_it_is_no_question_any_more_once_it_is_settled_that_gold_gets_it_twice(open_app: Open) -> None:
    page = _outcome(open_app, _reviewed())
    page.button("review.settle.repeated").click().run()
    button(page, "review.settle.1.").click().run()
    assert "The only question is settled" in page.success[0].value
    page = _part(page, "outcome")
    assert "in gold already" not in said(page)
    assert "**1 value** of gold would change" in said(page)


def test_up_to_three_places_are_named(open_app: Open) -> None:
    warned = [one.value for one in _outcome(open_app, _reviewed(4)).warning if "in gold already" in one.value]
    assert "(record r0, tags[-1]; record r1, tags[-1]; record r2, tags[-1]; 1 more)" in warned[0].replace("\\", "")


def test_who_may_not_settle_has_no_button(open_app: Open) -> None:
    page = _outcome(open_app, _reviewed(), BOB)
    assert "in gold already" in said(page)
    assert not [one for one in page.button if one.key == "review.settle.repeated"]


@pytest.mark.parametrize("is_from_warning", [True, False])
def test_the_warning_leads_to_these_questions_before_answers_that_differ(open_app: Open, is_from_warning: bool) -> None:
    gold = [{"id": "r0", "tags": ["red"]}, {"id": "r1", "tags": ["blue"]}]
    extracted = [{"id": "r0", "tags": ["green"]}, {"id": "r1", "tags": ["blue", "blue"]}]
    review = begin(made(gold, SCHEMA, one=extracted), ReviewPlan(opinions=2, audit=0, order="record"))
    for at in range(review.cards):
        answer(review, ADA, "extracted_right")
        answer(review, BOB, "extracted_right" if at == review.cards - 1 else "gold_right")
    page = _outcome(open_app, review)
    if is_from_warning:
        page.button("review.settle.repeated").click().run()
    else:
        _part(page, "settle")
    first = said(page).replace("*", "")
    assert ("to settle. Gold has an equal element already" in first) is is_from_warning
    assert ("to settle. The answers differ." in first) is not is_from_warning
