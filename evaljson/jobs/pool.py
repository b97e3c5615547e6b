"""Manages a server's worker processes: starts them when there is work, and replaces those that die."""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from typing import Any, Final

from evaljson.base.limits import value_of
from evaljson.jobs.overseer import Overseer
from evaljson.jobs.signs_of_life import SignsOfLife
from evaljson.jobs.start_judging import start_judging
from evaljson.judge import Secret
from evaljson.store import Job, Store, StoreError
from evaljson.workspace.ask_judge import JUDGE
from evaljson.workspace.judge_choice import JudgeChoice, Limits
from evaljson.workspace.model_asking import ModelTerms

logger = logging.getLogger(__name__)
WATCH: Final = 0.5
"""Seconds between two checks of this pool's processes."""
ROUND: Final = 2.0
"""Seconds between two checks of all running jobs: the workers of another server may have died with it."""


class Pool:
    """Runs the jobs of a store. Safe for threads; a worker outlives the server until its current job ends."""

    def __init__(self, store: Store, workers: int | None = None) -> None:
        """Start watching, and working where jobs wait; by default with as many workers as the limit of jobs says."""
        self._store = store
        self._count = workers or value_of("jobs")
        self._workers: list[subprocess.Popen[bytes]] = []
        self._asking: list[subprocess.Popen[bytes]] = []
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._overseer = Overseer(store, lambda: (*self._workers, *self._asking), SignsOfLife())
        self.tidy()
        if store.jobs.all(states=["queued"]):  # by a server that is gone
            self.wake()
        self._watcher = threading.Thread(target=self._watch, daemon=True, name="evaljson.jobs")
        self._watcher.start()

    def submit(self, kind: str, evaluation: str, *, by: str, payload: Mapping[str, Any] | None = None) -> Job:
        """Queue a job and wake the workers; a queued one of the same kind, evaluation and payload is returned instead.

        `payload` says what the work is to do, as JSON, where kind and evaluation do not say it all.
        """
        asked = dict(payload or {})
        for job in self._store.jobs.all(evaluation=evaluation, states=("queued", "running")):
            if job.kind == kind and job.state == "queued" and job.payload == asked:
                self.wake()
                return job
        job = self._store.jobs.create(kind, asked, by=by, evaluation=evaluation)
        self.wake()
        return job

    def ask(
        self,
        evaluation: str,
        *,
        key: Secret | str | None,
        limits: Limits | None = None,
        by: str,
        meant: JudgeChoice | None = None,
        of_server: bool = False,
        terms: ModelTerms | None = None,
    ) -> Job:
        """Ask the judge of an evaluation in a separate process; a running job that asks it is returned instead.

        With `terms`, its model is asked about these.

        The key goes through that process's standard input and nowhere else; None takes the key of the environment.
        `meant` is the judge that the key is for: a judge chosen by someone else meanwhile does not get it. `of_server`:
        the key is that of the server, so its daily limits apply, as they do without a key. Asking again after a job has
        ended continues it: nothing is paid for twice.
        """
        with self._lock:
            self.tidy()  # a job whose process died must not block the next one
            for job in self._store.jobs.all(evaluation=evaluation, states=["running"]):
                if job.kind == (JUDGE if terms is None else terms.kind):
                    return job
            self._forget_ended()
            process, job = start_judging(
                self._store, evaluation, key, limits or Limits(), by=by, meant=meant,
                of_server=of_server or key is None, terms=terms,
            )  # fmt: skip
            self._asking.append(process)
            return job

    def retry(self, job: str) -> Job:
        """Queue a job again that ended without success. Raises Conflict. To ask a judge again, use `ask`."""
        queued = self._store.jobs.retry(job)
        self.wake()
        return queued

    def wake(self) -> None:
        """Start missing workers, and make all of them look at the queue."""
        with self._lock:
            if self._closed.is_set():
                return
            self._forget_ended()
            while len(self._workers) < self._count:
                self._workers.append(self._start())
            for worker in self._workers:
                assert worker.stdin is not None
                with contextlib.suppress(OSError):  # it has just died; the watcher starts another
                    worker.stdin.write(b"\n")
                    worker.stdin.flush()

    def tidy(self) -> list[Job]:
        """End jobs whose process is gone, silent or deaf, and return them; see `Overseer`."""
        return self._overseer.round()

    def close(self, patience: float = 10.0) -> None:
        """Stop: each process ends with its current job, or is killed after `patience` seconds."""
        self._closed.set()
        self._watcher.join()
        with self._lock:
            for worker in self._workers:
                assert worker.stdin is not None
                with contextlib.suppress(OSError):
                    worker.stdin.close()
            for asking in self._asking:
                asking.terminate()  # it stores what it paid for first
            for process in (*self._workers, *self._asking):
                _end(process, patience)
            self._workers, self._asking = [], []
        self.tidy()

    def _forget_ended(self) -> None:
        for worker in self._workers:
            if worker.poll() is not None and worker.stdin is not None:
                with contextlib.suppress(OSError):
                    worker.stdin.close()
        self._workers = [worker for worker in self._workers if worker.poll() is None]
        self._asking = [asking for asking in self._asking if asking.poll() is None]

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "evaljson.jobs.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            env={**os.environ, **self._store.environment},
            start_new_session=True,  # Ctrl-C on the server's terminal is not meant for a job
        )

    def _watch(self) -> None:
        last_round = time.monotonic()
        while not self._closed.wait(WATCH):
            with self._lock:
                died = any(process.poll() is not None for process in (*self._workers, *self._asking))
            if not died and time.monotonic() - last_round < ROUND:
                continue
            last_round = time.monotonic()
            try:
                self.tidy()
                if not died:
                    continue
                if self._store.jobs.all(states=["queued"]):
                    self.wake()
                else:
                    with self._lock:
                        self._forget_ended()
            except StoreError as error:
                logger.warning("the queue of jobs cannot be read: %s", error)


def _end(process: subprocess.Popen[bytes], patience: float) -> None:
    """Wait for a process to end, and kill it after `patience` seconds."""
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
