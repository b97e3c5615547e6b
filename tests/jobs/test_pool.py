"""Jobs in processes of their own: done, cancelled, killed, interrupted, done again."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from evaljson.jobs import Pool
from evaljson.jobs.owner import is_gone, new_owner, place, process_of
from evaljson.jobs.worker import run_job
from evaljson.store import Conflict, Evaluation, Job, Store, StoreError, StoreUnavailable
from evaljson.workspace.scoring import SCORE, due
from tests.jobs.conftest import ended, wait_for, wait_until_gone
from tests.workspace.conftest import GOLD, WORSE, loaded

pytestmark = pytest.mark.usefixtures("forked")

SLOW = """
import time
import evaljson


def slow(gold, extracted, params):
    end = time.monotonic() + 0.2
    while time.monotonic() < end:
        pass
    return evaljson.ComparatorResult(1.0, "slow")


evaljson.register("slow", slow)
"""

DEAF = """
import itertools
import evaljson


def deaf(gold, extracted, params):
    return evaljson.ComparatorResult(float(sum(itertools.repeat(0, 10**11))), "deaf")


evaljson.register("deaf", deaf)
"""


@pytest.fixture
def slow_evaluation(
    store: Store, evaluation: Evaluation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Evaluation:
    """Takes some 10 seconds to score, in one batch that does not look up."""
    return with_comparator(store, evaluation, "slow", SLOW, tmp_path, monkeypatch)


def with_comparator(
    store: Store, evaluation: Evaluation, name: str, source: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Evaluation:
    """The evaluation under a schema with a comparator that only workers run."""
    (folder / f"{name}_plugin.py").write_text(source)
    monkeypatch.setenv("EVALJSON_PLUGINS", str(folder / f"{name}_plugin.py"))
    import evaljson

    evaljson.register(name, lambda gold, extracted, params: evaljson.ComparatorResult(1.0, name), overwrite=True)
    schema = plain_schema(store, evaluation)
    schema["properties"]["a"]["x-eval-compare"] = name
    return store.schemas.add(evaluation.id, evaluation.revision, schema, by="ann")


def plain_schema(store: Store, evaluation: Evaluation) -> dict[str, Any]:
    return dict(store.schemas.get(evaluation.id, 1).schema)


def test_a_job_is_done_and_its_result_stored(
    started_afresh: None, store: Store, pool: Pool, evaluation: Evaluation
) -> None:
    job = wait_for(store, pool.submit(SCORE, evaluation.id, by="ann"), ended)
    assert (job.state, job.error, job.progress) == ("done", None, 1.0)
    assert len(job.result["runs"]) == 2
    assert due(store, evaluation) == []


def test_a_job_that_waits_is_not_put_in_the_queue_twice(
    store: Store, evaluation: Evaluation, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = store.jobs.create(SCORE, {}, by="ann", evaluation=evaluation.id)
    with monkeypatch.context() as asleep:  # a quick worker would have ended the job before it is asked for again
        asleep.setattr(Pool, "wake", lambda self: None)
        pool = Pool(store, workers=1)
        again = pool.submit(SCORE, evaluation.id, by="bob")
    try:
        assert again.id == first.id
        pool.wake()
        wait_for(store, first, ended)
    finally:
        pool.close()


def test_what_goes_wrong_is_said_in_the_job(store: Store, pool: Pool, evaluation: Evaluation) -> None:
    store.evaluations.delete(evaluation.id, evaluation.revision, by="ann")
    job = wait_for(store, pool.submit(SCORE, evaluation.id, by="ann"), ended)
    assert job.state == "failed"
    assert evaluation.id in job.error


def test_a_job_that_takes_too_much_memory_fails_with_a_sentence(store: Store, evaluation: Evaluation) -> None:
    def take_all(store: Store, job: Any, tell: Any) -> Any:
        raise MemoryError

    store.jobs.create(SCORE, {}, by="ann", evaluation=evaluation.id)
    job = store.jobs.claim(new_owner(), [SCORE])
    assert job is not None
    run_job(store, job, str(job.owner), take_all)
    failed = store.jobs.get(job.id)
    assert (failed.state, failed.error) == (
        "failed",
        "this takes more than 8 GiB of memory, and was stopped: split the files, or work on them on the command line, "
        "or raise EVALJSON_MAX_PROCESS_BYTES.",
    )


@pytest.mark.parametrize(
    ("errors", "ending"),
    [
        pytest.param([StoreUnavailable("database is locked")] * 2, ("done", None), id="stored once the store is free"),
        pytest.param([StoreError("not JSON")], ("failed", "not JSON"), id="fails where its result cannot be stored"),
        pytest.param([Conflict("taken away")], ("running", None), id="left to whoever took it away"),
    ],
)
def test_a_job_does_not_stay_open_because_its_ending_could_not_be_stored(
    store: Store,
    evaluation: Evaluation,
    monkeypatch: pytest.MonkeyPatch,
    errors: list[StoreError],
    ending: tuple[str, str | None],
) -> None:
    store.jobs.create(SCORE, {}, by="ann", evaluation=evaluation.id)
    job = store.jobs.claim(new_owner(), [SCORE])
    assert job is not None
    finish, to_come = store.jobs.finish, [*errors]

    def fails_first(*arguments: Any, **named: Any) -> Job:
        if to_come:
            raise to_come.pop()
        return finish(*arguments, **named)

    monkeypatch.setattr(store.jobs, "finish", fails_first)
    run_job(store, job, str(job.owner), lambda store, job, tell: {})
    after = store.jobs.get(job.id)
    assert (after.state, after.error, to_come) == (*ending, [])


def test_the_memory_of_a_process_is_bounded_beyond_what_it_has() -> None:
    script = "from evaljson.base.memory_limit import bound_memory; bound_memory(); bytearray(10**7); bytearray(10**9)"
    environment = {**os.environ, "EVALJSON_MAX_PROCESS_BYTES": str(10**8)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.stderr.endswith("MemoryError\n") is (sys.platform == "linux")


def test_work_that_does_not_look_up_is_cancelled_all_the_same(
    store: Store, pool: Pool, slow_evaluation: Evaluation
) -> None:
    job = wait_for(store, pool.submit(SCORE, slow_evaluation.id, by="ann"), lambda job: job.state == "running")
    store.jobs.cancel(job.id)
    assert wait_for(store, job, ended).state == "cancelled"
    assert [variant.name for variant in due(store, slow_evaluation)] == ["A", "B"]


def test_a_job_that_takes_too_long_ends_with_a_sentence_and_keeps_nobody_waiting(
    store: Store, evaluation: Evaluation, slow_evaluation: Evaluation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVALJSON_MAX_JOB_SECONDS", "1")
    pool = Pool(store, workers=1)
    try:
        job = wait_for(store, pool.submit(SCORE, slow_evaluation.id, by="ann"), ended)
    finally:
        pool.close()
    assert (job.state, job.error) == (
        "failed",
        "this took more than 1 second, and was stopped: split the files, or work on them on the command line, or have "
        "the operator raise EVALJSON_MAX_JOB_SECONDS.",
    )
    wait_until_gone(job)


@pytest.mark.parametrize(("jobs", "workers"), [(0, 0), (1, 1), (2, 2), (5, 3)])
def test_there_are_as_many_workers_as_jobs_and_no_more_than_the_operator_says(
    store: Store, evaluation: Evaluation, monkeypatch: pytest.MonkeyPatch, jobs: int, workers: int
) -> None:
    begun: list[subprocess.Popen[bytes]] = []

    def begin(pool: Pool) -> subprocess.Popen[bytes]:
        begun.append(subprocess.Popen(["cat"], stdin=subprocess.PIPE))
        return begun[-1]

    monkeypatch.setattr(Pool, "_start", begin)
    monkeypatch.setenv("EVALJSON_MAX_JOBS", "3")
    for number in range(jobs):
        store.jobs.create(SCORE, {"number": number}, by="ann", evaluation=evaluation.id)
    pool = Pool(store)
    pool.wake()
    pool.close()
    assert len(begun) == workers


def test_a_job_whose_worker_is_killed_is_interrupted_and_can_be_done_again(
    store: Store, pool: Pool, evaluation: Evaluation, slow_evaluation: Evaluation
) -> None:
    job = wait_for(store, pool.submit(SCORE, slow_evaluation.id, by="ann"), lambda job: job.state == "running")
    os.kill(int(job.owner.split(":")[1]), signal.SIGKILL)
    assert wait_for(store, job, ended).state == "interrupted"
    schema = store.schemas.get(evaluation.id, 1).schema
    store.schemas.add(evaluation.id, slow_evaluation.revision, schema, by="ann")
    assert wait_for(store, pool.retry(job.id), ended).state == "done"


def test_a_new_server_does_the_jobs_that_wait(
    store: Store, evaluation: Evaluation, request: pytest.FixtureRequest
) -> None:
    job = store.jobs.create(SCORE, {}, by="ann", evaluation=evaluation.id)
    request.getfixturevalue("pool")
    assert wait_for(store, job, ended).state == "done"


def test_a_new_server_marks_the_jobs_of_dead_processes(store: Store, evaluation: Evaluation) -> None:
    store.jobs.create(SCORE, {}, by="ann", evaluation=evaluation.id)
    host = new_owner().rsplit(":", 2)[0]
    job = store.jobs.claim(f"{host}:999999999:abc")
    pool = Pool(store, workers=1)
    pool.close()
    assert store.jobs.get(job.id).state == "interrupted"


def test_a_job_is_interrupted_whose_process_dies_with_another_server(
    store: Store, pool: Pool, evaluation: Evaluation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evaljson.jobs.pool.ROUND", 0.0)
    host = new_owner().rsplit(":", 2)[0]
    with subprocess.Popen(["sleep", "60"]) as worker:
        store.jobs.create("of another server", {}, by="ann", evaluation=evaluation.id)
        job = store.jobs.claim(f"{host}:{worker.pid}:abc")
        assert store.jobs.get(job.id).state == "running"
        worker.kill()  # and nobody has reaped it yet
        assert wait_for(store, job, ended).state == "interrupted"


@pytest.fixture
def deaf_evaluation(
    store: Store, evaluation: Evaluation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Evaluation:
    """Takes minutes to score, in one call that lets no other thread of its process run."""
    return with_comparator(store, evaluation, "deaf", DEAF, tmp_path, monkeypatch)


def test_a_worker_is_killed_that_cannot_hear_that_its_job_is_cancelled_and_another_takes_its_place(
    store: Store, pool: Pool, evaluation: Evaluation, deaf_evaluation: Evaluation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evaljson.jobs.pool.ROUND", 0.0)
    monkeypatch.setattr("evaljson.jobs.overseer.PATIENCE", 0.5)
    job = wait_for(store, pool.submit(SCORE, deaf_evaluation.id, by="ann"), lambda job: job.state == "running")
    store.jobs.cancel(job.id)
    assert wait_for(store, job, ended).state == "cancelled"
    wait_until_gone(job)
    store.schemas.add(evaluation.id, deaf_evaluation.revision, plain_schema(store, evaluation), by="ann")
    assert wait_for(store, pool.submit(SCORE, evaluation.id, by="ann"), ended).state == "done"


def test_a_worker_is_killed_that_falls_silent_and_its_job_is_interrupted(
    store: Store, pool: Pool, deaf_evaluation: Evaluation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evaljson.jobs.pool.ROUND", 0.0)
    monkeypatch.setattr("evaljson.jobs.overseer.SILENCE", 2.0)
    job = wait_for(store, pool.submit(SCORE, deaf_evaluation.id, by="ann"), ended)
    assert (job.state, job.error) == ("interrupted", "its process showed no sign of life any more")
    wait_until_gone(job)


def test_a_job_that_does_not_end_leaves_a_worker_for_the_others(
    store: Store, deaf_evaluation: Evaluation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    files = {"A": loaded(WORSE, "a.json")}
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}, "x-eval-id": "id"}
    other = store.evaluations.create(
        "other", by="bob", gold=loaded(GOLD, "g.json", "gold"), variants=files, schema=schema
    )
    pool = Pool(store)
    try:
        stuck = wait_for(store, pool.submit(SCORE, deaf_evaluation.id, by="ann"), lambda job: job.state == "running")
        assert wait_for(store, pool.submit(SCORE, other.id, by="bob"), ended).state == "done"
        assert store.jobs.get(stuck.id).state == "running"
    finally:
        pool.close(patience=0.0)


def test_a_process_is_gone_only_where_it_can_be_looked_for() -> None:
    here, _, _ = new_owner().rsplit(":", 2)
    assert not is_gone(new_owner())
    assert is_gone(f"{here}:999999999:abc")
    assert not is_gone("another-host:999999999:abc")
    assert not is_gone("no name of ours")


@pytest.mark.skipif(sys.platform != "linux", reason="containers share a host name on Linux")
def test_a_process_of_another_container_or_of_another_start_of_the_host_is_not_looked_for() -> None:
    host, start, container = place().split("/")
    assert process_of(f"{host}/{start}/{container}:17:abc") == 17
    for elsewhere in (f"{host}/{start}/1{container}", f"{host}/another-start/{container}", host):
        assert process_of(f"{elsewhere}:17:abc") is None
        assert not is_gone(f"{elsewhere}:999999999:abc")
