"""A review after another one: what that decided is not asked again unless it is wanted, wherever its values are now."""

from typing import Any

import pytest

from evaljson.review.answers import Answer, AnswerName
from evaljson.review.plan import ReviewPlan
from evaljson.store import Actor, Review, Store
from evaljson.workspace.decided_before import decided_before
from evaljson.workspace.make_review import ReviewScope, ReviewTerms, draft_review, make_review, runs_to_review
from evaljson.workspace.read_review import answer_content, read_review
from evaljson.workspace.review_gold import apply_review
from evaljson.workspace.review_size import review_size
from evaljson.workspace.scoring import score_due
from tests.workspace.conftest import loaded
from tests.workspace.review_files import ANN, OWNER

SCHEMA = {
    "type": "object", "x-eval-id": "id",
    "properties": {
        "id": {"type": "string"}, "total": {"type": "integer"}, "tags": {"type": "array", "items": {"type": "string"}},
    },
}  # fmt: skip
PLAN = ReviewPlan(overlap=0, audit=0)


def records(*totals: int, tags: tuple[str, ...] = ()) -> list[Any]:
    return [{"id": f"r{at}", "total": total, "tags": list(tags)} for at, total in enumerate(totals)]


def evaluation_of(store: Store, gold: list[Any], **variants: list[Any]) -> str:
    files = {name: loaded(some, f"{name}.json", "extracted") for name, some in variants.items()}
    one = store.evaluations.create("decided", gold=loaded(gold, "gold.json"), variants=files, schema=SCHEMA, by="ann")
    return one.id


def review_of(store: Store, evaluation: str, plan: ReviewPlan = PLAN, scope: ReviewScope | None = None) -> Review:
    score_due(store, evaluation, by="ann", tell=lambda share, message: None)
    now = store.evaluations.get(evaluation)
    scope = scope or ReviewScope(decided=False)
    return make_review(store, now, runs_to_review(store, now), plan, scope, ReviewTerms("one"), by=OWNER)


def answer_all(store: Store, review: Review, name: AnswerName, by: Actor = ANN, most: int = 100) -> None:
    for _ in range(most):
        if (taken := store.review_cards.take(review.id, by=by, session="s")) is None:
            return
        store.review_events.answer(review.id, taken.token, answer_content(Answer(name)), by=by)


def asked_next(store: Store, evaluation: str, *, decided: bool = False) -> tuple[list[tuple[Any, Any]], int]:
    """Gold and extracted of the cards that a next review has, and how many cards are left out."""
    score_due(store, evaluation, by="ann", tell=lambda share, message: None)
    now, scope = store.evaluations.get(evaluation), ReviewScope(decided=decided)
    runs, before = runs_to_review(store, now), decided_before(store, now)
    drafted = draft_review(runs, PLAN, scope, before)
    size = review_size(runs, PLAN, scope, before)
    assert (size.cards, size.left_out) == (len(drafted.cards), len(drafted.left_out))
    return sorted((card.gold, card.extracted) for card in drafted.cards), len(drafted.left_out)


@pytest.mark.parametrize("said", ["gold_right", "extracted_right", "both_acceptable"])
def test_what_is_decided_is_left_out_of_the_next_review(store: Store, said: AnswerName) -> None:
    identity = evaluation_of(store, records(1, 2, 3), one=records(10, 20, 30))
    answer_all(store, review_of(store, identity), said, most=2)
    left, out = asked_next(store, identity)
    assert (len(left), out) == (1, 2)
    assert asked_next(store, identity, decided=True) == ([(1, 10), (2, 20), (3, 30)], 0)
    again = review_of(store, identity)
    assert [(card.gold, card.extracted) for card in read_review(store, again.id).cards] == left


def test_what_nobody_was_sure_of_and_what_is_disputed_is_asked_again(store: Store) -> None:
    identity = evaluation_of(store, records(1, 2), one=records(10, 20))
    first = review_of(store, identity, ReviewPlan(opinions=2, audit=0))
    answer_all(store, first, "gold_right")
    answer_all(store, first, "extracted_right", Actor("ben"), most=1)
    answer_all(store, first, "unsure", Actor("ben"))
    assert asked_next(store, identity) == ([(1, 10), (2, 20)], 0)


def test_another_variant_with_the_same_value_is_not_asked_about_and_one_with_another_value_is(store: Store) -> None:
    identity = evaluation_of(store, records(1), one=records(10), two=records(10), three=records(11))
    one = store.evaluations.get(identity).variants[0].id
    answer_all(store, review_of(store, identity, scope=ReviewScope(variants=(one,))), "gold_right")
    assert asked_next(store, identity) == ([(1, 11)], 1)


def test_decisions_stand_in_the_gold_that_came_of_them(store: Store) -> None:
    identity = evaluation_of(store, records(1, 2), one=records(10, 20), two=records(11, 2))
    first = review_of(store, identity)
    while (taken := store.review_cards.take(first.id, by=ANN, session="s")) is not None:
        shown = read_review(store, first.id).cards[taken.card.number].extracted
        answer = Answer("gold_wrong", 11) if shown == 10 else Answer("extracted_right" if shown == 11 else "gold_right")
        store.review_events.answer(first.id, taken.token, answer_content(answer), by=ANN)
    apply_review(store, read_review(store, first.id), store.evaluations.get(identity).revision, by=OWNER)
    assert asked_next(store, identity) == ([], 2), "11 for 10, and 2 for 20"


def test_a_decision_goes_with_its_element_where_one_before_it_was_taken_out(store: Store) -> None:
    line = {"type": "object", "properties": {"name": {"type": "string"}, "count": {"type": "integer"}}}
    schema = {
        "type": "object", "x-eval-id": "id",
        "properties": {"id": {"type": "string"}, "lines": {"type": "array", "items": line}},
    }  # fmt: skip
    gold = [{"id": "1", "lines": [{"name": name, "count": at} for at, name in enumerate(("ax", "bit", "cap", "die"))]}]
    one = [
        {"id": "1", "lines": [{"name": "bit", "count": 1}, {"name": "cap", "count": 30}, {"name": "die", "count": 3}]}
    ]
    files = {"one": loaded(one, "one.json", "extracted")}
    made = store.evaluations.create("E", gold=loaded(gold, "gold.json"), variants=files, schema=schema, by="ann")
    first = review_of(store, made.id)
    while (taken := store.review_cards.take(first.id, by=ANN, session="s")) is not None:
        is_element = read_review(store, first.id).cards[taken.card.number].places[0].is_element
        said = Answer("extracted_right" if is_element else "gold_right")
        store.review_events.answer(first.id, taken.token, answer_content(said), by=ANN)
    apply_review(store, read_review(store, first.id), store.evaluations.get(made.id).revision, by=OWNER)
    assert asked_next(store, made.id) == ([], 1), "2 or 30 for the cap, which is the second line now"
