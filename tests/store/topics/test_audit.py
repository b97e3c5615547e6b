"""The audit: what was done is noted with it, once, and stays as it was noted."""

from datetime import timedelta

import pytest
from sqlalchemy import text

from evaljson.store import Actor, Conflict, Evaluation, Store, StoreError, open_store
from evaljson.store.audit_log import note
from evaljson.store.column_types import now
from evaljson.store.tables import AuditRow

ANN = Actor("ann@x.org", "oidc")


def told(store: Store, evaluation: str | None = None) -> list[tuple[str, str]]:
    """Who did what, oldest first."""
    return [(entry.who, entry.action) for entry in reversed(store.audit.all(evaluation))]


def test_a_change_is_noted_where_it_is_stored_and_only_then(store: Store, evaluation: Evaluation) -> None:
    renamed = store.evaluations.rename(evaluation.id, 1, "New", by="bob")
    with pytest.raises(Conflict, match="has changed since"):
        store.evaluations.rename(evaluation.id, 1, "Late", by="eve")
    store.evaluations.delete(evaluation.id, renamed.revision, by="bob")
    store.evaluations.undelete(evaluation.id, renamed.revision + 1, by="bob")
    assert told(store) == [("ann", "created"), ("bob", "changed"), ("bob", "deleted"), ("bob", "undeleted")]
    changed = store.audit.all(evaluation.id)[2]
    assert (changed.proof, changed.detail) == ("typed", {"what": "renamed", "revision": 2, "name": "New"})


def test_the_command_line_is_named_as_such(store: Store, url: str) -> None:
    with open_store(url, proof="cli") as opened:
        opened.evaluations.create("x", by="root")
    assert [entry.proof for entry in store.audit.all()] == ["cli"]


def test_opening_is_noted_once_a_day_for_each_person_and_evaluation(store: Store, evaluation: Evaluation) -> None:
    for _ in range(3):
        store.audit.opened(evaluation.id, by=ANN)
        store.audit.opened(evaluation.id, by=Actor("bob@x.org", "proxy"))
    assert sorted(told(store)) == [("ann", "created"), ("ann@x.org", "opened"), ("bob@x.org", "opened")]


def test_signing_in_is_noted_once_for_each_time(store: Store) -> None:
    for mark in ("1", "1", "2"):
        store.audit.signed_in(mark, by=ANN)
    assert told(store) == [("ann@x.org", "signed in")] * 2


def test_every_export_is_noted(store: Store, evaluation: Evaluation) -> None:
    for _ in range(2):
        store.audit.exported(evaluation.id, "results.csv", by=ANN)
    assert [entry.detail for entry in store.audit.all(evaluation.id)[:2]] == [{"what": "results.csv"}] * 2


@pytest.mark.parametrize("change", ["UPDATE audit SET who = 'eve'", "DELETE FROM audit"])
def test_no_new_entry_is_changed_or_removed(store: Store, evaluation: Evaluation, change: str) -> None:
    with pytest.raises(StoreError, match="immutable"), store._database.writing() as connection:
        connection.execute(text(change))
    assert told(store) == [("ann", "created")]


@pytest.mark.parametrize(("days", "goes"), [(29, False), (31, True)])
def test_an_old_entry_can_be_removed_but_not_changed(store: Store, days: int, goes: bool) -> None:
    with store._database.writing() as connection:
        note(connection, "ann", "opened", None, {}, moment=now() - timedelta(days=days))
    with pytest.raises(StoreError, match="immutable"), store._database.writing() as connection:
        connection.execute(text("UPDATE audit SET who = 'eve'"))
    try:
        with store._database.writing() as connection:
            connection.execute(AuditRow.__table__.delete())  # type: ignore[attr-defined]
    except StoreError:
        assert not goes
    assert (told(store) == []) is goes


def test_entries_are_read_by_time_and_number(store: Store, evaluation: Evaluation) -> None:
    between = now()
    store.audit.opened(evaluation.id, by=ANN)
    assert [entry.action for entry in store.audit.all(since=between)] == ["opened"]
    assert [entry.action for entry in store.audit.all(most=1)] == ["opened"]
    assert store.audit.all("a" * 16) == []
