"""How long running jobs have shown no sign of life, and how long ago each was cancelled.

A heartbeat is a change, not a time: what counts is how long this process has seen the same one, by its own steady
clock. No two clocks are compared, so it does not matter how wrong that of another server or of the database is, nor
whether a clock is set or the machine slept.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from evaljson.store import Job


@dataclass(frozen=True, slots=True)
class _LastSign:
    sign: Any
    """Owner and heartbeat."""
    since: float
    cancelled: float | None


class SignsOfLife:
    """What was seen of each running job. Used by one thread at a time."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen: dict[str, _LastSign] = {}

    def look(self, running: Collection[Job]) -> None:
        """Note the heartbeats of all jobs that run now, and forget the others."""
        now = self._clock()
        self._seen = {job.id: self._noted(job, now) for job in running}

    def _noted(self, job: Job, now: float) -> _LastSign:
        sign, before = (job.owner, job.heartbeat), self._seen.get(job.id)
        if before is None or before.sign[0] != job.owner:
            return _LastSign(sign, now, now if job.cancel_requested else None)
        cancelled = before.cancelled if before.cancelled is not None else now
        return _LastSign(
            sign, before.since if before.sign == sign else now, cancelled if job.cancel_requested else None
        )

    def silent_for(self, job: Job) -> float:
        """Return the seconds for which its heartbeat has been the same."""
        return self._clock() - self._seen[job.id].since

    def cancelled_for(self, job: Job) -> float:
        """Return the seconds since it was seen to be cancelled; 0 if it is not."""
        since = self._seen[job.id].cancelled
        return 0.0 if since is None else self._clock() - since
