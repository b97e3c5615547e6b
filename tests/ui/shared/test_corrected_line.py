"""The line about corrected gold: what is in it, also after answers that came later."""

from evaljson.compare.many import of_adjusted
from evaljson.report.compare.markdown import to_markdown
from evaljson.report.compare.page import to_page
from evaljson.store import Review
from evaljson.ui.session import server
from evaljson.ui.session.comparisons import comparison
from evaljson.ui.session.read_evaluation import read_evaluation
from evaljson.ui.shared.corrected_gold_words import with_gold_remark
from evaljson.ui.shared.export_about import about
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
    events = server.store().review_events
    undoable = events.undoable(review.id, by=BOB)
    assert undoable is not None
    events.undo(review.id, undoable.act, by=BOB)
    assert SINCE not in told(open_app, review), "answers come to the very gold that is in place"
    answer(review, BOB, "extracted_right")
    put_in_place(review)
    assert SINCE not in told(open_app, review)


def test_files_say_of_gold_what_pages_say(open_app: Open) -> None:
    review = begin(made(GOLD, one=ONE, two=ONE), variants=1, name="Names *of* vendors")
    evaluation = read_evaluation(review.evaluation)
    assert about(evaluation, list(evaluation.runs)).of_gold == "", "nothing is corrected"
    answer(review, BOB, "extracted_right")
    put_in_place(review)
    page = told(open_app, review).replace("*", "").replace("\\", "").removeprefix("✎ ")
    evaluation = read_evaluation(review.evaluation)
    said_of_gold = about(evaluation, list(evaluation.runs)).of_gold
    assert said_of_gold == (
        "Gold is as corrected in the review “Names *of* vendors”; figures are scored against it. "
        "It favours one: only what one extracted was looked at for it."
    )
    assert page.startswith(said_of_gold.replace("*", ""))
    for markdown in (False, True):
        compared = with_gold_remark(evaluation, of_adjusted("one", {"two": comparison(evaluation, "one", "two")}))
        written = to_markdown(compared) if markdown else to_page(compared).decode()
        assert "Gold is as corrected in the review “Names" in written
