"""Whether the gold of an evaluation is another one than its variants were scored against before."""

from typing import Any

import pytest

from evaljson.store import Evaluation, Store
from evaljson.workspace.gold_before import ReplacedGold, gold_change
from evaljson.workspace.scoring import score_due
from tests.store.topics.test_reviews import ANN, make_review
from tests.workspace.conftest import GOLD, loaded

NEW: list[Any] = [{**record, "a": -1} if place == 1 else record for place, record in enumerate(GOLD[:38])]
NEW.append({"id": "other", "a": 0, "b": ""})


def score(store: Store, evaluation: Evaluation) -> None:
    score_due(store, evaluation.id, by="ann", tell=lambda share, message: None)


def replaced(store: Store, evaluation: Evaluation, records: list[Any]) -> Evaluation:
    now = store.evaluations.get(evaluation.id)
    return store.evaluations.set_gold(now.id, now.revision, loaded(records, "gold2.json", "gold"), by="ann")


def test_records_that_are_new_gone_and_changed_are_counted_by_id(store: Store, evaluation: Evaluation) -> None:
    score(store, evaluation)
    now = replaced(store, evaluation, NEW)
    change = gold_change(store, now, "id")
    assert evaluation.gold is not None
    assert change == ReplacedGold(evaluation.gold.id, new=1, gone=2, changed=1)
    assert change.has_other_documents


@pytest.mark.parametrize("is_scored", [True, False], ids=["the same records", "never scored"])
def test_without_a_difference_in_what_was_scored_there_is_none(
    store: Store, evaluation: Evaluation, is_scored: bool
) -> None:
    assert gold_change(store, evaluation, "id") is None
    if is_scored:
        score(store, evaluation)
    now = replaced(store, evaluation, [dict(record) for record in GOLD] if is_scored else NEW)
    assert gold_change(store, now, "id") is None


def test_gold_that_a_review_corrected_is_not_held_against_the_one_before_that_was_handed_in(
    store: Store, evaluation: Evaluation
) -> None:
    score(store, evaluation)
    replaced(store, evaluation, NEW)
    score(store, evaluation)
    review = make_review(store, store.evaluations.get(evaluation.id))
    revision = store.evaluations.get(evaluation.id).revision
    corrected = loaded([*NEW[:-1], {**NEW[-1], "a": 1}], "gold3.json", "gold")
    store.reviews.apply(review.id, revision, corrected, by=ANN)
    assert gold_change(store, store.evaluations.get(evaluation.id), "id") is None
    store.reviews.unapply(review.id, store.evaluations.get(evaluation.id).revision, by=ANN)
    assert gold_change(store, store.evaluations.get(evaluation.id), "id") is not None
