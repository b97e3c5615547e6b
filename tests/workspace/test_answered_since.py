"""Pages call corrected gold behind its answers only where Outcome lists changes, so that both say the same."""

from itertools import product
from typing import Any

import pytest

from evaljson.review.answers import Answer, AnswerName
from evaljson.store import Review, Store
from evaljson.workspace.answered_since import is_answered_since, says_other_gold
from evaljson.workspace.read_review import answer_content, domain_card, read_review
from evaljson.workspace.review_gold import apply_review
from evaljson.workspace.review_outcome import review_result
from tests.workspace.review_files import ANN, OWNER
from tests.workspace.test_decided_before import evaluation_of, records, review_of

ANSWERS: tuple[AnswerName, ...] = ("extracted_right", "gold_right", "both_acceptable", "gold_wrong")
GOLD = records(1, 2, 3, tags=("a", "b"))
ONE = [{**record, "total": 9, "tags": ["b", "c"]} for record in GOLD]


def answer_next(store: Store, review: Review, name: AnswerName) -> None:
    taken = store.review_cards.take(review.id, by=ANN, session="s")
    assert taken is not None
    answer = Answer(name, domain_card(taken.card).gold if name == "gold_wrong" else None)
    store.review_events.answer(review.id, taken.token, answer_content(answer), by=ANN)


def take_back_last_answer(store: Store, review: Review) -> None:
    act = store.review_events.undoable(review.id, by=ANN)
    assert act is not None
    store.review_events.undo(review.id, act.act, by=ANN)


def told(store: Store, review: Review) -> tuple[bool, bool]:
    """Whether other gold is said, as the page asks and as Outcome lists."""
    opened = read_review(store, review.id)
    result: Any = review_result(store, opened)
    gold = store.datasets.load(opened.review.gold).records
    asked = is_answered_since(opened.events) and says_other_gold(opened, gold)
    return asked, bool(result.not_made or result.no_longer_said)


@pytest.mark.parametrize(("first", "then"), list(product(ANSWERS, repeat=2)))
def test_it_is_told_for_an_answer_that_comes_on_top_or_in_place_of_one(
    store: Store, first: AnswerName, then: AnswerName
) -> None:
    review = review_of(store, evaluation_of(store, GOLD, one=ONE))
    for name in ("extracted_right", first):
        answer_next(store, review, name)  # type: ignore[arg-type]
    apply_review(store, read_review(store, review.id), store.evaluations.get(review.evaluation).revision, by=OWNER)
    assert told(store, review) == (False, False)
    answer_next(store, review, then)
    assert told(store, review) == (then == "extracted_right",) * 2
    for _ in range(2):
        take_back_last_answer(store, review)
    answer_next(store, review, then)
    assert told(store, review) == ((first == "extracted_right") != (then == "extracted_right"),) * 2
