"""The line about corrected gold: what is in it, also after answers that came later."""

from evaljson.store import Review
from evaljson.ui.session import server
from evaljson.workspace.read_review import read_review
from evaljson.workspace.review_gold import apply_review
from evaljson.workspace.scoring import score_due
from tests.ui.conftest import Open, said
from tests.ui.review.reviews import ADA, BOB, GOLD, ONE, answer, begin, made

SINCE = "What was answered since is not in it."


def put_in_place(review: Review) -> None:
    store = server.store()
    apply_review(store, read_review(store, review.id), store.evaluations.get(review.evaluation).revision, by=ADA)
    score_due(store, review.evaluation, by="Ada", tell=lambda share, message: None)


def told(open_app: Open, review: Review) -> str:
    lines = said(open_app("overview", eval=review.evaluation)).split("\n")
    return next(line for line in lines if line.startswith("✎ Gold is as corrected"))


def test_answers_after_gold_was_put_in_place_are_not_in_it(open_app: Open) -> None:
    review = begin(made(GOLD, one=ONE))
    answer(review, BOB, "extracted_right")
    put_in_place(review)
    assert SINCE not in told(open_app, review)
    answer(review, BOB, "extracted_right")
    assert SINCE in told(open_app, review)
    put_in_place(review)
    assert SINCE not in told(open_app, review)
