"""Settling: which question of how many it is, and what those see who may not settle."""

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.review.plan import ReviewPlan
from evaljson.store import Actor, Review
from evaljson.ui.session import author
from tests.ui.conftest import Open, said
from tests.ui.review.reviews import ADA, BOB, answer, begin, button, made


@pytest.fixture
def review() -> Review:
    """A review of Ada's with two questions to settle."""
    return begin(made(), ReviewPlan(opinions=2, audit=0))


def settle(open_app: Open, review: Review, who: Actor) -> AppTest:
    page = open_app("review", eval=review.evaluation, review=review.id, part="settle")
    page.session_state[author.NAME] = who.name
    return page.run()


@pytest.mark.parametrize(("who", "button"), [(ADA, "Later"), (BOB, "Next question")])
def test_every_question_can_be_reached_by_who_settles_and_by_who_only_looks(
    open_app: Open, review: Review, who: Actor, button: str
) -> None:
    for _ in range(2):
        answer(review, ADA, "gold_right", session="ada")
        answer(review, BOB, "extracted_right", session="bob")
    page = settle(open_app, review, who)
    assert not page.exception
    assert "Question 1 of 2 to settle" in said(page)
    next(one for one in page.button if one.label == button).click().run()
    assert not page.exception
    assert "Question 2 of 2 to settle" in said(page)


def test_a_question_that_was_put_off_does_not_have_the_number_of_another(open_app: Open, review: Review) -> None:
    for _ in range(2):
        answer(review, ADA, "gold_right", session="ada")
        answer(review, BOB, "extracted_right", session="bob")
    page = settle(open_app, review, ADA)
    button(page, "review.later.").click()
    page.run()
    assert "Question 2 of 2 to settle" in said(page)
    button(page, "review.settle.2.").click()
    page.run()
    assert "Back again: 1 of 2 is left to settle." in said(page)


def test_settled_questions_go_forward_and_are_counted_when_none_is_left(open_app: Open, review: Review) -> None:
    for _ in range(2):
        answer(review, ADA, "gold_right", session="ada")
        answer(review, BOB, "extracted_right", session="bob")
    page = settle(open_app, review, ADA)
    assert "Bob said" not in said(page), "what others said of another card is no part of this question"
    button(page, "review.settle.1.").click().run()
    assert "Question 2 of 2 to settle" in said(page)
    button(page, "review.settle.1.").click().run()
    assert not page.exception
    assert "All 2 questions are settled" in page.success[0].value
    button(page, "review.settle.undo.").click().run()
    assert "Question 2 of 2 to settle" in said(page)


def test_where_no_answers_differed_nothing_is_said_to_be_settled(open_app: Open, review: Review) -> None:
    for who in (ADA, BOB):
        answer(review, who, "gold_right", session=who.name)
    assert "no answers differ so far" in settle(open_app, review, ADA).success[0].value


def test_answers_that_differ_are_no_question_before_the_third_opinion_and_are_named(open_app: Open) -> None:
    review = begin(made(), ReviewPlan(opinions=3, audit=0))
    nothing = "✓ There is nothing to settle"
    answer(review, ADA, "gold_right", session="ada")
    assert f"{nothing}: no answers differ so far." in said(settle(open_app, review, ADA))
    answer(review, BOB, "extracted_right", session="bob")
    waits = "so far: 1 card with answers that differ waits for more opinions."
    assert f"{nothing} {waits}" in said(settle(open_app, review, ADA))
