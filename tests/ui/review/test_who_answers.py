"""Who answers the cards of a review: its people, by the names that they give."""

import pytest

from evaljson.review.plan import ReviewPlan
from evaljson.store import Actor
from evaljson.ui.session import author
from tests.ui.conftest import Open, said
from tests.ui.review.reviews import BOB, answer, begin, button, given, made, opened


def test_only_the_people_of_a_review_answer_and_they_choose_their_name(open_app: Open) -> None:
    review = begin(made(), people=("Bob", "Cleo"))
    page = opened(open_app, review, "Dan")
    assert "Dan is not among the people" in said(page)
    page.selectbox("review.who").set_value("Cleo")
    page.button("review.who.begin").click().run()
    button(page, "review.answer.unsure").click()
    page.run()
    assert {who for who, _, _ in given(review)} == {"Cleo"}


@pytest.mark.parametrize(
    ("typed", "who"),
    [
        pytest.param("Carlos Ruiz ", "Carlos Ruiz", id="a space behind it"),
        pytest.param("carlos  ruiz ", "Carlos Ruiz", id="another case, and more spaces"),
        pytest.param("Jose\u0301", "Jos\u00e9", id="an accent written as a character of its own"),
    ],
)
def test_a_name_that_is_typed_is_found_among_the_people_of_a_review(open_app: Open, typed: str, who: str) -> None:
    page = opened(open_app, begin(made(), people=("Carlos Ruiz", "Jos\u00e9")), "Dan")
    field = page.selectbox("review.who")
    assert field.proto.accept_new_options
    field.options.append(typed)  # AppTest sets what is listed alone
    field.set_value(typed)
    page.button("review.who.begin").click().run()
    assert not page.exception
    assert f"You are **{who}**" in said(page)


def test_begin_without_a_name_asks_for_one(open_app: Open) -> None:
    review = begin(made(), people=("Bob", "Cleo"))
    page = open_app("review", eval=review.evaluation, review=review.id)
    page.button("review.who.begin").click().run()
    assert [one.value for one in page.toast] == ["Give your name first: choose it, or type it and press Enter."]
    assert "Nobody checks who you are: names tell answers apart, and prove nothing." in said(page)


@pytest.mark.parametrize("typed", ["bob", "B ob"])
@pytest.mark.parametrize(("which", "who"), [("same", "Bob"), ("not-same", None)])
def test_a_name_that_differs_only_in_case_or_spaces_from_one_that_is_there_is_asked_about(
    open_app: Open, typed: str, which: str, who: str | None
) -> None:
    review = begin(made(), ReviewPlan(opinions=2, audit=0))
    answer(review, BOB, "gold_right")
    page = open_app("review", eval=review.evaluation, review=review.id)
    page.text_input("review.who").set_value(typed)
    page.button("review.who.begin").click().run()
    assert "**Bob** is in this review already. Are you the same person as Bob?" in said(page)
    assert not [one for one in page.button if str(one.key).startswith("review.answer.")]
    page.button(f"review.who.{which}").click().run()
    assert not page.exception
    assert f"You are **{who or typed}**" in said(page)
    button(page, "review.answer.unsure").click()
    page.run()
    assert {one for one, _, _ in given(review)} == {"Bob", who or typed}
    page.run()
    assert "Are you the same person" not in said(page)


def test_who_settles_need_not_be_among_the_people_and_gives_any_name_which_the_browser_keeps(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[str] = []
    monkeypatch.setattr("evaljson.ui.review.who.remember", lambda name, place: kept.append(name))
    review = begin(made(), ReviewPlan(opinions=2, audit=0), people=("Bob", "Cleo"))
    for _ in range(2):
        answer(review, BOB, "gold_right", session="bob")
        answer(review, Actor("Cleo", role="reviewer"), "extracted_right", session="cleo")
    page = open_app("review", eval=review.evaluation, review=review.id, part="settle")
    assert page.selectbox("review.who").proto.accept_new_options
    page.session_state[author.NAME] = "Ada"  # what Begin does
    page.run()
    assert not page.exception
    assert "You are **Ada**" in said(page)
    assert set(kept) == {"Ada"}
    button(page, "review.settle.1.").click().run()
    assert ("Ada", "settle") in {(who, kind) for who, kind, _ in given(review)}


def test_who_made_a_review_for_other_people_is_told_to_send_its_link(open_app: Open) -> None:
    review = begin(made(), people=("Bob", "Cleo"))
    answer(review, BOB, "gold_right")
    page = opened(open_app, review, "Ada")
    assert "You made this review for Bob, Cleo: send them its link" in said(page)
    assert "1 of 2 opinions given, 1 missing" in said(page)
    assert not page.selectbox
    button(page, "review.who.other").click().run()
    page.selectbox("review.who").set_value("Cleo")
    page.button("review.who.begin").click().run()
    assert "You are **Cleo**" in said(page)
