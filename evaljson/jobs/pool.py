"""Worker processes of a server: started when there is work, watched, and started again when one dies."""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import sys
import threading
import time
from typing import Final

from evaljson.jobs.owner import is_gone
from evaljson.jobs.start_judging import start
from evaljson.judge import Secret
from evaljson.store import Job, Store, StoreError
from evaljson.workspace.ask_judge import JUDGE
from evaljson.workspace.judge_choice import JudgeChoice, Limits

logger = logging.getLogger(__name__)
WATCH: Final = 0.5
"""Seconds between two looks at the workers."""
ROUND: Final = 5.0
"""Seconds between two looks at the running jobs of everybody: the workers of another server may have died with it."""


class Pool:
    """Runs the jobs of a store. Safe for threads; workers outlive a click, and the server by the job at hand."""

    def __init__(self, store: Store, workers: int | None = None) -> None:
        """By default there is one worker less than there are processors."""
        self._store = store
        self._count = workers or max(1, (os.cpu_count() or 2) - 1)
        self._workers: list[subprocess.Popen[bytes]] = []
        self._asking: list[subprocess.Popen[bytes]] = []
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self.tidy()
        self._watcher = threading.Thread(target=self._watch, daemon=True, name="evaljson.jobs")
        self._watcher.start()

    def submit(self, kind: str, evaluation: str, *, by: str) -> Job:
        """Put a job in the queue and see that somebody does it; one that waits or runs already is given instead."""
        for job in self._store.jobs.all(evaluation=evaluation, states=("queued", "running")):
            if job.kind == kind and job.state == "queued":
                self.wake()
                return job
        job = self._store.jobs.create(kind, {}, by=by, evaluation=evaluation)
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
    ) -> Job:
        """Ask the judge of an evaluation, in a process of its own; one that is at it already is given instead.

        The key goes through that process's standard input and nowhere else; None: it takes the one of its environment.
        `meant` is the judge that it was given for: one that somebody chose meanwhile does not get it. Who wants it to
        go on after it ended asks again: nothing is paid for twice.
        """
        with self._lock:
            self.tidy()  # one that died must not stand in the way of the next
            for job in self._store.jobs.all(evaluation=evaluation, states=["running"]):
                if job.kind == JUDGE:
                    return job
            self._bury()
            process, job = start(self._store, evaluation, key, limits or Limits(), by=by, meant=meant)
            self._asking.append(process)
            return job

    def retry(self, job: str) -> Job:
        """Do a job again that ended without success. Raises Conflict. One that asks a judge is begun by `ask`."""
        found = self._store.jobs.retry(job)
        self.wake()
        return found

    def wake(self) -> None:
        """There is something in the queue."""
        with self._lock:
            if self._closed.is_set():
                return
            self._bury()
            while len(self._workers) < self._count:
                self._workers.append(self._start())
            for worker in self._workers:
                assert worker.stdin is not None
                with contextlib.suppress(OSError):  # it has just died; the watcher starts another
                    worker.stdin.write(b"\n")
                    worker.stdin.flush()

    def tidy(self) -> list[Job]:
        """Mark the jobs of processes that are gone as interrupted; those marked."""
        running = self._store.jobs.all(states=["running"])
        if not running:
            return []
        gone = {job.owner for job in running if job.owner is not None and is_gone(job.owner)}
        marked = [job for owner in sorted(gone) for job in self._store.jobs.interrupt_stale(owner)]
        return marked + self._store.jobs.interrupt_stale()

    def close(self, patience: float = 10.0) -> None:
        """No more work: workers end with the job at hand, or are ended after so many seconds."""
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

    def _bury(self) -> None:
        """Forget the workers that have ended."""
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
        looked = time.monotonic()
        while not self._closed.wait(WATCH):
            with self._lock:
                died = any(worker.poll() is not None for worker in (*self._workers, *self._asking))
            if not died and time.monotonic() - looked < ROUND:
                continue
            looked = time.monotonic()
            try:
                self.tidy()
                if not died:
                    continue
                if self._store.jobs.all(states=["queued"]):
                    self.wake()
                else:
                    with self._lock:
                        self._bury()
            except StoreError as error:
                logger.warning("the queue of jobs cannot be read: %s", error)


def _end(process: subprocess.Popen[bytes], patience: float) -> None:
    """See that it ends, within so many seconds by itself."""
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
