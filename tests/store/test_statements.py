"""What pages read at every click is asked with statements that were built before."""

from collections.abc import Callable

import pytest
from sqlalchemy import Select

from evaljson.store import Evaluation, Store

READ: dict[str, Callable[[Store, Evaluation], object]] = {
    "an evaluation": lambda store, one: store.evaluations.get(one.id),
    "its schema": lambda store, one: store.schemas.get(one.id, 1),
    "its current runs": lambda store, one: store.runs.current(one.id),
    "its runs under a version": lambda store, one: store.runs.current(one.id, schema_number=1),
    "its reviews": lambda store, one: store.reviews.all(one.id),
    "its jobs": lambda store, one: store.jobs.all(evaluation=one.id, states=("queued", "running")),
    "all jobs": lambda store, one: store.jobs.all(),
    "its records": lambda store, one: store.datasets.load(one.gold.id if one.gold else ""),
    "a setting": lambda store, one: store.settings.get("workspace", "name"),
}


@pytest.mark.parametrize("what", READ)
def test_what_was_read_once_is_read_again_without_building_a_statement(
    store: Store, evaluation: Evaluation, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    first, built = READ[what](store, evaluation), list[Select[object]]()
    begin = Select.__init__

    def noted(query: Select[object], *columns: object) -> None:
        built.append(query)
        begin(query, *columns)  # type: ignore[arg-type]

    monkeypatch.setattr(Select, "__init__", noted)
    assert READ[what](store, evaluation) == first
    assert built == []
