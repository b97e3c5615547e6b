"""Jobs: one process wins each step, and a dead one is found out."""

from typing import Any

import pytest

from evaljson.store import Conflict, Evaluation, Job, NotFound, Store


def queued(store: Store, **changes: Any) -> Job:
    return store.jobs.create(**{"kind": "score", "payload": {"variant": "v"}, "by": "ann", **changes})


def running(store: Store, owner: str = "one") -> Job:
    queued(store)
    job = store.jobs.claim(owner)
    assert job is not None
    return job


def ended(store: Store, state: Any) -> Job:
    return store.jobs.finish(running(store).id, "one", state)


def test_a_job_waits_in_the_queue_until_it_is_claimed(store: Store, evaluation: Evaluation) -> None:
    job = queued(store, evaluation=evaluation.id)
    assert (job.state, job.progress, job.payload, job.owner) == ("queued", 0.0, {"variant": "v"}, None)
    claimed = store.jobs.claim("one")
    assert claimed is not None
    assert (claimed.id, claimed.state, claimed.owner) == (job.id, "running", "one")
    assert claimed.started == claimed.heartbeat is not None
    assert store.jobs.claim("two") is None


def test_a_job_that_waits_with_an_owner_is_begun_by_nobody_else(store: Store, evaluation: Evaluation) -> None:
    job = store.jobs.wait("judge", {"limit": 1}, "server", by="ann", evaluation=evaluation.id)
    assert (job.state, job.owner, job.payload, job.evaluation) == ("queued", "server", {"limit": 1}, evaluation.id)
    assert (job.started, store.jobs.claim("two")) == (None, None)
    assert store.jobs.beat(job.id, "server", 0.0)
    assert not store.jobs.hand_over(job.id, "another", "one")
    assert store.jobs.hand_over(job.id, "server", "one")
    begun = store.jobs.get(job.id)
    assert (begun.state, begun.owner, begun.started) == ("running", "one", begun.heartbeat)
    assert not store.jobs.beat(job.id, "server", 0.0)
    assert not store.jobs.hand_over(job.id, "server", "two")
    assert store.jobs.beat(job.id, "one", 0.5)


@pytest.mark.parametrize("is_begun", [True, False])
def test_a_job_with_an_owner_is_interrupted_with_it(store: Store, is_begun: bool) -> None:
    job = store.jobs.wait("judge", {}, "one", by="ann")
    assert not is_begun or store.jobs.hand_over(job.id, "one", "one")
    assert [interrupted.state for interrupted in store.jobs.interrupt("one")] == ["interrupted"]


def test_a_job_that_is_cancelled_while_it_waits_with_an_owner_is_not_begun(store: Store) -> None:
    job = store.jobs.wait("judge", {}, "one", by="ann")
    assert store.jobs.cancel(job.id).state == "cancelled"
    assert not store.jobs.beat(job.id, "one", 0.0)
    assert not store.jobs.hand_over(job.id, "one", "two")


def test_jobs_are_claimed_oldest_first_and_by_kind(store: Store) -> None:
    jobs = [queued(store, kind=kind) for kind in ("score", "judge", "score")]
    claimed = [store.jobs.claim("one", ["judge"]), store.jobs.claim("one", ["judge"]), store.jobs.claim("one")]
    assert [job and job.id for job in claimed] == [jobs[1].id, None, jobs[0].id]


def test_a_beat_says_how_far_it_is_and_whether_to_go_on(store: Store) -> None:
    job = running(store)
    assert store.jobs.beat(job.id, "one", 0.25, "scoring A")
    assert (store.jobs.get(job.id).progress, store.jobs.get(job.id).message) == (0.25, "scoring A")
    assert not store.jobs.beat(job.id, "two", 0.9)
    assert store.jobs.get(job.id).progress == 0.25
    store.jobs.cancel(job.id)
    assert not store.jobs.beat(job.id, "one", 0.5)


def test_finishing_keeps_the_result(store: Store) -> None:
    done = store.jobs.finish(running(store).id, "one", result={"run": "r"})
    assert (done.state, done.progress, done.result, done.error) == ("done", 1.0, {"run": "r"}, None)
    failed = store.jobs.finish(running(store).id, "one", "failed", error="no gold")
    assert (failed.state, failed.progress, failed.result, failed.error) == ("failed", 0.0, None, "no gold")


