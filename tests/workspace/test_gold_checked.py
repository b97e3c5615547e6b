"""Values of gold that all variants contradict alike are looked for once for the runs of a time, and kept."""

import pytest

from evaljson.store import Store
from evaljson.workspace import gold_checked
from evaljson.workspace.errors_found import keep_errors
from evaljson.workspace.gold_checked import found_gold_check, gold_check_key, look_at_gold
from evaljson.workspace.scoring import score_due
from evaljson.workspace.stored_runs import read_run
from tests.review.planted import SCHEMA, planted
from tests.workspace.conftest import loaded


@pytest.fixture
def evaluation(store: Store) -> str:
    """Planted records, scored."""
    data = planted(60, wrong=5, on_matches=3)
    variants = {name: loaded(records, f"{name}.json") for name, records in data.extracted.items()}
    gold = loaded(data.gold, "gold.json", "gold")
    made = store.evaluations.create("Planted", by="test", gold=gold, variants=variants, schema=SCHEMA)
    score_due(store, made.id, by="test", tell=lambda share, message: None)
    return made.id


def key_of(store: Store, evaluation: str) -> str:
    return gold_check_key(run.id for run in store.runs.all(evaluation))


def test_what_is_found_is_kept_and_read_back(store: Store, evaluation: str) -> None:
    key = key_of(store, evaluation)
    assert found_gold_check(store, evaluation, key) is None
    made = look_at_gold(store, evaluation, by="test")
    assert made is not None
    assert {one.field for one in made.found} >= {"customer"}
    assert found_gold_check(store, evaluation, key) == made
    assert found_gold_check(store, evaluation, gold_check_key(["another run"])) is None


def test_patterns_that_a_job_kept_are_not_looked_for_again(
    store: Store, evaluation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = look_at_gold(store, evaluation, by="test")
    for run in store.runs.all(evaluation):
        keep_errors(store, run, read_run(store, run), by="test")
    monkeypatch.setattr(gold_checked, "errors_of", None)
    assert look_at_gold(store, evaluation, by="test") == expected


def test_of_many_the_strongest_are_kept_and_all_are_counted(
    store: Store, evaluation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = look_at_gold(store, evaluation, by="test")
    monkeypatch.setattr(gold_checked, "_MOST", 1)
    some = look_at_gold(store, evaluation, by="test")
    assert every is not None
    assert some is not None
    assert (some.found, some.listed) == (every.found[:1], every.listed)


def test_without_gold_there_is_nothing_to_look_at(store: Store) -> None:
    identity = store.evaluations.create("empty", by="test").id
    assert look_at_gold(store, identity, by="test") is None
