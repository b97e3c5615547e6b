"""Once corrected gold is in place: whose it is to change that, and what the other parts of the review say of it."""

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.load.missing_policy import MissingPolicy
from evaljson.review.plan import ReviewPlan
from evaljson.store import Actor, Review
from evaljson.ui.session import author, server
from evaljson.ui.session.opened_reviews import opened
from evaljson.workspace.make_review import ReviewScope, ReviewTerms, make_review, runs_to_review
from evaljson.workspace.review_gold import apply_review
from evaljson.workspace.scoring_options import put_policy
from tests.ui.conftest import Open, said
from tests.ui.review.reviews import ADA, BOB, answer, begin, made

IN_PLACE = "Corrected gold of this review is in place. What is answered or settled since is not in it."


def part(open_app: Open, review: Review, name: str, who: Actor = BOB) -> AppTest:
    page = open_app("review", eval=review.evaluation, review=review.id, part=name)
    page.session_state[author.NAME] = who.name
    page.run()
    assert not page.exception
    return page


def put(review: Review) -> None:
    store = server.store()
    revision = store.evaluations.get(review.evaluation).revision
    apply_review(store, opened(store.reviews.get(review.id)), revision, by=ADA)


def begin_another(than: Review) -> Review:
    """Another review of the same runs."""
    store = server.store()
    evaluation = store.evaluations.get(than.evaluation)
    runs, plan = runs_to_review(store, evaluation), ReviewPlan(overlap=0, audit=0)
    return make_review(store, evaluation, runs, plan, ReviewScope(), ReviewTerms("Other"), by=ADA)


def test_those_who_cannot_put_newer_answers_in_place_or_take_it_back_see_why(open_app: Open) -> None:
    review = begin(made())
    answer(review, BOB, "extracted_right")
    put(review)
    answer(review, BOB, "extracted_right")
    page = part(open_app, review, "outcome")
    assert [page.button(key).label for key in ("review.apply", "review.unapply") if page.button(key).disabled] == [
        "Put newer answers in place", "Take it back",
    ]  # fmt: skip
    assert any(one.value.startswith("Not for you: Ada made this review and can do this") for one in page.caption)
    assert "Not for you" not in said(part(open_app, review, "outcome", ADA))


def test_answer_and_settle_say_that_corrected_gold_is_in_place_and_lead_to_outcome(open_app: Open) -> None:
    review = begin(made())
    answer(review, BOB, "extracted_right")
    for name in ("answer", "settle"):
        assert IN_PLACE not in said(part(open_app, review, name))
    put(review)
    for name in ("answer", "settle"):
        page = part(open_app, review, name)
        assert IN_PLACE in said(page)
        page.button("review.to-outcome").click().run()
        assert "Corrected gold" in [one.value for one in page.subheader]
    store = server.store()
    store.reviews.unapply(review.id, store.evaluations.get(review.evaluation).revision, by=ADA)
    for name in ("answer", "settle"):
        assert IN_PLACE not in said(part(open_app, review, name))


def test_outcome_says_that_which_records_count_was_changed_since(open_app: Open) -> None:
    review = begin(made())
    answer(review, ADA, "both_acceptable")
    answer(review, ADA, "extracted_right")
    kept, foretold = (
        "these figures count those that the runs of the review counted",
        "under the choice of which records",
    )
    page = part(open_app, review, "outcome")
    assert kept not in said(page)
    assert foretold not in said(page)
    store = server.store()
    policy, revision = MissingPolicy(missing_records="exclude"), store.evaluations.get(review.evaluation).revision
    put_policy(store, review.evaluation, revision, policy, "about", by="Ada")
    page = part(open_app, review, "outcome")
    assert kept in said(page)
    assert foretold in said(page)


def test_answer_and_settle_say_that_other_gold_is_in_place_than_the_cards_are_about(open_app: Open) -> None:
    review = begin(made())
    answer(review, BOB, "extracted_right")
    other = begin_another(review)
    words = "Other gold is in place by now than the cards are about."
    assert words not in said(part(open_app, other, "answer"))
    put(review)
    for name in ("answer", "settle"):
        assert words in said(part(open_app, other, name))
        assert words not in said(part(open_app, review, name))


def gold_of(review: Review) -> list[tuple[str, int]]:
    store = server.store()
    gold = store.evaluations.get(review.evaluation).gold
    assert gold is not None
    return [(record["name"], record["total"]) for record in store.datasets.load(gold.id).records]


def in_two_steps(open_app: Open) -> tuple[Review, AppTest, list[list[tuple[str, int]]]]:
    """The names are put into gold, then the total: the page after that, and gold after each step."""
    review, golds = begin(made()), []
    for _ in range(2):
        golds.append(gold_of(review))
        answer(review, ADA, "extracted_right")
        page = part(open_app, review, "outcome", ADA)
        page.button("review.apply").click().run()
    return review, page, [*golds, gold_of(review)]


@pytest.mark.parametrize(("key", "step"), [("data.undo", 1), ("review.unapply-last", 1), ("review.unapply", 0)])
def test_what_was_put_into_gold_in_two_steps_is_undone_step_by_step_or_at_once(
    open_app: Open, key: str, step: int
) -> None:
    review, page, golds = in_two_steps(open_app)
    assert len({str(gold) for gold in golds}) == 3
    assert "Answers were put into gold in 2 steps: the last one by Ada, " in said(page)
    assert page.button("review.unapply").label == "Take all 2 steps back"
    page.button(key).click().run()
    assert not page.exception
    assert gold_of(review) == golds[step]
    page = part(open_app, review, "outcome", ADA)
    assert [one.key for one in page.button if one.label == "Put newer answers in place"] == ["review.apply"] * step
    if step:
        assert page.button("review.unapply").label == "Take it back"
        assert "**1 change** is not in gold yet" in said(page)
        assert IN_PLACE in said(part(open_app, review, "settle", ADA))
        assert server.store().reviews.get(review.id).applied is not None
        page.button("review.apply").click().run()
        assert gold_of(review) == golds[2]


def test_a_step_that_someone_else_took_back_meanwhile_is_not_undone_again(open_app: Open) -> None:
    review, page, golds = in_two_steps(open_app)
    store = server.store()
    store.reviews.unapply(review.id, store.evaluations.get(review.evaluation).revision, by=ADA, last=True)
    page.run()
    assert not [one for one in page.button if one.key == "data.undo"]
    assert gold_of(review) == golds[1]
