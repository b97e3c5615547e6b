"""A review beside choices of which records count: its figures keep those of its runs, corrected gold those of gold."""

from typing import Any

from evaljson.load.missing_policy import MissingPolicy
from evaljson.review.answers import Answer
from evaljson.review.plan import ReviewPlan
from evaljson.store import Actor, Evaluation, Review, Store
from evaljson.workspace.make_review import ReviewScope, ReviewTerms, make_review, runs_to_review
from evaljson.workspace.read_review import answer_content, read_review
from evaljson.workspace.review_gold import apply_review, figures
from evaljson.workspace.scoring import current_runs, due, score_due
from evaljson.workspace.scoring_options import leave_out, policy_of, put_policy
from tests.workspace.conftest import loaded

ANN, OWNER = Actor("ann"), Actor("owner")
SCHEMA: dict[str, Any] = {
    "type": "object", "x-eval-id": "id", "properties": {"id": {"type": "string"}, "a": {"type": "string"}},
}  # fmt: skip
GOLD: list[Any] = [{"id": f"r{at}", "a": "y" if at == 1 else "x"} for at in range(8)]
COPY = 7
LACKS: list[Any] = [{**one, "a": "x"} for one in GOLD[:6]]
"""The value of r1 is right, as gold will say; r6 and r7 are missing."""


def scored(store: Store) -> Evaluation:
    gold, variants = loaded(GOLD, "gold.json", "gold"), {"lacks": loaded(LACKS, "lacks.json")}
    made = store.evaluations.create("E", by="owner", gold=gold, variants=variants, schema=SCHEMA)
    return again(store, leave_out(store, made.id, made.revision, [COPY], by="owner"))


def again(store: Store, changed: Evaluation) -> Evaluation:
    score_due(store, changed.id, by="owner", tell=lambda share, message: None)
    return store.evaluations.get(changed.id)


def answered(store: Store, evaluation: Evaluation) -> Review:
    """A review of all that differs; ann says of everything that the extraction is right."""
    runs = runs_to_review(store, evaluation)
    plan = ReviewPlan(overlap=0, audit=0)
    review = make_review(store, evaluation, runs, plan, ReviewScope(), ReviewTerms("All"), by=OWNER)
    while (taken := store.review_cards.take(review.id, by=ANN, session="s")) is not None:
        store.review_events.answer(review.id, taken.token, answer_content(Answer("extracted_right")), by=ANN)
    return store.reviews.get(review.id)


def mean_f1(store: Store, review: Review) -> tuple[float, float | None]:
    """As corrected, and with corrected gold in place, of the one variant."""
    (one,) = figures(store, read_review(store, review.id)).values()
    assert one.mean_f1 is not None
    return one.mean_f1.value, one.f1_in_place


def test_figures_of_a_review_stay_where_missing_records_are_left_out_afterwards(store: Store) -> None:
    evaluation = scored(store)
    review = answered(store, evaluation)
    before = mean_f1(store, review)
    assert before == (6 / 7, 6 / 7)
    now, policy = store.evaluations.get(evaluation.id), MissingPolicy(missing_records="exclude")
    again(store, put_policy(store, evaluation.id, now.revision, policy, "about", by="owner"))
    assert mean_f1(store, review) == before


def test_a_copy_that_is_left_out_stays_so_with_corrected_gold_and_once_that_is_taken_back(store: Store) -> None:
    evaluation = scored(store)
    review = answered(store, evaluation)
    _, promised = mean_f1(store, review)
    now = store.evaluations.get(evaluation.id)
    apply_review(store, read_review(store, review.id), now.revision, by=OWNER)
    put = again(store, store.evaluations.get(evaluation.id))
    assert put.gold != evaluation.gold
    assert policy_of(put.settings, put.gold).without == (COPY,)
    (run,) = current_runs(store, put).values()
    assert (run.metrics["total_records"], run.metrics["mean_f1"]) == (7, promised)
    store.reviews.unapply(review.id, put.revision, by=OWNER)
    back = store.evaluations.get(put.id)
    assert policy_of(back.settings, back.gold).without == (COPY,)
    assert due(store, back) == []


def test_what_is_left_out_of_corrected_gold_is_left_out_of_the_gold_before_it_too(store: Store) -> None:
    evaluation = scored(store)
    counted = leave_out(store, evaluation.id, evaluation.revision, [], by="owner")
    review = answered(store, again(store, counted))
    apply_review(store, read_review(store, review.id), store.evaluations.get(counted.id).revision, by=OWNER)
    put = store.evaluations.get(counted.id)
    assert policy_of(put.settings, put.gold).without == ()
    without = leave_out(store, put.id, put.revision, [COPY], by="owner")
    store.reviews.unapply(review.id, without.revision, by=OWNER)
    back = store.evaluations.get(put.id)
    assert policy_of(back.settings, back.gold).without == (COPY,)
