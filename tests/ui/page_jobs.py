"""Jobs that a page begins, ended by a test instead of a worker."""

from collections.abc import Mapping
from typing import Any, Literal

from evaljson.jobs.kinds import KINDS
from evaljson.store import Job
from evaljson.ui.session import server


def jobs_of(kind: str) -> list[Job]:
    return [job for job in server.store().jobs.all() if job.kind == kind]


def finish(job: Job, state: Literal["done", "cancelled"] = "done") -> Mapping[str, Any] | None:
    """End a queued job, and return its result; cancelled, it does nothing."""
    result = KINDS[job.kind](server.store(), job, lambda share, message: None) if state == "done" else None
    server.store().jobs.claim("test", [job.kind])
    server.store().jobs.finish(job.id, "test", state, result=result)
    return result
