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
from evaljson.jobs.owner import new_owner, process_of
from evaljson.jobs.places import most_asking
from evaljson.jobs.signs_of_life import SignsOfLife
from evaljson.jobs.start_judging import JudgeOrder, start_judging, wait_to_judge
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
    """Runs the jobs of a store. Safe for threads; a worker outlives the server until its current job ends.

    There are never more processes than the limit of jobs says. Who wants to ask a judge waits until there is a place,
    which a worker leaves after its current job; one place stays for the workers.
    """

    def __init__(self, store: Store, workers: int | None = None) -> None:
        """Start watching, and working where jobs wait; by default with as many workers as the limit of jobs says."""
        self._store = store
        self._count = workers or value_of("jobs")
        self._owner = new_owner()
        self._workers: list[subprocess.Popen[bytes]] = []
        self._leaving: list[subprocess.Popen[bytes]] = []
        self._asking: list[subprocess.Popen[bytes]] = []
        self._waiting: list[JudgeOrder] = []
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._overseer = Overseer(store, self._processes, SignsOfLife())
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
        """Ask the judge of an evaluation in a process of its own, once there is a place for it.

        A job that asks it already, or waits to, is returned instead. With `terms`, its model is asked about these.

        The key goes through that process's standard input and nowhere else, and is kept in memory until then. None
        takes the key of the environment.
        `meant` is the judge that the key is for: a judge chosen by someone else meanwhile does not get it. `of_server`:
        the key is that of the server, so its daily limits apply, as they do without a key. Asking again after a job has
        ended continues it: nothing is paid for twice.
        """
        with self._lock:
            self.tidy()  # a job whose process died must not block the next one
            for job in self._store.jobs.all(evaluation=evaluation, states=["queued", "running"]):
                if job.kind == (JUDGE if terms is None else terms.kind) and job.owner is not None:
                    return job
            order, job = wait_to_judge(
                self._store, evaluation, key, limits or Limits(), self._owner, by=by, meant=meant,
                of_server=of_server or key is None, terms=terms,
            )  # fmt: skip
            self._waiting.append(order)
            self._let_ask()
            return self._store.jobs.get(job.id)

    def retry(self, job: str) -> Job:
        """Queue a job again that ended without success. Raises Conflict. To ask a judge again, use `ask`."""
        queued = self._store.jobs.retry(job)
        self.wake()
        return queued

    def wake(self) -> None:
        """Start missing workers, no more than there are jobs, and make all of them look at the queue."""
        with self._lock:
            if self._closed.is_set():
                return
            self._let_ask()
            kept = len(self._leaving) + len(self._asking) + self._wanted()
            jobs = self._store.jobs.all(states=["queued", "running"])  # a worker that starts takes seconds of a core
            while len(self._workers) < min(self._count - kept, len(jobs)):
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
                _close_input(worker)
            for asking in self._asking:
                asking.terminate()  # it stores what it paid for first
            for process in self._processes():
                _end(process, patience)
            self._workers, self._leaving, self._asking, self._waiting = [], [], [], []
            self._store.jobs.interrupt(self._owner)
        self.tidy()

    def _processes(self) -> tuple[subprocess.Popen[bytes], ...]:
        return *self._workers, *self._leaving, *self._asking

    def _forget_ended(self) -> None:
        for worker in self._workers:
            if worker.poll() is not None:
                _close_input(worker)
        self._workers = [worker for worker in self._workers if worker.poll() is None]
        self._leaving = [worker for worker in self._leaving if worker.poll() is None]
        self._asking = [asking for asking in self._asking if asking.poll() is None]

    def _wanted(self) -> int:
        """Count the places that those who wait to ask will have."""
        return min(len(self._waiting), most_asking(self._count) - len(self._asking))

    def _let_ask(self) -> None:
        """Start processes for those who wait to ask, as far as there are places, and have workers leave theirs."""
        self._forget_ended()
        while self._wanted() > 0 and len(self._processes()) < self._count:
            process = start_judging(self._store, self._waiting[0], self._owner)
            del self._waiting[0]
            if process is not None:
                self._asking.append(process)
        if self._workers and (missing := self._wanted() - (self._count - len(self._processes()))) > 0:
            self._have_leave(missing)

    def _have_leave(self, places: int) -> None:
        """Have workers end that do nothing, or else all, each after its job: nobody knows which is done first."""
        busy = {process_of(job.owner or "") for job in self._store.jobs.all(states=["running"])}
        missing = places - sum(worker.pid not in busy for worker in self._leaving)
        idle = [worker for worker in self._workers if worker.pid not in busy]
        for worker in [] if missing <= 0 else idle[:missing] or self._workers:
            _close_input(worker)
            self._leaving.append(worker)
        self._workers = [worker for worker in self._workers if worker not in self._leaving]

    def _still_wait(self) -> None:
        """Say that this server is there, and drop the keys of those who have cancelled."""
        self._waiting = [one for one in self._waiting if self._store.jobs.beat(one.job, self._owner, 0.0)]

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
                died = any(process.poll() is not None for process in self._processes())
            if not died and time.monotonic() - last_round < ROUND:
                continue
            last_round = time.monotonic()
            try:
                with self._lock:
                    self._still_wait()
                    self._let_ask()
                self.tidy()
                if not died:
                    continue
                if self._store.jobs.all(states=["queued"]):
                    self.wake()
                else:
                    with self._lock:
                        self._forget_ended()
            except (StoreError, OSError) as error:
                logger.warning("the queue of jobs cannot be worked on: %s", error)


def _close_input(worker: subprocess.Popen[bytes]) -> None:
    """Have a worker end after its current job."""
    assert worker.stdin is not None
    with contextlib.suppress(OSError):
        worker.stdin.close()


def _end(process: subprocess.Popen[bytes], patience: float) -> None:
    """Wait for a process to end, and kill it after `patience` seconds."""
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
