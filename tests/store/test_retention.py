"""Retention: what nobody has changed for long is deleted, can be restored for 30 days, and is gone after that."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest

from evaljson.store import Actor, Evaluation, Judgement, Store, revisions
from evaljson.store.audit_log import note
from evaljson.store.column_types import now
from evaljson.store.topics import evaluations, judgements, labels, runs
from tests.store.conftest import SCHEMA, SIGNATURE, extracted, gold
from tests.store.topics.reviewing import make_review

YEAR = timedelta(days=365)
OPERATOR = Actor("operator", "cli")


@contextmanager
def ago(days: float) -> Iterator[None]:
    """Store what is stored in the block as if it had been that long ago."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (evaluations, revisions, labels, judgements, runs):
            patch.setattr(module, "now", lambda: now() - timedelta(days=days))
        yield


def made(store: Store, days: float) -> Evaluation:
    with ago(days):
        return store.evaluations.create(
            f"of {days} days", by="ann", gold=gold(), variants={"A": extracted()}, schema=SCHEMA
        )


def test_what_nobody_changed_is_deleted_and_can_be_restored(store: Store) -> None:
    with ago(999):
        store.evaluations.create("Sample", by="evaljson", is_sample=True)
    old, new = made(store, 366), made(store, 364)
    assert store.retain(YEAR, by=OPERATOR, dry_run=True).deleted == ("of 366 days",)
    assert store.evaluations.get(old.id) == old
    assert store.retain(YEAR, by=OPERATOR).deleted == ("of 366 days",)
    assert {one.name for one in store.evaluations.all()} == {"Sample", new.name}
    assert store.evaluations.undelete(old.id, 2, by="ann").variants == old.variants
    assert store.retain(YEAR, by=OPERATOR).deleted == ()
    assert ("operator", "deleted") in [(entry.who, entry.action) for entry in store.audit.all(old.id)]


@pytest.mark.parametrize(("days", "goes"), [(29, False), (31, True)])
def test_what_is_deleted_is_removed_for_good_after_30_days(store: Store, days: int, goes: bool) -> None:
    one = made(store, 40)
    store.members.set(one.id, "ann@x.org", "owner", by=OPERATOR)
    with ago(days):
        store.evaluations.delete(one.id, 1, by="ann")
    dry, done = (store.retain(YEAR, by=OPERATOR, dry_run=dry) for dry in (True, False))
    assert dry.removed == done.removed == ((one.name,) if goes else ())
    assert (done.swept.evaluations, done.swept.variants) == (int(goes), int(goes))
    assert (store.evaluations.all(deleted=True) == []) is goes
    noted = [(entry.who, entry.proof, entry.action) for entry in store.audit.all(one.id)]
    assert (("operator", "cli", "removed for good") in noted) is goes
    assert store.check().faults == ()


@pytest.mark.parametrize("what", ["run", "review"])
def test_an_evaluation_that_is_worked_on_is_not_old(store: Store, what: str) -> None:
    one = made(store, 400)
    assert one.gold is not None
    if what == "run":
        store.runs.add(
            one.id, one.variants[0].id, gold=one.gold.id, extracted=one.variants[0].dataset.id, schema_number=1,
            signature=SIGNATURE, metrics={}, by="ann",
        )  # fmt: skip
    else:
        with ago(399):  # the evaluation knows that it was made then; the review itself is of today
            make_review(store, one)
    assert store.retain(YEAR, by=OPERATOR).deleted == ()


def test_labels_and_verdicts_go_by_their_age(store: Store) -> None:
    for days in (364, 366):
        with ago(days):
            store.labels.add("p", "r", days, 2, score=1, step="same", by="ann")
            store.judgements.add({str(days): Judgement(1.0, "because", "m", "1")})
    done = store.retain(YEAR, by=OPERATOR)
    assert (done.labels, done.verdicts) == (1, 1)
    assert [label.gold for label in store.labels.all()] == [364]
    assert list(store.judgements.read(["364", "366"])) == ["364"]


def test_entries_of_the_audit_stay_for_30_days_at_least(store: Store) -> None:
    with store._database.writing() as connection:
        for days in (10, 364, 366):
            note(connection, f"{days} days", "opened", None, {}, moment=now() - timedelta(days=days))
    assert store.retain(YEAR, by=OPERATOR).entries == 1
    assert store.retain(timedelta(days=1), by=OPERATOR).entries == 1
    assert [entry.who for entry in store.audit.all()] == ["10 days"]
