"""What is scored, when, and what is stored of it."""

from dataclasses import replace
from typing import Any

import pytest

from evaljson import RunResult
from evaljson.compare import with_clusters
from evaljson.report.export.run_json import run_document
from evaljson.results.clusters import Clustering
from evaljson.schema import annotate_xeval, infer_schema
from evaljson.store import Evaluation, Store
from evaljson.workspace.outcome import Failure
from evaljson.workspace.scoring import current_runs, due, is_quick, score_due
from evaljson.workspace.scoring_options import KEY, policy_of
from evaljson.workspace.stored_runs import failure_of, read_run
from tests.workspace.conftest import GOLD, WORSE, loaded


def silent(share: float, message: str) -> None:
    assert 0 <= share <= 1


def names(store: Store, evaluation: Evaluation) -> list[str]:
    return [variant.name for variant in due(store, store.evaluations.get(evaluation.id))]


def test_every_variant_is_due_until_it_is_scored(store: Store, evaluation: Evaluation) -> None:
    assert names(store, evaluation) == ["A", "B"]
    runs = score_due(store, evaluation.id, by="ann", tell=silent)
    assert [run.metrics["total_records"] for run in runs] == [40, 40]
    assert names(store, evaluation) == []
    assert score_due(store, evaluation.id, by="ann", tell=silent) == []


@pytest.mark.parametrize("side", ["gold", "variant"])
def test_the_same_records_from_another_file_are_scored_once_and_stay_so(
    store: Store, evaluation: Evaluation, side: str
) -> None:
    def put(file: Any) -> None:
        now = store.evaluations.get(evaluation.id)
        if side == "gold":
            store.evaluations.set_gold(now.id, now.revision, file, by="ann")
        else:
            store.variants.update(now.id, now.revision, now.variants[0].id, by="ann", data=file)

    score_due(store, evaluation.id, by="ann", tell=silent)
    first = current_runs(store, store.evaluations.get(evaluation.id))
    kept = evaluation.gold if side == "gold" else evaluation.variants[0].dataset
    assert kept is not None
    put(loaded(GOLD, "again.jsonl", "gold") if side == "gold" else loaded(WORSE, "again.jsonl"))
    assert "A" in names(store, evaluation)
    score_due(store, evaluation.id, by="ann", tell=silent)
    assert names(store, evaluation) == []
    second = current_runs(store, store.evaluations.get(evaluation.id))
    assert {run.variant: run.metrics for run in second.values()} == {run.variant: run.metrics for run in first.values()}
    assert all(isinstance(read_run(store, run), RunResult) for run in second.values())
    put(kept.id)
    assert current_runs(store, store.evaluations.get(evaluation.id)) == first


def test_what_was_stored_is_read_as_it_was_scored(store: Store, evaluation: Evaluation) -> None:
    from evaljson.workspace.outcome import score

    score_due(store, evaluation.id, by="ann", tell=silent)
    gold, extracted = store.datasets.load(evaluation.gold.id), store.datasets.load(evaluation.variants[0].dataset.id)
    run = current_runs(store, evaluation)[evaluation.variants[0].id]
    again = read_run(store, run)
    direct = score(gold, extracted, store.schemas.get(evaluation.id, 1).schema, policy_of({}))
    assert isinstance(again, RunResult)
    assert isinstance(direct, RunResult)
    assert again.records == direct.records
    assert again == direct
    assert run.metrics["mean_f1"] == direct.mean_f1


def test_intervals_go_by_a_key_that_is_kept_beside_gold(store: Store) -> None:
    gold = loaded(GOLD, "g.json", "gold")
    gold = replace(gold, metadata=[{"customer": f"c{at // 4}"} for at in range(len(gold.records))])
    schema = {**annotate_xeval(infer_schema(GOLD)), "x-eval-id": "id", "x-eval-cluster": "customer"}
    made = store.evaluations.create("c", by="ann", gold=gold, variants={"A": loaded(WORSE, "a.json")}, schema=schema)
    score_due(store, made.id, by="ann", tell=silent)
    (stored,) = current_runs(store, store.evaluations.get(made.id)).values()
    run = read_run(store, stored)
    assert run.clustered is not None
    assert run.clustered.about == Clustering("customer", 10, 4, 0)
    assert run_document(run)["clusters"] == {"key": "customer", "clusters": 10, "largest": 4, "without": 0}
    low, high = run.accuracy.interval or (0, 0)
    alone_low, alone_high = with_clusters(run, False)[0].accuracy.interval or (0, 0)
    assert high - low > alone_high - alone_low


