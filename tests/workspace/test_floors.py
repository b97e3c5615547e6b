"""Floors of an evaluation are kept by what they depend on."""

import pytest

from evaljson.floor import floors
from evaljson.store import Store
from evaljson.workspace import floors as of_workspace
from evaljson.workspace.floors import found_floors, look_at_floors
from tests.messy import messy, messy_evaluation


def test_they_are_worked_out_once_for_a_gold_and_a_schema(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    data = messy(3, 1)
    identity = messy_evaluation(store, data)
    evaluation = store.evaluations.get(identity)
    assert found_floors(store, evaluation, data.schema) is None
    made = look_at_floors(store, identity, by="test")
    assert made == floors(data.gold, data.schema)
    assert found_floors(store, evaluation, data.schema) == made
    assert found_floors(store, evaluation, {**data.schema, "description": "another"}) is None


def test_without_gold_there_are_none(store: Store) -> None:
    identity = store.evaluations.create("empty", by="test").id
    assert look_at_floors(store, identity, by="test") is None
    assert of_workspace.found_floors(store, store.evaluations.get(identity), {}) is None
