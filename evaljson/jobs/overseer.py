"""Ends jobs whose process has died, has fallen silent, or does not stop when it is cancelled.

A worker reports from a second thread, and ends itself when it is cancelled (worker.py). Neither works while one long
call into a library holds Python's lock, so that its server watches it from outside.
"""

from __future__ import annotations

import logging
import subprocess
import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from evaljson.jobs.owner import is_gone, process_of
from evaljson.jobs.places import ASKING
from evaljson.jobs.signs_of_life import SignsOfLife
from evaljson.store import Conflict, Job, Store

logger = logging.getLogger(__name__)
SILENCE: Final = 120.0
"""Seconds without a heartbeat after which a process counts as dead."""
PATIENCE: Final = 6.0
"""Seconds after which a worker is killed whose job was cancelled; it ends itself after half of them."""
PATIENCE_WITH: Final[Mapping[str, float]] = dict.fromkeys(ASKING, 60.0)
"""For jobs of other kinds: requests in flight are waited for, since they are paid for."""
Process = subprocess.Popen[bytes]


class Overseer:
    """Looks at all jobs that run or wait with a server, and kills its own processes that do not stop.

    Safe for threads.
    """

    def __init__(self, store: Store, processes: Callable[[], Iterable[Process]], signs: SignsOfLife) -> None:
        """`processes` gives those that this server has started."""
        self._store, self._processes, self._signs = store, processes, signs
        self._lock = threading.Lock()

    def round(self) -> list[Job]:
        """Look at all jobs once, and return those that it ended."""
        with self._lock:
            running = [job for job in self._store.jobs.all(states=["running", "queued"]) if job.owner is not None]
            self._signs.look(running)
            gone = sorted({job.owner for job in running if job.owner is not None and is_gone(job.owner)})
            ended = [job for owner in gone for job in self._store.jobs.interrupt(owner)]
            processes = {process.pid: process for process in self._processes()} if running else {}
            for job in running:
                if job.owner in gone:
                    continue
                after = self._end(job, processes.get(process_of(str(job.owner)) or 0))
                ended += [] if after is None else [after]
            return ended

    def _end(self, job: Job, process: Process | None) -> Job | None:
        """End a job that is silent, or cancelled for too long in a process of this server; return it as it is then."""
        after: Job | None = None
        if self._signs.silent_for(job) > SILENCE:
            after = self._store.jobs.interrupt_silent(job)
        elif process is not None and self._signs.cancelled_for(job) > PATIENCE_WITH.get(job.kind, PATIENCE):
            after = self._cancelled(job)
        if after is not None and process is not None:
            logger.warning("job %s is %s, and its process %d was killed", job.id, after.state, process.pid)
            process.kill()
        return after

    def _cancelled(self, job: Job) -> Job | None:
        assert job.owner is not None
        try:
            return self._store.jobs.finish(job.id, job.owner, "cancelled")
        except Conflict:  # it ended at this moment, and its process may have begun another one
            return None