def change_schema(store: Store, evaluation: Evaluation) -> None:
    schema = store.schemas.get(evaluation.id, 1).schema
    schema["properties"]["b"]["x-eval-transform"] = ["lowercase"]
    store.schemas.add(evaluation.id, evaluation.revision, schema, by="bob")


def change_gold(store: Store, evaluation: Evaluation) -> None:
    store.evaluations.set_gold(evaluation.id, evaluation.revision, loaded(GOLD[:9], "g.json", "gold"), by="bob")


def change_options(store: Store, evaluation: Evaluation) -> None:
    options = {KEY: {"missing_records": "exclude"}}
    store.evaluations.set_settings(evaluation.id, evaluation.revision, options, by="bob")


@pytest.mark.parametrize("change", [change_schema, change_gold, change_options])
def test_all_is_due_again_when_what_figures_depend_on_changes(
    store: Store, evaluation: Evaluation, change: Any
) -> None:
    score_due(store, evaluation.id, by="ann", tell=silent)
    change(store, evaluation)
    assert names(store, evaluation) == ["A", "B"]


def test_going_back_to_a_schema_finds_its_runs_again(store: Store, evaluation: Evaluation) -> None:
    first = score_due(store, evaluation.id, by="ann", tell=silent)
    change_schema(store, evaluation)
    changed = store.evaluations.get(evaluation.id)
    back = store.schemas.get(evaluation.id, 1).schema
    restored = store.schemas.add(evaluation.id, changed.revision, back, by="bob", message="undo")
    assert {run.id for run in current_runs(store, restored).values()} == {run.id for run in first}


def test_only_a_new_variant_is_due(store: Store, evaluation: Evaluation) -> None:
    score_due(store, evaluation.id, by="ann", tell=silent)
    store.variants.add(evaluation.id, evaluation.revision, "C", loaded(GOLD, "c.json"), by="ann")
    assert names(store, evaluation) == ["C"]


def test_a_variant_that_cannot_be_scored_is_an_outcome_that_is_kept(store: Store, evaluation: Evaluation) -> None:
    schema = {**store.schemas.get(evaluation.id, 1).schema}
    del schema["x-eval-id"]
    store.schemas.add(evaluation.id, evaluation.revision, schema, by="ann")
    runs = score_due(store, evaluation.id, by="ann", tell=silent)
    outcome = failure_of(runs[0])
    assert isinstance(outcome, Failure)
    assert "cannot be paired by position" in outcome.message
    assert names(store, evaluation) == []


def test_nothing_is_due_without_gold_or_schema(store: Store) -> None:
    partial = store.evaluations.create("new", by="ann", variants={"A": loaded(GOLD, "a.json")})
    assert due(store, partial) == []


def test_little_is_scored_at_once_and_much_in_a_job(store: Store, evaluation: Evaluation) -> None:
    assert is_quick(store, evaluation)
    many = loaded([{"id": i} for i in range(1000)], "many.json")
    assert not is_quick(store, store.variants.add(evaluation.id, evaluation.revision, "C", many, by="ann"))


def test_large_records_are_much(store: Store, evaluation: Evaluation) -> None:
    large = loaded([{"id": "r1", "b": "x" * 500_000}], "large.json")
    assert not is_quick(store, store.variants.add(evaluation.id, evaluation.revision, "C", large, by="ann"))


def test_unreadable_records_can_be_left_out(store: Store, evaluation: Evaluation) -> None:
    from evaljson.load import read_records

    text = "".join(f'{{"id": "r{i}", "output": "{{broken"}}\n' if i < 4 else f'{{"id": "r{i}"}}\n' for i in range(40))
    unread = read_records(text.encode(), name="u.jsonl", kind="extracted", id_field="id", repair=False)
    assert len(unread.parse_errors) in (0, 4)
    policy = policy_of({KEY: {"unreadable": "exclude"}})
    gold = loaded(GOLD, "gold.json", "gold")
    assert len(policy.for_variant(gold.records, unread, "id").leave_out) == len(unread.parse_errors)
