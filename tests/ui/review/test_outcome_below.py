"""What Outcome says of corrected gold that a later review corrected further."""

from typing import Any

from evaljson.review.plan import ReviewPlan
from evaljson.store import Actor, Review
from evaljson.ui.session import server
from evaljson.workspace.make_review import ReviewScope, ReviewTerms, make_review, runs_to_review
from evaljson.workspace.read_review import read_review
from evaljson.workspace.review_gold import apply_review
from evaljson.workspace.scoring import score_due
from tests.ui.conftest import Open, said
from tests.ui.review.outcomes import outcome, put_in_place, revision_of, table_with
from tests.ui.review.reviews import ADA, GOLD, answer, begin, made


def _second(first: Review) -> Review:
    store = server.store()
    evaluation = store.evaluations.get(first.evaluation)
    scope, plan = ReviewScope(variants=(evaluation.variants[1].id,)), ReviewPlan(overlap=0, audit=0)
    return make_review(store, evaluation, runs_to_review(store, evaluation), plan, scope, ReviewTerms("Top"), by=ADA)


def test_below_the_gold_of_a_later_review_it_says_what_is_in_place_and_how_to_get_there(open_app: Open) -> None:
    one, two = ([{**record, "total": total} for record in GOLD] for total in (101, 102))
    first = begin(made(GOLD[:2], one=one[:2], two=two[:2]), variants=1)
    answer(first, ADA, "extracted_right")
    put_in_place(first)
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
    put_in_place(second)
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
    put_in_place(review)
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
    put_in_place(first)
    [line] = _lines(open_app, first)
    assert "It favours **one**: only what one extracted was looked at for it." in line.value
    assert "errors of gold that count against two alone are still there" in line.help

    second = _second(first)
    answer(second, ADA, "extracted_right")
    put_in_place(second)
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


def _another(first: Review, name: str) -> Review:
    """A further review of the gold in place, of what both variants have."""
    store = server.store()
    evaluation = store.evaluations.get(first.evaluation)
    runs, plan = runs_to_review(store, evaluation), ReviewPlan(overlap=0, audit=0)
    return make_review(store, evaluation, runs, plan, ReviewScope(), ReviewTerms(name), by=ADA)


BEHIND = (
    "“Second” (1 answer), “Third” (no answers yet) were made of the gold that is in place now. With newer answers "
    "there, their corrections cannot be put in place any more"
)


def test_newer_answers_that_leave_other_reviews_behind_ask_first_and_those_say_what_to_do(open_app: Open) -> None:
    store = server.store()
    first = begin(made(GOLD[:2], one=[{**one, "total": total} for one, total in zip(GOLD, (101, 102), strict=False)]))
    answer(first, ADA, "extracted_right")
    put_in_place(first)
    second, third = _another(first, "Second"), _another(first, "Third")
    answer(second, ADA, "extracted_right")
    page = outcome(open_app, first)
    assert not [one for one in page.button if one.label.startswith("Put newer answers")], "nobody said more"

    answer(first, ADA, "extracted_right")
    page = outcome(open_app, first)
    before = store.evaluations.get(first.evaluation).gold
    [button] = [one for one in page.button if one.key == "review.apply"]
    assert button.label == "Put newer answers in place …"
    button.click().run()
    assert store.evaluations.get(first.evaluation).gold == before, "it asks first"
    assert BEHIND in said(page)
    page.button("review.apply.not-now").click().run()
    assert BEHIND not in said(page)
    assert store.evaluations.get(first.evaluation).gold == before
    page.button("review.apply").click().run()
    page.button("review.apply.yes").click().run()
    assert not page.exception
    assert store.evaluations.get(first.evaluation).gold != before
    assert BEHIND not in said(page)

    told = said(outcome(open_app, second))
    assert "as corrected in the review “Names”, and newer answers were put in place there since" in told
    assert "have the answers of “Names” as they were and put these in place" in told
    act = store.review_events.undoable(first.id, by=ADA)
    assert act is not None
    store.review_events.undo(first.id, act.act, by=ADA)
    put_in_place(first)
    assert store.evaluations.get(first.evaluation).gold == before, "as it says"
    assert "Put corrected gold in place" in [one.label for one in outcome(open_app, second).button]

    put_in_place(second)
    answer(third, ADA, "gold_right")
    told = said(outcome(open_app, third))
    assert "Gold is as corrected in the review “Second”, which was made of the same gold as this one" in told
    assert "Or take “Second” back on its *Outcome*: then these can be put in place." in told


def test_newer_answers_that_change_no_gold_leave_no_review_behind(open_app: Open) -> None:
    first = begin(made(GOLD[:2], one=[{**one, "total": total} for one, total in zip(GOLD, (101, 102), strict=False)]))
    answer(first, ADA, "extracted_right")
    put_in_place(first)
    _another(first, "Second")
    answer(first, ADA, "gold_right")
    assert "Put newer answers in place" in [one.label for one in outcome(open_app, first).button]


def test_gold_that_was_put_in_place_elsewhere_is_not_said_to_be_scored_against_until_it_is(open_app: Open) -> None:
    review = begin(made(GOLD[:2], one=[{**record, "total": 101} for record in GOLD[:2]]))
    answer(review, ADA, "extracted_right")
    store = server.store()
    apply_review(store, read_review(store, review.id), revision_of(review), by=Actor("Ada"))
    assert "**Corrected gold is in place.** Figures are not scored against it yet." in said(outcome(open_app, review))
    score_due(store, review.evaluation, by="Ada", tell=lambda share, message: None)
    assert "**Corrected gold is in place.** Figures are scored against it." in said(outcome(open_app, review))
