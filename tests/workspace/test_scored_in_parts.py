"""Large variants are scored in parts by the job, with the figures and results of scoring them at once."""

from dataclasses import replace
from typing import Any

import pytest

import evaljson
from evaljson.scoring import record_blocks
from evaljson.store import Evaluation, Store
from evaljson.workspace import scored_in_parts, scoring
from evaljson.workspace.scored_in_parts import Scored, can_be_sliced, records_of_slice
from evaljson.workspace.scoring import current_runs, due, score_due
from evaljson.workspace.stored_runs import failure_of
from tests.workspace.conftest import GOLD, loaded

BLOCK = 6


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """40 records are seven slices."""
    monkeypatch.setattr(scored_in_parts, "SLICE_BYTES", 1)
    for module in (scored_in_parts, record_blocks):
        monkeypatch.setattr(module, "RECORDS_PER_BLOCK", BLOCK)


def nothing(share: float, message: str) -> None:
    assert 0 <= share <= 1


@pytest.mark.usefixtures("large")
def test_the_job_stores_the_run_that_scoring_at_once_stores(
    store: Store, evaluation: Evaluation, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[float, str]] = []
    in_parts = score_due(store, evaluation.id, by="ann", tell=lambda share, message: told.append((share, message)))
    copy = store.evaluations.create(
        "copy", by="ann", gold=evaluation.gold.id, variants={one.name: one.dataset.id for one in evaluation.variants},
        schema=store.schemas.get(evaluation.id, 1).schema,
    )  # fmt: skip
    monkeypatch.setattr(scoring, "can_be_sliced", lambda schema: False)
    at_once = score_due(store, copy.id, by="ann", tell=nothing)
    assert [(one.metrics, one.signature_sha256, one.result_table) for one in in_parts] == [
        (one.metrics, one.signature_sha256, one.result_table) for one in at_once
    ]
    assert [share for share, _ in told] == sorted(share for share, _ in told)
    assert told[0][1] == "Scoring A (1 of 2)"
    assert "Scoring B (2 of 2): 36 of 40 records, " in told[-1][1]
    assert told[-1][1].endswith(" s left")


@pytest.mark.usefixtures("large")
def test_what_was_not_scored_to_its_end_is_not_stored(store: Store, evaluation: Evaluation) -> None:
    class CancelledError(Exception):
        pass

    def cancel(share: float, message: str) -> None:
        if "Scoring B" in message and "12 of 40" in message:
            raise CancelledError("cancelled")

    with pytest.raises(CancelledError, match="cancelled"):
        score_due(store, evaluation.id, by="ann", tell=cancel)
    assert [one.name for one in due(store, evaluation)] == ["B"]
    assert [one.name for one in evaluation.variants if one.id in current_runs(store, evaluation)] == ["A"]


@pytest.mark.usefixtures("large")
def test_records_that_cannot_be_scored_are_an_outcome_in_parts_too(store: Store) -> None:
    gold = loaded(GOLD, "g.json", "gold")
    gold = replace(gold, records=[*gold.records[:30], gold.records[0]])
    schema = {"type": "object", "x-eval-id": "id", "properties": {"a": {"type": "integer"}}}
    made = store.evaluations.create("c", by="ann", gold=gold, variants={"A": loaded(GOLD, "a.json")}, schema=schema)
    (run,) = score_due(store, made.id, by="ann", tell=nothing)
    failure = failure_of(run)
    assert failure is not None
    assert "the same id 'r0'" in failure.message


@pytest.mark.usefixtures("registries_put_back")
def test_comparators_that_take_all_records_at_once_are_not_sliced() -> None:
    class Ranks:
        is_batch, across_records = True, True

        def __call__(self, pairs: Any, params: Any) -> Any:
            return [evaljson.ComparatorResult(1.0) for _ in pairs]

    evaljson.register("ranks", Ranks())
    assert not can_be_sliced({"type": "object", "properties": {"a": {"type": "string", "x-eval-compare": "ranks"}}})
    assert can_be_sliced({"type": "object", "properties": {"a": {"type": "string"}}})


def test_larger_records_make_slices_of_fewer() -> None:
    few, many = loaded([{"id": "r", "a": "x" * 100_000}] * 20, "a.json"), loaded(GOLD, "b.json")
    assert records_of_slice(few, few) == record_blocks.RECORDS_PER_BLOCK
    assert records_of_slice(many, many) > 10 * record_blocks.RECORDS_PER_BLOCK


@pytest.mark.parametrize(
    ("done", "rate", "text"),
    [
        (0, None, "0 of 50,000 records"),
        (4_000, 2_000.0, "4,000 of 50,000 records, 2,000 a second, 23 s left"),
        (4_000, 200.0, "4,000 of 50,000 records, 200 a second, 3 min 50 s left"),
    ],
)
def test_progress_says_how_far_how_fast_and_how_long(done: int, rate: float | None, text: str) -> None:
    assert Scored(done, 50_000, rate).text == text