@pytest.mark.parametrize("owner", ["one", "two"])
def test_a_job_is_finished_once_and_by_its_owner(store: Store, owner: str) -> None:
    job = running(store)
    if owner == "one":
        store.jobs.finish(job.id, "one")
    with pytest.raises(Conflict, match="cannot finish it"):
        store.jobs.finish(job.id, owner, "failed")


def test_cancelling_ends_a_queued_job_asks_a_running_one_and_leaves_an_ended_one(store: Store) -> None:
    assert store.jobs.cancel(queued(store).id).state == "cancelled"
    asked = store.jobs.cancel(running(store).id)
    assert (asked.state, asked.cancel_requested) == ("running", True)
    done = store.jobs.finish(asked.id, "one")
    assert store.jobs.cancel(done.id) == done


def test_the_jobs_of_a_dead_server_are_interrupted(store: Store) -> None:
    mine, other = running(store, "one"), running(store, "two")
    assert [job.id for job in store.jobs.interrupt("one")] == [mine.id]
    assert (store.jobs.get(mine.id).state, store.jobs.get(other.id).state) == ("interrupted", "running")
    assert not store.jobs.beat(mine.id, "one", 1.0)


def test_jobs_that_fell_silent_are_interrupted(store: Store) -> None:
    job = running(store)
    stopped = store.jobs.interrupt_silent(job)
    assert stopped is not None
    assert (stopped.id, stopped.state) == (job.id, "interrupted")
    assert "no sign of life" in str(stopped.error)
    assert store.jobs.interrupt_silent(job) is None


def test_a_job_that_showed_a_sign_of_life_meanwhile_goes_on(store: Store) -> None:
    seen = running(store)
    store.jobs.beat(seen.id, "one", 0.5)
    assert store.jobs.interrupt_silent(seen) is None
    assert store.jobs.get(seen.id).state == "running"


@pytest.mark.parametrize("state", ["failed", "cancelled", "interrupted"])
def test_a_job_that_came_to_nothing_can_be_repeated(store: Store, state: str) -> None:
    job = running(store) if state == "interrupted" else ended(store, state)
    store.jobs.interrupt("one")
    again = store.jobs.retry(job.id)
    assert (again.state, again.owner, again.finished, again.error) == ("queued", None, None, None)


@pytest.mark.parametrize("state", ["queued", "running", "done"])
def test_a_job_that_is_fine_cannot_be_repeated(store: Store, state: str) -> None:
    make = {"queued": queued, "running": running, "done": lambda s: ended(s, "done")}
    with pytest.raises(Conflict, match=f"is {state}: there is nothing to repeat"):
        store.jobs.retry(make[state](store).id)


def test_jobs_are_listed_newest_first(store: Store, evaluation: Evaluation) -> None:
    first, second = queued(store), queued(store, evaluation=evaluation.id)
    assert [job.id for job in store.jobs.all()] == [second.id, first.id]
    assert [job.id for job in store.jobs.all(evaluation=evaluation.id)] == [second.id]
    store.jobs.cancel(first.id)
    assert [job.id for job in store.jobs.all(states=["cancelled"])] == [first.id]


def test_an_unknown_job_is_not_found(store: Store) -> None:
    for act in (store.jobs.get, store.jobs.cancel, store.jobs.retry):
        with pytest.raises(NotFound, match="no job 'x'"):
            act("x")


def test_jobs_are_counted_by_kind_and_state_with_the_seconds_of_those_that_have_ended(store: Store) -> None:
    waiting = store.jobs.create("score", {}, by="ann")
    store.jobs.create("score", {}, by="ann")
    job = store.jobs.wait("judge", {}, "owner", by="ann")
    assert store.jobs.hand_over(job.id, "owner", "owner")
    done = store.jobs.finish(job.id, "owner")
    counts = {(one.kind, one.state): one for one in store.jobs.counts()}
    assert {which: one.number for which, one in counts.items()} == {("judge", "done"): 1, ("score", "queued"): 2}
    assert counts["score", "queued"].oldest == waiting.created
    assert done.started is not None
    assert done.finished is not None
    took = (done.finished - done.started).total_seconds()
    assert counts["judge", "done"].seconds == pytest.approx(took, abs=0.002)
    assert counts["score", "queued"].seconds == 0.0
