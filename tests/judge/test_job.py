"""Asking in a process of its own: the key goes in by its standard input; it is cancelled, killed, and gone on with."""

import os
import signal
import threading
from pathlib import Path

import pytest

from evaljson.jobs import Pool
from evaljson.judge import Secret
from evaljson.store import Evaluation, KeyUse, Store
from evaljson.workspace.ask_judge import ask
from evaljson.workspace.closed_books import CLOSED_BOOK, ClosedBookTerms, closed_book_state
from evaljson.workspace.judge_choice import Limits
from evaljson.workspace.key_allowance import today
from tests.closed_book.endpoint import answers
from tests.jobs.conftest import ended, forked, pool, started_afresh, wait_for
from tests.judge.conftest import KEY
from tests.judge.endpoint import Endpoint, Request
from tests.judge.workspace import chosen, evaluation, store

__all__ = ["evaluation", "forked", "pool", "started_afresh", "store"]
pytestmark = pytest.mark.usefixtures("forked")


def test_a_job_asks_with_a_key_that_stands_nowhere(
    started_afresh: None, store: Store, pool: Pool, evaluation: Evaluation, endpoint: Endpoint, tmp_path: Path
) -> None:
    endpoint.held = threading.Event()
    chosen(store, evaluation, endpoint)
    job = pool.ask(evaluation.id, key=Secret(KEY), limits=Limits(concurrency=2), by="ann")
    assert pool.ask(evaluation.id, key=KEY, by="bob").id == job.id  # one at a time: nothing is paid for twice
    wait_for(store, job, lambda found: bool(endpoint.requests) or ended(found))
    process = Path("/proc") / str(job.owner).rsplit(":", 2)[1]
    for part in ("cmdline", "environ"):
        seen = process / part
        assert not seen.exists() or KEY.encode() not in seen.read_bytes()  # where a system shows processes as files
    endpoint.held.set()
    job = wait_for(store, job, ended)
    assert (job.state, job.error, job.result["stopped"], len(job.result["runs"])) == ("done", None, None, 2)
    assert endpoint.requests[0].headers["authorization"] == f"Bearer {KEY}"
    assert [path for path in tmp_path.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()] == []


def test_a_job_asks_for_records_without_their_documents_and_keeps_the_answers(
    store: Store, pool: Pool, evaluation: Evaluation, endpoint: Endpoint, tmp_path: Path
) -> None:
    chosen(store, evaluation, endpoint)
    endpoint.faults = [answers(lambda document: {"terms": KEY})]
    terms = ClosedBookTerms(("terms",), 5)
    asked = closed_book_state(store, evaluation.id, terms)
    assert (asked.costs[0].to_ask, asked.found) == (5, None)
    job = wait_for(store, pool.ask(evaluation.id, key=Secret(KEY), by="ann", terms=terms), ended)
    assert (job.kind, job.state, job.error, job.result["stopped"]) == (CLOSED_BOOK, "done", None, None)
    assert {request.headers["authorization"] for request in endpoint.requests} == {f"Bearer {KEY}"}
    again = closed_book_state(store, evaluation.id, terms)
    assert again.costs[0].to_ask == 0
    assert again.found is not None
    assert (again.found.answered, len(endpoint.requests)) == (5, 5)
    assert store.usage.all()[0].usage.calls == 5
    assert [path for path in tmp_path.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()] == []


def test_a_job_with_the_key_of_the_server_keeps_to_its_daily_limits(
    store: Store, pool: Pool, evaluation: Evaluation, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVALJSON_MAX_JUDGE_REQUESTS", "1")
    store.key_spending.add(today(), KeyUse(1))
    chosen(store, evaluation, endpoint)
    job = wait_for(store, pool.ask(evaluation.id, key=Secret(KEY), by="ann", of_server=True), ended)
    assert "the judge key of this server has had its 1 request for today" in job.result["stopped"]
    assert endpoint.requests == []
    job = wait_for(store, pool.ask(evaluation.id, key=Secret(KEY), by="ann"), ended)
    assert job.result["stopped"] is None
    assert store.key_spending.of(today()).calls == 1


@pytest.mark.parametrize("way", ["cancelled", "killed", "stopped with the server"])
def test_a_job_that_ends_early_is_gone_on_with(
    way: str, store: Store, pool: Pool, evaluation: Evaluation, endpoint: Endpoint
) -> None:
    """The first request is answered; those after it wait until the job is over."""
    go_on = threading.Event()

    def hold(request: Request) -> None:
        if request.number >= 1:
            go_on.wait(30)

    endpoint.faults = [hold]
    chosen(store, evaluation, endpoint)
    job = pool.ask(evaluation.id, key=KEY, limits=Limits(concurrency=1), by="ann")
    wait_for(store, job, lambda found: store.judgements.count() > 0 or ended(found))
    if way == "cancelled":
        store.jobs.cancel(job.id)
    elif way == "stopped with the server":
        pool.close()
    else:
        os.kill(int(str(job.owner).rsplit(":", 2)[1]), signal.SIGKILL)
    job = wait_for(store, job, ended)
    assert job.state == {"cancelled": "cancelled", "killed": "interrupted"}.get(way, "failed")
    assert job.state != "failed" or way in str(job.error)
    arrived = store.judgements.count()
    if way != "killed":
        assert sum(one.usage.asked for one in store.usage.all()) == arrived
    go_on.set()
    endpoint.faults = []
    before = len(endpoint.requests)
    assert ask(store, evaluation.id, KEY, Limits(), by="ann", tell=lambda share, message: None)["stopped"] is None
    assert sum(len(request.items) for request in endpoint.requests[before:]) == store.judgements.count() - arrived
