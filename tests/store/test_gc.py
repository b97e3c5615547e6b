"""gc removes what was deleted long ago and what nothing refers to, and never anything else."""

from datetime import timedelta

import pytest

from evaljson.store import Conflict, Evaluation, NotFound, Store
from evaljson.store.topics.settings import EDITS
from tests.store.archive.archives import everything
from tests.store.conftest import extracted, gold
from tests.store.topics.test_runs import add

AT_ONCE = timedelta(seconds=-1)


def test_what_is_in_use_stays(store: Store, evaluation: Evaluation) -> None:
    add(store, evaluation)
    before = everything(store)
    swept = store.gc(AT_ONCE)
    assert (swept.evaluations, swept.variants, swept.runs, swept.datasets, swept.blobs) == (0, 0, 0, 0, 0)
    assert everything(store) == before


def test_a_deleted_evaluation_goes_with_all_that_was_its_own(store: Store, evaluation: Evaluation) -> None:
    add(store, evaluation)
    kept = store.evaluations.create("Kept", by="ann", gold=gold())
    store.jobs.create("score", {}, by="ann", evaluation=evaluation.id)
    store.settings.set(f"suggestions:{evaluation.id}", "found", {}, by="ann")
    store.settings.set(f"suggestions:{kept.id}", "found", {}, by="ann")
    store.evaluations.delete(evaluation.id, 1, by="ann")
    swept = store.gc(AT_ONCE)
    # Gold is shared with the other one; of the variant go content and report, of the run its table.
    assert (swept.evaluations, swept.variants, swept.runs, swept.datasets, swept.blobs) == (1, 1, 1, 1, 3)
    assert swept.packed_bytes > 0
    assert store.evaluations.all(deleted=True) == []
    assert store.jobs.all() == []
    assert store.settings.all(f"suggestions:{evaluation.id}") == {}
    assert store.settings.all(f"suggestions:{kept.id}") == {"found": {}}
    assert store.evaluations.get(kept.id) == kept
    assert store.check().faults == ()


def test_a_deleted_variant_goes_with_its_runs(store: Store, evaluation: Evaluation) -> None:
    run = add(store, evaluation)
    store.variants.delete(evaluation.id, 1, run.variant, by="ann")
    swept = store.gc(AT_ONCE)
    assert (swept.evaluations, swept.variants, swept.runs) == (0, 1, 1)
    with pytest.raises(NotFound, match="no run"):
        store.runs.get(run.id)
    with pytest.raises(NotFound, match="no deleted variant"):
        store.variants.undelete(evaluation.id, 2, run.variant, by="ann")


def test_what_was_deleted_a_moment_ago_can_still_be_undeleted(store: Store, evaluation: Evaluation) -> None:
    store.evaluations.delete(evaluation.id, 1, by="ann")
    assert store.gc().evaluations == 0
    assert store.evaluations.undelete(evaluation.id, 2, by="ann").variants == evaluation.variants


def test_records_that_were_just_loaded_wait_for_their_evaluation(store: Store) -> None:
    loaded = store.datasets.add(extracted(), "extracted", by="ann")
    assert store.gc().datasets == 0
    assert store.datasets.load(loaded.id) == extracted()
    assert store.gc(AT_ONCE).datasets == 1
    with pytest.raises(NotFound, match="load the file again"):
        store.datasets.load(loaded.id)


def test_records_that_an_old_run_used_stay_with_it(store: Store, evaluation: Evaluation) -> None:
    run = add(store, evaluation)
    store.evaluations.set_gold(evaluation.id, 1, None, by="ann")
    store.variants.update(evaluation.id, 2, run.variant, by="ann", data=extracted(b'{"id": "z"}\n'))
    assert store.gc(AT_ONCE).datasets == 0
    assert store.datasets.load(run.gold) == gold()


def test_edits_that_nobody_has_touched_for_long_go_and_nothing_else(store: Store, evaluation: Evaluation) -> None:
    for scope in (f"{EDITS}{evaluation.id}", f"suggestions:{evaluation.id}"):
        store.settings.set(scope, "k", {"number": 1}, by="ann")
    assert store.gc().edits == 0
    assert store.settings.get(f"{EDITS}{evaluation.id}", "k") == {"number": 1}
    assert (store.gc(AT_ONCE, dry_run=True).edits, store.gc(AT_ONCE).edits) == (1, 1)
    assert store.settings.get(f"{EDITS}{evaluation.id}", "k") is None
    assert store.settings.get(f"suggestions:{evaluation.id}", "k") == {"number": 1}


def test_a_dry_run_says_the_same_and_removes_nothing(store: Store, evaluation: Evaluation) -> None:
    store.evaluations.delete(evaluation.id, 1, by="ann")
    before = everything(store)
    said = store.gc(AT_ONCE, dry_run=True)
    assert everything(store) == before
    done = store.gc(AT_ONCE)
    assert (said.evaluations, said.blobs, said.packed_bytes) == (done.evaluations, done.blobs, done.packed_bytes)


def test_what_is_gone_is_gone_for_those_who_still_see_it(store: Store, evaluation: Evaluation) -> None:
    store.evaluations.delete(evaluation.id, 1, by="ann")
    store.gc(AT_ONCE)
    with pytest.raises(NotFound, match="no evaluation"):
        store.evaluations.undelete(evaluation.id, 2, by="ann")


def test_a_job_of_a_removed_evaluation_is_told_to_stop(store: Store, evaluation: Evaluation) -> None:
    store.jobs.create("score", {}, by="ann", evaluation=evaluation.id)
    job = store.jobs.claim("one")
    store.evaluations.delete(evaluation.id, 1, by="ann")
    store.gc(AT_ONCE)
    assert job is not None
    assert not store.jobs.beat(job.id, "one", 0.5)
    with pytest.raises((Conflict, NotFound), match=job.id):
        store.jobs.finish(job.id, "one")


def test_the_file_of_sqlite_gets_smaller(store: Store) -> None:
    big = extracted(b"".join(b'{"id": "%d", "x": "%s"}\n' % (i, str(hash(str(i))).encode() * 20) for i in range(5000)))
    made = store.evaluations.create("x", by="ann", variants={"A": big})
    store.evaluations.delete(made.id, 1, by="ann")
    assert store.gc(AT_ONCE).compacted == ("://" not in store.location)
