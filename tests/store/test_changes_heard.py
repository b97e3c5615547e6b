"""Whoever listens to a store hears of each change of an evaluation once it is stored, and of no other."""

import threading

import pytest

from evaljson.load import read_records
from evaljson.store import Conflict, Store, StoreError
from tests.store.conftest import EXTRACTED


def test_changes_are_heard_once_they_are_stored_in_the_thread_that_made_them(store: Store) -> None:
    heard: list[tuple[str, int, int]] = []
    created = store.evaluations.create("one", by="ann")
    store.on_change(lambda evaluation, revision: heard.append((evaluation, revision, threading.get_ident())))
    now = store.evaluations.rename(created.id, created.revision, "two", by="ann")
    now = store.evaluations.set_settings(now.id, now.revision, {}, by="ann")
    assert heard == [(created.id, revision, threading.get_ident()) for revision in (2, 3)]


def test_what_is_refused_or_rolled_back_is_not_heard(store: Store) -> None:
    heard: list[int] = []
    file = read_records(EXTRACTED, name="a.jsonl", kind="extracted", id_field="id")
    created = store.evaluations.create("one", by="ann", variants={"A": file, "B": file})
    store.on_change(lambda evaluation, revision: heard.append(revision))
    with pytest.raises(Conflict, match="has changed since you looked"):
        store.evaluations.rename(created.id, created.revision + 1, "two", by="ann")
    with pytest.raises(StoreError, match="a variant named 'B' already exists"):  # after the revision was taken
        store.variants.update(created.id, created.revision, created.variants[0].id, by="ann", name="B")
    assert heard == []
    store.evaluations.rename(created.id, created.revision, "two", by="ann")
    assert heard == [2]
