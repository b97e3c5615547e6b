"""Jobs in processes of their own: done, cancelled, killed, interrupted, done again."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

from evaljson.jobs import Pool
from evaljson.jobs.owner import is_gone, new_owner
from evaljson.store import Evaluation, Store
from evaljson.workspace.scoring import SCORE, due
from tests.jobs.conftest import ended, wait_for

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


@pytest.fixture
def slow_evaluation(
    store: Store, evaluation: Evaluation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Evaluation:
    """Takes some 10 seconds to score, in one batch that does not look up."""
    (tmp_path / "slow_plugin.py").write_text(SLOW)
    monkeypatch.setenv("EVALJSON_PLUGINS", str(tmp_path / "slow_plugin.py"))
    import evaljson

    evaljson.register("slow", lambda gold, extracted, params: evaljson.ComparatorResult(1.0, "slow"), overwrite=True)
    schema = store.schemas.get(evaluation.id, 1).schema
    schema["properties"]["a"]["x-eval-compare"] = "slow"
    return store.schemas.add(evaluation.id, evaluation.revision, schema, by="ann")


def test_a_job_is_done_and_its_result_stored(store: Store, pool: Pool, evaluation: Evaluation) -> None:
    job = wait_for(store, pool.submit(SCORE, evaluation.id, by="ann"), ended)
    assert (job.state, job.error, job.progress) == ("done", None, 1.0)
    assert len(job.result["runs"]) == 2
    assert due(store, evaluation) == []


def test_a_job_that_waits_is_not_put_in_the_queue_twice(store: Store, evaluation: Evaluation) -> None:
    first = store.jobs.create(SCORE, {}, by="ann", evaluation=evaluation.id)
    pool = Pool(store, workers=1)
    try:
        assert pool.submit(SCORE, evaluation.id, by="bob").id == first.id
        wait_for(store, first, ended)
    finally:
        pool.close()


def test_what_goes_wrong_is_said_in_the_job(store: Store, pool: Pool, evaluation: Evaluation) -> None:
    store.evaluations.delete(evaluation.id, evaluation.revision, by="ann")
    job = wait_for(store, pool.submit(SCORE, evaluation.id, by="ann"), ended)
    assert job.state == "failed"
    assert evaluation.id in job.error


def test_work_that_does_not_look_up_is_cancelled_all_the_same(
    store: Store, pool: Pool, slow_evaluation: Evaluation
) -> None:
    job = wait_for(store, pool.submit(SCORE, slow_evaluation.id, by="ann"), lambda job: job.state == "running")
    store.jobs.cancel(job.id)
    assert wait_for(store, job, ended).state == "cancelled"
    assert [variant.name for variant in due(store, slow_evaluation)] == ["A", "B"]


def test_a_job_whose_worker_is_killed_is_interrupted_and_can_be_done_again(
    store: Store, pool: Pool, evaluation: Evaluation, slow_evaluation: Evaluation
) -> None:
    job = wait_for(store, pool.submit(SCORE, slow_evaluation.id, by="ann"), lambda job: job.state == "running")
    os.kill(int(job.owner.split(":")[1]), signal.SIGKILL)
    assert wait_for(store, job, ended).state == "interrupted"
    schema = store.schemas.get(evaluation.id, 1).schema
    store.schemas.add(evaluation.id, slow_evaluation.revision, schema, by="ann")
    assert wait_for(store, pool.retry(job.id), ended).state == "done"


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


def test_a_process_is_gone_only_where_it_can_be_looked_for() -> None:
    assert not is_gone(new_owner())
    assert not is_gone("another-host:999999999:abc")
    assert not is_gone("no name of ours")
