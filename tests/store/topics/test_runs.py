"""Runs: stored once, found again for what is in force, never changed."""

from typing import Any

import pytest
from sqlalchemy import text

from evaljson.store import Evaluation, NotFound, Run, Store, StoreError
from tests.store.conftest import SCHEMA, SIGNATURE, extracted, gold


def add(store: Store, evaluation: Evaluation, **changes: Any) -> Run:
    assert evaluation.gold is not None
    variant = evaluation.variants[0]
    parts: dict[str, Any] = {
        "gold": evaluation.gold.id,
        "extracted": variant.dataset.id,
        "schema_number": evaluation.schema_number,
        "signature": SIGNATURE,
        "metrics": {"mean_f1": 0.75, "pooled_f1": None, "per_field": {"b": 1, "a": 1.0}},
        "table": b"PAR1" * 100,
        "duration": 0.5,
        "by": "ann",
    }
    return store.runs.add(evaluation.id, variant.id, **{**parts, **changes})


def test_a_run_comes_back_as_it_was_stored(store: Store, evaluation: Evaluation) -> None:
    run = add(store, evaluation)
    assert store.runs.get(run.id) == run
    assert store.runs.table(run.id) == b"PAR1" * 100
    assert list(run.metrics["per_field"]) == ["b", "a"]
    assert store.runs.all(evaluation.id) == [run]


def test_the_same_scoring_stored_twice_is_one_run(store: Store, evaluation: Evaluation) -> None:
    reordered = dict(reversed(SIGNATURE.items()))
    assert add(store, evaluation) == add(store, evaluation, signature=reordered, by="bob", duration=9.0)


def test_another_signature_is_another_run(store: Store, evaluation: Evaluation) -> None:
    first = add(store, evaluation)
    second = add(store, evaluation, signature={**SIGNATURE, "engine": "2"})
    assert store.runs.all(evaluation.id) == [second, first]
    assert store.runs.current(evaluation.id) == {second.variant: second}
    meant = store.runs.current(evaluation.id, lambda run: run.signature["engine"] == first.signature["engine"])
    assert meant == {first.variant: first}


def test_a_run_needs_no_table(store: Store, evaluation: Evaluation) -> None:
    run = add(store, evaluation, table=None, duration=None)
    assert (store.runs.table(run.id), run.duration) == (None, None)


@pytest.mark.parametrize("changed", ["gold", "variant", "schema"])
def test_a_run_is_current_only_for_what_is_in_force(store: Store, evaluation: Evaluation, changed: str) -> None:
    run = add(store, evaluation)
    assert store.runs.current(evaluation.id) == {run.variant: run}
    if changed == "gold":
        store.evaluations.set_gold(evaluation.id, 1, gold(b'{"id": "z"}\n'), by="ann")
    elif changed == "variant":
        store.variants.update(evaluation.id, 1, run.variant, by="ann", data=extracted(b'{"id": "z"}\n'))
    else:
        store.schemas.add(evaluation.id, 1, {"type": "object"}, by="ann")
    assert store.runs.current(evaluation.id) == {}
    assert store.runs.all(evaluation.id) == [run]


def test_going_back_to_an_older_schema_makes_its_runs_current_again(store: Store, evaluation: Evaluation) -> None:
    run = add(store, evaluation)
    store.schemas.add(evaluation.id, 1, {"type": "object"}, by="ann")
    store.schemas.add(evaluation.id, 2, SCHEMA, by="ann")
    assert store.runs.current(evaluation.id) == {run.variant: run}


def test_runs_of_a_deleted_variant_are_out_of_sight_until_it_is_back(store: Store, evaluation: Evaluation) -> None:
    run = add(store, evaluation)
    store.variants.delete(evaluation.id, 1, run.variant, by="ann")
    assert (store.runs.all(evaluation.id), store.runs.current(evaluation.id)) == ([], {})
    store.variants.undelete(evaluation.id, 2, run.variant, by="ann")
    assert store.runs.current(evaluation.id) == {run.variant: run}


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"schema_number": 9}, "no schema version 9"),
        ({"gold": "0" * 64}, "no dataset '000000000000'"),
        ({"extracted": "0" * 64}, "no dataset"),
    ],
)
def test_a_run_of_unknown_parts_is_refused(
    store: Store, evaluation: Evaluation, wrong: dict[str, Any], message: str
) -> None:
    with pytest.raises(NotFound, match=message):
        add(store, evaluation, **wrong)
    assert store.runs.all(evaluation.id) == []


def test_a_run_cannot_be_stored_for_a_variant_of_another_evaluation(store: Store, evaluation: Evaluation) -> None:
    other = store.evaluations.create("Other", by="bob", schema=SCHEMA)
    assert evaluation.gold is not None
    with pytest.raises(NotFound, match="has no variant"):
        store.runs.add(
            other.id, evaluation.variants[0].id, gold=evaluation.gold.id, extracted=evaluation.variants[0].dataset.id,
            schema_number=1, signature={}, metrics={}, by="bob",
        )  # fmt: skip


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE runs SET metrics = '{}'",
        "UPDATE schema_versions SET content = '{}'",
        "UPDATE blobs SET size = 1",
    ],
)
def test_the_database_itself_refuses_to_change_what_is_immutable(
    store: Store, evaluation: Evaluation, statement: str
) -> None:
    add(store, evaluation)
    with pytest.raises(StoreError, match="are immutable"), store._database.writing() as connection:
        connection.execute(text(statement))


def test_unknown_runs_are_not_found(store: Store) -> None:
    with pytest.raises(NotFound, match="no run 'x'"):
        store.runs.get("x")
    with pytest.raises(NotFound, match="no run 'x'"):
        store.runs.table("x")
