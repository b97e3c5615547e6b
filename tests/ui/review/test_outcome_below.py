"""What Outcome says of corrected gold that a later review corrected further."""

from evaljson.review.plan import ReviewPlan
from evaljson.store import Review
from evaljson.ui.session import server
from evaljson.workspace.make_review import ReviewScope, ReviewTerms, make_review, runs_to_review
from evaljson.workspace.read_review import read_review
from evaljson.workspace.review_gold import apply_review
from evaljson.workspace.scoring import score_due
from tests.ui.conftest import Open, said
from tests.ui.review.reviews import ADA, GOLD, answer, begin, made
from tests.ui.review.test_outcome import outcome


def _put(review: Review) -> None:
    store = server.store()
    apply_review(store, read_review(store, review.id), store.evaluations.get(review.evaluation).revision, by=ADA)
    score_due(store, review.evaluation, by="Ada", tell=lambda share, message: None)


def _second(first: Review) -> Review:
    store = server.store()
    evaluation = store.evaluations.get(first.evaluation)
    scope, plan = ReviewScope(variants=(evaluation.variants[1].id,)), ReviewPlan(overlap=0, audit=0)
    return make_review(store, evaluation, runs_to_review(store, evaluation), plan, scope, ReviewTerms("Top"), by=ADA)


def test_below_the_gold_of_a_later_review_it_says_what_is_in_place_and_how_to_get_there(open_app: Open) -> None:
    one, two = ([{**record, "total": total} for record in GOLD] for total in (101, 102))
    first = begin(made(GOLD[:2], one=one[:2], two=two[:2]), variants=1)
    answer(first, ADA, "extracted_right")
    _put(first)
    assert "**1 value** of gold changed, in 1 record." in said(outcome(open_app, first))
    answer(first, ADA, "extracted_right")
    page = outcome(open_app, first)
    assert "**2 values** of gold would change, in 2 records; 1 of them changed already." in said(page)
    assert [one.label for one in page.button if one.key == "review.apply"] == ["Put newer answers in place"]

    second = _second(first)
    answer(second, ADA, "extracted_right")
    _put(second)
    page = outcome(open_app, first)
    assert not page.exception
    assert "**2 values** of gold would change, in 2 records; 1 of them changed already." in said(page)
    assert "corrected further in the review “Top”. Take that back first to put newer answers in place" in said(page)
    assert not [one for one in page.button if one.key in ("review.apply", "review.unapply")]
    assert "Gold is as corrected in the reviews “Names” and “Top”" in said(
        open_app("overview", eval=first.evaluation).run()
    )
    assert "Take it back" in [one.label for one in outcome(open_app, second).button]
