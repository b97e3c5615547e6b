"""What Outcome says of corrected gold that a later review corrected further."""

from typing import Any

from evaljson.review.plan import ReviewPlan
from evaljson.store import Review
from evaljson.ui.session import server
from evaljson.workspace.make_review import ReviewScope, ReviewTerms, make_review, runs_to_review
from evaljson.workspace.read_review import read_review
from evaljson.workspace.review_gold import apply_review
from evaljson.workspace.scoring import score_due
from tests.ui.conftest import Open, said
from tests.ui.review.outcomes import outcome, table_with
from tests.ui.review.reviews import ADA, GOLD, answer, begin, made


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
    more = (
        "**1 value** of gold changed, in 1 record. **1** rests on one person's word. "
        "Since then: **1 change** is not in gold yet."
    )
    assert more in said(page)
    assert table_with(page, "In gold")["In gold"].tolist() == ["not yet", "yes"]
    assert [one.label for one in page.button if one.key == "review.apply"] == ["Put newer answers in place"]

    second = _second(first)
    answer(second, ADA, "extracted_right")
    _put(second)
    page = outcome(open_app, first)
    assert not page.exception
    assert more in said(page)
    assert "corrected further in the review “Top”. Take that back first to put newer answers in place" in said(page)
    assert not [one for one in page.button if one.key in ("review.apply", "review.unapply")]
    assert "Gold is as corrected in the reviews “Names” and “Top”" in said(
        open_app("overview", eval=first.evaluation).run()
    )
    page = outcome(open_app, second)
    assert "Take it back" in [one.label for one in page.button]
    assert not [one.value for one in page.warning if "favours" in one.value], "both variants were reviewed"


def test_what_answers_no_longer_say_is_named_as_long_as_it_is_in_gold(open_app: Open) -> None:
    review = begin(made(GOLD[:2], one=[{**one, "total": total} for one, total in zip(GOLD, (101, 102), strict=False)]))
    for name in ("extracted_right", "extracted_right"):
        answer(review, ADA, name)
    _put(review)
    store = server.store()
    act = store.review_events.undoable(review.id, by=ADA)
    assert act is not None
    store.review_events.undo(review.id, act.act, by=ADA)
    page = outcome(open_app, review)
    assert "**2 values** of gold changed, in 2 records." in said(page)
    one_left = "**1** rests on one person's word. Since then: **1 change** in gold is no longer said."
    assert one_left in said(page)
    assert table_with(page, "In gold")[["In gold", "People"]].to_numpy().tolist() == [
        ["no longer said", 0], ["yes", 1],
    ]  # fmt: skip


def test_beside_figures_over_gold_that_one_variant_corrected_it_says_whom_that_favours(open_app: Open) -> None:
    one, two = ([{**record, "total": total} for record in GOLD] for total in (101, 102))
    first = begin(made(GOLD[:2], one=one[:2], two=two[:2]), variants=1)
    for name in ("extracted_right", "extracted_right"):
        answer(first, ADA, name)
    _put(first)
    [line] = _lines(open_app, first)
    assert "It favours **one**: only what one extracted was looked at for it." in line.value
    assert "errors of gold that count against two alone are still there" in line.help

    second = _second(first)
    answer(second, ADA, "extracted_right")
    _put(second)
    [line] = _lines(open_app, first)
    assert "favours" not in line.value
    store = server.store()
    for review in (second, first):
        store.reviews.unapply(review.id, store.evaluations.get(review.evaluation).revision, by=ADA)
    page = outcome(open_app, second)
    assert "of the gold that it was made of would change" in said(page)
    assert "F1 with corrected gold in place" not in said(page)
    assert "of gold as corrected in the review “Names”, which is not in place" in said(page)
    assert not [button for button in page.button if button.key == "review.apply"]


def _lines(open_app: Open, review: Review) -> list[Any]:
    page = open_app("overview", eval=review.evaluation).run()
    return [one for one in page.markdown if one.value.startswith("✎ Gold is as corrected")]
