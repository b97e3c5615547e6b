"""Jobs: work that some process does for somebody. States change by compare and set, so no two processes both win.

queued ── claim ──> running ── finish ──> done | failed | cancelled
   │                   └── its process died (interrupt_stale) ──> interrupted
   └── cancel ──> cancelled              retry: failed | cancelled | interrupted ──> queued
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Literal

from sqlalchemy import Connection, insert, select, update

from evaljson.store import tables
from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.errors import Conflict, NotFound
from evaljson.store.names import new_id

State = Literal["queued", "running", "done", "failed", "cancelled", "interrupted"]
Ending = Literal["done", "failed", "cancelled"]
SILENCE: Final = timedelta(minutes=2)
"""How long the process of a running job may say nothing before it is taken for dead."""


@dataclass(frozen=True, slots=True)
class Job:
    """A job as it was when it was read."""

    id: str
    kind: str
    evaluation: str | None
    payload: dict[str, Any]
    state: State
    cancel_requested: bool
    progress: float
    """0..1."""
    message: str
    error: str | None
    result: dict[str, Any] | None
    owner: str | None
    """The process that claimed it."""
    created: datetime
    created_by: str
    started: datetime | None
    heartbeat: datetime | None
    finished: datetime | None


_COLUMNS = tuple(getattr(tables.JobRow, name) for name in Job.__dataclass_fields__)
_FRESH: Final[dict[str, Any]] = {
    "state": "queued", "cancel_requested": False, "progress": 0.0, "message": "", "error": None, "result": None,
    "owner": None, "started": None, "heartbeat": None, "finished": None,
}  # fmt: skip


class Jobs:
    """The queue; all of it works across processes and threads."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(self, kind: str, payload: Mapping[str, Any], *, by: str, evaluation: str | None = None) -> Job:
        """Put a job in the queue."""
        identity = new_id()
        values = {"id": identity, "kind": kind, "evaluation": evaluation, "payload": dict(payload), **_FRESH}
        with self._database.writing() as connection:
            connection.execute(insert(tables.JobRow), {**values, "created": now(), "created_by": by})
            return _found(connection, identity)

    def get(self, job: str) -> Job:
        """As it is now. Raises NotFound."""
        with self._database.reading() as connection:
            return _found(connection, job)

    def all(self, *, evaluation: str | None = None, states: Collection[State] | None = None) -> list[Job]:
        """Newest first."""
        query = select(*_COLUMNS).order_by(tables.JobRow.created.desc(), tables.JobRow.id)
        if evaluation is not None:
            query = query.where(tables.JobRow.evaluation == evaluation)
        if states is not None:
            query = query.where(tables.JobRow.state.in_(states))
        with self._database.reading() as connection:
            return [Job(*row) for row in connection.execute(query)]

    def claim(self, owner: str, kinds: Collection[str] | None = None) -> Job | None:
        """The oldest job in the queue, which is the owner's from now on; None where the queue is empty."""
        waiting = select(tables.JobRow.id).where(tables.JobRow.state == "queued")
        if kinds is not None:
            waiting = waiting.where(tables.JobRow.kind.in_(kinds))
        # Others may claim at the same time; on SQLite the transaction itself keeps them out.
        oldest = waiting.order_by(tables.JobRow.created, tables.JobRow.id).limit(1).with_for_update(skip_locked=True)
        with self._database.reading() as connection:
            # Workers ask often, mostly in vain: that must not keep others from writing.
            if connection.execute(waiting.limit(1)).first() is None:
                return None
        with self._database.writing() as connection:
            job = connection.execute(oldest).scalar()
            moment = now()
            mine = {"state": "running", "owner": owner, "started": moment, "heartbeat": moment}
            return _found(connection, job) if job and _set(connection, job, "queued", None, mine) else None

    def start(
        self, kind: str, payload: Mapping[str, Any], owner: str, *, by: str, evaluation: str | None = None
    ) -> Job:
        """Work that runs from the first and is the owner's: in no queue, so that nobody else can claim it."""
        moment = now()
        values = {"id": new_id(), "kind": kind, "evaluation": evaluation, "payload": dict(payload), **_FRESH}
        values |= {"state": "running", "owner": owner, "started": moment, "heartbeat": moment}
        with self._database.writing() as connection:
            connection.execute(insert(tables.JobRow), {**values, "created": moment, "created_by": by})
            return _found(connection, str(values["id"]))

    def beat(self, job: str, owner: str, progress: float, message: str = "") -> bool:
        """Say how far the work is. False: stop, somebody wants it cancelled or it is not the owner's any more.

        Each call waits for the disk: once a second is plenty.
        """
        told = {"progress": min(max(progress, 0.0), 1.0), "message": message, "heartbeat": now()}
        with self._database.writing() as connection:
            return _set(connection, job, "running", owner, told) and not _found(connection, job).cancel_requested

    def finish(
        self,
        job: str,
        owner: str,
        state: Ending = "done",
        *,
        result: Mapping[str, Any] | None = None,
        error: str | None = None,
    ) -> Job:
        """The last word on a running job. Raises Conflict where it is not the owner's any more."""
        moment = now()
        end: dict[str, Any] = {"state": state, "error": error, "heartbeat": moment, "finished": moment}
        end["result"] = None if result is None else dict(result)
        if state == "done":
            end["progress"] = 1.0
        with self._database.writing() as connection:
            if not _set(connection, job, "running", owner, end):
                found = _found(connection, job)
                raise Conflict(f"job {job!r} is {found.state}, owner {found.owner!r}: {owner!r} cannot finish it.")
            return _found(connection, job)

    def cancel(self, job: str) -> Job:
        """A queued job ends here; a running one is told at its next `beat`; for an ended one nothing changes."""
        with self._database.writing() as connection:
            if not _set(connection, job, "queued", None, {"state": "cancelled", "finished": now()}):
                _set(connection, job, "running", None, {"cancel_requested": True})
            return _found(connection, job)

    def retry(self, job: str) -> Job:
        """Back into the queue. Raises Conflict unless it failed, was cancelled or was interrupted."""
        with self._database.writing() as connection:
            if not any(_set(connection, job, state, None, _FRESH) for state in ("failed", "cancelled", "interrupted")):
                raise Conflict(f"job {job!r} is {_found(connection, job).state}: there is nothing to repeat.")
            return _found(connection, job)

    def interrupt_stale(self, owner: str | None = None, *, silent_for: timedelta = SILENCE) -> list[Job]:
        """Mark running jobs as interrupted whose process is gone: all of `owner`, or all that fell silent."""
        moment = now()
        stale = tables.JobRow.heartbeat < moment - silent_for if owner is None else tables.JobRow.owner == owner
        with self._database.writing() as connection:
            query = select(tables.JobRow.id).where(tables.JobRow.state == "running", stale).with_for_update()
            gone = connection.execute(query).scalars().all()
            ended = {"state": "interrupted", "finished": moment, "error": "its process stopped before it was done"}
            return [_found(connection, job) for job in gone if _set(connection, job, "running", None, ended)]


def _set(connection: Connection, job: str, state: str, owner: str | None, values: dict[str, Any]) -> bool:
    """Change a job if it is in this state, and this owner's; whether it was."""
    mine = [tables.JobRow.id == job, tables.JobRow.state == state]
    if owner is not None:
        mine.append(tables.JobRow.owner == owner)
    return connection.execute(update(tables.JobRow).where(*mine).values(**values)).rowcount == 1


def _found(connection: Connection, job: str) -> Job:
    row = connection.execute(select(*_COLUMNS).where(tables.JobRow.id == job)).first()
    if row is None:
        raise NotFound(f"there is no job {job!r} here (any more).")
    return Job(*row)
