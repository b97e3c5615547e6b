"""A run that is killed goes on where it was: nobody pays twice for what had arrived."""

import subprocess
import sys
import threading
from pathlib import Path

from evaljson import evaluate
from tests.judge.endpoint import Endpoint, Request
from tests.judge.filecache import FileCache
from tests.judge.killed import BATCH, CONCURRENCY, COUNT
from tests.judge.records import records, schema
from tests.judge.test_request_pool import Make

ROOT = Path(__file__).parents[2]
ANSWERED = 5
"""Requests that are answered before the others are held back."""


def test_what_arrived_before_a_kill_is_never_paid_for_again(endpoint: Endpoint, judge: Make, tmp_path: Path) -> None:
    go_on = threading.Event()

    def hold(request: Request) -> None:
        if request.number >= ANSWERED:
            go_on.wait(30)

    endpoint.faults = [hold]
    cache = FileCache(tmp_path / "verdicts.jsonl")
    command = [sys.executable, "-m", "tests.judge.killed", endpoint.url, str(tmp_path / "verdicts.jsonl")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as scoring:
        assert scoring.stdout is not None
        for line in scoring.stdout:
            if int(line) >= ANSWERED * BATCH:
                break
        scoring.kill()
        scoring.stdout.read()
    arrived = {key[:10] for key in cache.all()}
    assert len(arrived) == ANSWERED * BATCH
    in_flight = {item["id"] for request in endpoint.requests[ANSWERED:] for item in request.items}
    assert len(in_flight) <= CONCURRENCY * BATCH
    go_on.set()
    endpoint.faults = []
    before = len(endpoint.requests)
    run = evaluate(*records(COUNT), schema(), judge=judge(cache=cache))
    asked_again = {item["id"] for request in endpoint.requests[before:] for item in request.items}
    assert run.total_batch_errors == 0
    assert not asked_again & arrived
    assert len(asked_again) == COUNT - len(arrived)
    assert run == evaluate(*records(COUNT), schema(), judge=judge())
