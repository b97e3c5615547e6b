"""What was found, dismissed and taken of suggestions: it goes along with its evaluation."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from evaljson import evaluate
from evaljson.store import Evaluation, Store, open_store
from evaljson.suggest import Suggestions, apply
from evaljson.workspace.suggestion_chain import begun
from evaljson.workspace.suggestions import (
    chain_of,
    dismiss,
    dismissed,
    found_for,
    found_last,
    keep_chain,
    key_of,
    look_at,
)
from tests.workspace.conftest import GOLD

LOUD = [{**record, "b": record["b"].upper(), "a": str(record["a"])} for record in GOLD]


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Store]:
    with open_store(folder=tmp_path / "other") as opened:
        yield opened


@pytest.fixture
def looked_at(store: Store, evaluation: Evaluation) -> Evaluation:
    """Looked for suggestions; one was taken and another dismissed."""
    schema = store.schemas.get(evaluation.id, 1).schema
    run = evaluate(GOLD, LOUD, schema)
    look_at(store, evaluation.id, schema, {"B": run}, {"B": "run"}, by="ann", tell=lambda share, message: None)
    last = found_last(store, evaluation.id)
    assert last is not None
    taken, *others = last[1]()
    keep_chain(store, evaluation.id, begun(schema).with_more(schema, [taken]), by="ann")
    dismiss(store, evaluation.id, [*others, taken], by="ann")
    return evaluation


def test_what_was_found_for_a_version_is_there_again_once_the_version_comes_back(
    store: Store, looked_at: Evaluation
) -> None:
    schema = store.schemas.get(looked_at.id, 1).schema
    other = apply(schema, suggestions_for(store, looked_at, schema) or [])
    assert suggestions_for(store, looked_at, other) is None
    run = evaluate(GOLD, LOUD, other)
    look_at(store, looked_at.id, other, {"B": run}, {"B": "run"}, by="ann", tell=lambda share, message: None)
    assert len(suggestions_for(store, looked_at, other) or ()) == 0
    assert len(suggestions_for(store, looked_at, schema) or ()) == 1


def suggestions_for(store: Store, evaluation: Evaluation, schema: Mapping[str, Any]) -> Suggestions | None:
    read = found_for(store, evaluation.id, key_of(schema, {"B": "run"}))
    return None if read is None else read()


def test_an_export_takes_along_what_was_found_dismissed_and_taken(
    store: Store, other: Store, looked_at: Evaluation, tmp_path: Path
) -> None:
    store.export_to(tmp_path / "file")
    other.import_from(tmp_path / "file")
    there, here = found_last(store, looked_at.id), found_last(other, looked_at.id)
    assert there is not None
    assert here is not None
    assert (here[0], here[1]()) == (there[0], there[1]())
    assert len(here[1]()) > 0
    assert dismissed(other, looked_at.id) == dismissed(store, looked_at.id) != {}
    assert chain_of(other, looked_at.id) == chain_of(store, looked_at.id) is not None


def test_an_evaluation_that_is_here_already_keeps_its_own(
    store: Store, other: Store, looked_at: Evaluation, tmp_path: Path
) -> None:
    store.export_to(tmp_path / "file")
    other.import_from(tmp_path / "file")
    for key in other.settings.all(f"suggestions:{looked_at.id}"):
        other.settings.delete(f"suggestions:{looked_at.id}", key)
    again = other.import_from(tmp_path / "file")
    assert (again.same, again.settings_kept) == ((looked_at.name,), ())
    assert dismissed(other, looked_at.id) == {}, "what was brought back here is not hidden again"
    assert chain_of(other, looked_at.id) is None


def test_what_was_taken_can_be_taken_again_once_an_earlier_version_is_back(store: Store, looked_at: Evaluation) -> None:
    schema = store.schemas.get(looked_at.id, 1).schema
    chain = chain_of(store, looked_at.id)
    assert chain is not None
    [taken] = chain.taken
    again = chain.with_more(schema, [taken])  # the schema is the one before it was taken
    assert again.last == chain.last != schema
    assert again.taken == (taken,)
