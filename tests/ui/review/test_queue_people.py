"""Several people, tabs and browsers at one review: who has a card, and what they see of each other."""

from datetime import timedelta

import pytest

from evaljson.review.plan import ReviewPlan
from evaljson.ui.session import server
from tests.ui.conftest import Open, html_of, said
from tests.ui.review.reviews import ADA, BOB, ONE, answer, begin, button, field, given, made, opened


def test_what_is_half_typed_comes_back_in_another_browser(open_app: Open) -> None:
    review = begin(made())
    page = opened(open_app, review)
    button(page, "review.answer.gold_wrong").click()
    page.run()
    field(page, "review.text.").set_value("Huber GmbH")
    field(page, "review.comment.").set_value("see the stamp")
    page.run()
    again = opened(open_app, review)
    assert field(again, "review.text.").value == "Huber GmbH"
    assert field(again, "review.comment.").value == "see the stamp"
    button(again, "review.store.").click()
    again.run()
    content = server.store().review_events.all(review.id)[0].content
    assert (content["value"], content["comment"]) == ({"value": "Huber GmbH"}, "see the stamp")


def test_a_click_on_a_card_that_went_to_another_tab_stores_nothing(open_app: Open) -> None:
    review = begin(made())
    page = opened(open_app, review)
    opened(open_app, review)
    button(page, "review.answer.gold_right").click()
    page.run()
    assert given(review) == []
    assert "no longer yours" in said(page)


def test_a_page_that_lost_its_card_to_another_goes_on_once_that_one_is_gone(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    review = begin(made())
    first = opened(open_app, review)
    second = opened(open_app, review)
    first.run()
    assert "another tab or window" in said(first)
    second.run()
    assert "another tab or window" not in said(second), "nothing was taken from the page that came last"
    monkeypatch.setattr("evaljson.store.topics.review_loans.AWAY", timedelta(0))
    first.run()
    assert "another tab or window" not in said(first)
    assert "That card was" not in said(first)
    button(first, "review.answer.unsure").click()
    first.run()
    assert given(review) == [("Bob", "answer", "unsure")] * 3


def test_go_on_here_takes_the_card_from_another_page(open_app: Open) -> None:
    review = begin(made())
    first = opened(open_app, review)
    second = opened(open_app, review)
    first.run()
    first.button("review.here").click().run()
    assert "Name of the vendor" in html_of(first)
    second.run()
    assert "another tab or window" in said(second)


def test_others_get_a_card_once_its_person_leaves_the_page(open_app: Open) -> None:
    review = begin(made())
    page = opened(open_app, review)
    store = server.store()
    assert store.review_cards.take(review.id, by=ADA, session="a").card.number == 1  # type: ignore[union-attr]
    page.switch_page("pages/records.py").run()
    store.review_events.skip(review.id, store.review_cards.take(review.id, by=ADA, session="a").token, by=ADA)  # type: ignore[union-attr]
    assert store.review_cards.take(review.id, by=ADA, session="a").card.number == 0  # type: ignore[union-attr]


@pytest.mark.parametrize(("typed", "same"), [("Acme Ltd", True), ("ACME", False)])
def test_what_others_said_names_the_value_that_they_typed(open_app: Open, typed: str, same: bool) -> None:
    review = begin(made(), ReviewPlan(opinions=2, audit=0))
    for who, value in ((BOB, "Acme Ltd"), (ADA, typed)):
        answer(review, who, "gold_wrong", session=who.name, value={"value": value})
    page = opened(open_app, review, "Ada")
    mine = "the same" if same else "gold is wrong, it should be: ACME"
    assert f"name: Bob said gold is wrong, it should be: Acme Ltd; you: {mine}." in said(page)


@pytest.mark.parametrize(("state", "words"), [("pause", "is paused"), ("close", "is closed")])
def test_a_review_that_is_not_open_hands_out_nothing(open_app: Open, state: str, words: str) -> None:
    review = begin(made())
    getattr(server.store().reviews, state)(review.id, by=ADA)
    page = opened(open_app, review)
    assert words in said(page)
    assert "Huber" not in html_of(page)


def test_of_two_presses_on_one_card_the_first_counts_and_is_what_the_page_says(open_app: Open) -> None:
    review = begin(made(one=ONE))
    page = opened(open_app, review)
    press = button(page, "review.answer.both_acceptable.")
    token = str(press.key).rpartition(".")[2]
    server.store().review_events.answer(review.id, token, {"answer": "extracted_right"}, by=BOB)
    press.click()
    page.run()
    assert "✓ Stored for 3 records: Extraction is right." in said(page)
    assert given(review) == [("Bob", "answer", "extracted_right")] * 3


def test_the_page_tells_what_another_said_on_a_card_that_both_have_answered(open_app: Open) -> None:
    review = begin(made(), ReviewPlan(opinions=2, audit=0))
    answer(review, ADA, "gold_right")
    page = opened(open_app, review)
    assert "gold is right" not in said(page)
    button(page, "review.answer.extracted_right").click()
    page.run()
    page.run()
    assert "≠ name: Ada said gold is right; you: extraction is right." in said(page)
