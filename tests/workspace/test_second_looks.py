"""A second look at a variant: only of a run of the evaluation whose model is asked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from evaljson.base.errors import InputError
from evaljson.judge import Judge, Secret
from evaljson.store import Evaluation, Run, Store
from evaljson.workspace.scoring import score_due
from evaljson.workspace.second_looks import SecondLookTerms, second_look_state
from evaljson.workspace.stored_runs import read_run
from tests.judge.workspace import evaluation, store
from tests.ui.conftest import loaded

__all__ = ["evaluation", "store"]
GOLD: list[Any] = [{"id": f"r{at}", "total": at} for at in range(4)]
SCHEMA = {"type": "object", "x-eval-id": "id", "properties": {"total": {"type": "number"}}}


@pytest.fixture
def bills(store: Store) -> tuple[Evaluation, Run]:
    """Four records, three of them with a text."""
    texts = [{"text": "Total: 1"}] * 3
    gold = replace(loaded(GOLD, "gold.json"), metadata=[*texts, None])
    made = store.evaluations.create(
        "bills", by="ann", gold=gold, variants={"one": loaded(GOLD, "one.json", "extracted")}, schema=SCHEMA, message=""
    )
    score_due(store, made.id, by="ann", tell=lambda share, message: None)
    return made, store.runs.all(made.id)[0]


def test_the_state_says_what_asking_costs_and_sends_nothing(store: Store, bills: tuple[Evaluation, Run]) -> None:
    made, run = bills
    state = second_look_state(store, made.id, run, read_run(store, run), store.datasets.load(run.gold))
    assert (state.costs[0].to_ask, state.found) == (3, None)


def test_a_run_of_another_evaluation_is_not_looked_at(
    store: Store, bills: tuple[Evaluation, Run], evaluation: Evaluation
) -> None:
    asks = SecondLookTerms(bills[1].id).asks(store, evaluation, Judge("fake", api_key=Secret(""), only_cached=True))
    with pytest.raises(InputError, match="another evaluation"):
        next(asks)


def test_terms_come_back_from_the_payload_of_a_job() -> None:
    assert SecondLookTerms.of(SecondLookTerms("run-1").as_json()) == SecondLookTerms("run-1")
