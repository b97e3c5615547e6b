"""The list of evaluations."""

import pytest

from evaljson.store import Evaluation, Store
from evaljson.workspace.listing import find, standings
from evaljson.workspace.scoring import score_due


@pytest.mark.parametrize(("text", "is_found"), [("", True), ("MIN", True), ("ne mi", True), ("other", False)])
def test_the_search_takes_words_in_any_case_and_order(
    store: Store, evaluation: Evaluation, text: str, is_found: bool
) -> None:
    assert bool(find(store, text)) is is_found


def test_what_was_begun_and_holds_nothing_is_not_listed(store: Store, evaluation: Evaluation) -> None:
    store.evaluations.create("New evaluation", by="ann")
    assert [summary.name for summary in find(store)] == ["mine"]


def test_deleted_ones_are_a_list_of_their_own(store: Store, evaluation: Evaluation) -> None:
    store.evaluations.delete(evaluation.id, evaluation.revision, by="ann")
    assert not find(store)
    assert [summary.id for summary in find(store, deleted=True)] == [evaluation.id]
    assert standings(store, find(store, deleted=True)) == {}


def test_the_best_f1_is_that_of_the_runs_in_force(store: Store, evaluation: Evaluation) -> None:
    assert standings(store, find(store))[evaluation.id].best_f1 is None
    runs = score_due(store, evaluation.id, by="ann", tell=lambda share, message: None)
    best = max(run.metrics["mean_f1"] for run in runs)
    assert standings(store, find(store))[evaluation.id].best_f1 == best
