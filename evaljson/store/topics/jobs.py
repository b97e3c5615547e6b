"""Jobs: work done in the background. States change by compare and set, so that only one process wins.

queued ── claim, hand_over ──> running ── finish ──> done | failed | cancelled
   │                              └── its process died (interrupt) or fell silent (interrupt_silent) ──> interrupted
   └── cancel ──> cancelled              retry: failed | cancelled | interrupted ──> queued
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Final, Literal

from sqlalchemy import (
    ColumnElement,
    Connection,
    Double,
    Select,
    bindparam,
    cast,
    extract,
    func,
    insert,
    select,
    update,
)

from evaljson.store import tables
from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.errors import Conflict, NotFound
from evaljson.store.names import new_id
from evaljson.store.rows import build, columns_for

State = Literal["queued", "running", "done", "failed", "cancelled", "interrupted"]
Ending = Literal["done", "failed", "cancelled"]


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
    """The process that claimed it, or that alone may begin it as long as it waits."""
    created: datetime
    created_by: str
    started: datetime | None
    heartbeat: datetime | None
    finished: datetime | None


_HELD: Final[tuple[State, ...]] = ("running", "queued")
"""The states of a job that may have an owner."""
_DAY: Final = 86_400
"""Seconds."""
_QUEUED: Final[dict[str, Any]] = {
    "state": "queued", "cancel_requested": False, "progress": 0.0, "message": "", "error": None, "result": None,
    "owner": None, "started": None, "heartbeat": None, "finished": None,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class JobCount:
    """How many jobs of a kind are in a state."""

    kind: str
    state: State
    number: int
    oldest: datetime
    """When the first of them was put into the queue."""
    seconds: float
    """How long those that have ended took, all together."""


class Jobs:
    """The queue; safe across processes and threads."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(self, kind: str, payload: Mapping[str, Any], *, by: str, evaluation: str | None = None) -> Job:
        """Put a job in the queue."""
        identity = new_id()
        values = {"id": identity, "kind": kind, "evaluation": evaluation, "payload": dict(payload), **_QUEUED}
        with self._database.writing() as connection:
            connection.execute(insert(tables.JobRow), {**values, "created": now(), "created_by": by})
            return _fetch(connection, identity)

    def get(self, job: str) -> Job:
        """Read a job. Raises NotFound."""
        with self._database.reading() as connection:
            return _fetch(connection, job)

    def all(self, *, evaluation: str | None = None, states: Collection[State] | None = None) -> list[Job]:
        """List jobs, newest first."""
        asked = {"of_evaluation": evaluation, "in_states": None if states is None else list(states)}
        chosen = {name: value for name, value in asked.items() if value is not None}
        with self._database.reading() as connection:
            rows = connection.execute(_all_query(frozenset(chosen)), chosen).mappings()
            return [build(Job, row) for row in rows]

    def counts(self) -> list[JobCount]:
        """Count jobs by kind and state, for those who watch over the server."""
        row = tables.JobRow
        columns = (row.kind, row.state, func.count(), func.min(row.created), func.sum(_took(self._database.is_sqlite)))
        query = select(*columns).group_by(row.kind, row.state).order_by(row.kind, row.state)
        with self._database.reading() as connection:
            return [
                JobCount(kind, state, number, oldest, float(seconds or 0.0))
                for kind, state, number, oldest, seconds in connection.execute(query)
            ]

    def claim(self, owner: str, kinds: Collection[str] | None = None) -> Job | None:
        """Take the oldest job in the queue for this owner; None if the queue is empty."""
        waiting = select(tables.JobRow.id).where(tables.JobRow.state == "queued", tables.JobRow.owner.is_(None))
        if kinds is not None:
            waiting = waiting.where(tables.JobRow.kind.in_(kinds))
        # Others may claim at the same time; on SQLite the transaction itself keeps them out.
        oldest = waiting.order_by(tables.JobRow.created, tables.JobRow.id).limit(1).with_for_update(skip_locked=True)
        with self._database.reading() as connection:
            # Workers poll often, mostly in vain: that must not block writers.
            if connection.execute(waiting.limit(1)).first() is None:
                return None
        with self._database.writing() as connection:
            job = connection.execute(oldest).scalar()
            moment = now()
            claimed = {"state": "running", "owner": owner, "started": moment, "heartbeat": moment}
            return _fetch(connection, job) if job and _set(connection, job, "queued", None, claimed) else None

    def wait(self, kind: str, payload: Mapping[str, Any], owner: str, *, by: str, evaluation: str | None = None) -> Job:
        """Put a job in the queue that nobody but this owner can begin, since it alone knows something of it."""
        moment = now()
        values = {"id": new_id(), "kind": kind, "evaluation": evaluation, "payload": dict(payload), **_QUEUED}
        values |= {"owner": owner, "heartbeat": moment}
        with self._database.writing() as connection:
            connection.execute(insert(tables.JobRow), {**values, "created": moment, "created_by": by})
            return _fetch(connection, str(values["id"]))

    def hand_over(self, job: str, owner: str, to: str) -> bool:
        """Have another process begin a job that waits with this owner; False if it waits with it no longer."""
        moment = now()
        values = {"state": "running", "owner": to, "started": moment, "heartbeat": moment}
        with self._database.writing() as connection:
            return _set(connection, job, "queued", owner, values)

    def beat(self, job: str, owner: str, progress: float, message: str = "") -> bool:
        """Report progress, or 0 of a job that waits; False if the work should stop: cancelled, or no longer its own.

        Each call waits for the disk: once a second is plenty.
        """
        values = {"progress": min(max(progress, 0.0), 1.0), "message": message, "heartbeat": now()}
        with self._database.writing() as connection:
            mine = any(_set(connection, job, state, owner, values) for state in _HELD)
            return mine and not _fetch(connection, job).cancel_requested

    def finish(
        self,
        job: str,
        owner: str,
        state: Ending = "done",
        *,
        result: Mapping[str, Any] | None = None,
        error: str | None = None,
    ) -> Job:
        """End a running job. Raises Conflict if it is no longer this owner's."""
        moment = now()
        values: dict[str, Any] = {"state": state, "error": error, "heartbeat": moment, "finished": moment}
        values["result"] = None if result is None else dict(result)
        if state == "done":
            values["progress"] = 1.0
        with self._database.writing() as connection:
            if not _set(connection, job, "running", owner, values):
                current = _fetch(connection, job)
                raise Conflict(f"job {job!r} is {current.state}, owner {current.owner!r}: {owner!r} cannot finish it.")
            return _fetch(connection, job)

    def cancel(self, job: str) -> Job:
        """Cancel a job: a queued one ends now, a running one at its next `beat`; an ended one stays unchanged."""
        with self._database.writing() as connection:
            if not _set(connection, job, "queued", None, {"state": "cancelled", "finished": now()}):
                _set(connection, job, "running", None, {"cancel_requested": True})
            return _fetch(connection, job)

    def retry(self, job: str) -> Job:
        """Put a job back into the queue. Raises Conflict unless it failed, was cancelled or was interrupted."""
        with self._database.writing() as connection:
            if not any(_set(connection, job, state, None, _QUEUED) for state in ("failed", "cancelled", "interrupted")):
                raise Conflict(f"job {job!r} is {_fetch(connection, job).state}: there is nothing to repeat.")
            return _fetch(connection, job)

    def interrupt(self, owner: str) -> list[Job]:
        """Mark the jobs of an owner as interrupted, also those that wait: its process is gone."""
        mine = select(tables.JobRow.id).where(tables.JobRow.state.in_(_HELD), tables.JobRow.owner == owner)
        values = {"state": "interrupted", "finished": now(), "error": "its process stopped before it was done"}
        with self._database.writing() as connection:
            jobs = connection.execute(mine.with_for_update()).scalars().all()
            return [
                _fetch(connection, job)
                for job in jobs
                if any(_set(connection, job, state, owner, values) for state in _HELD)
            ]

    def interrupt_silent(self, seen: Job) -> Job | None:
        """Mark a job as interrupted whose process shows no sign of life; None if its heartbeat is no longer as seen.

        Whoever calls this has watched it: times of other clocks say nothing about how long ago they were.
        """
        values = {"state": "interrupted", "finished": now(), "error": "its process showed no sign of life any more"}
        row = tables.JobRow
        as_seen = (row.id == seen.id, row.state == seen.state, row.owner == seen.owner, row.heartbeat == seen.heartbeat)
        with self._database.writing() as connection:
            changed = connection.execute(update(row).where(*as_seen).values(**values)).rowcount
            return _fetch(connection, seen.id) if changed else None


def _took(is_sqlite: bool) -> ColumnElement[Any]:
    """Select the seconds from start to end of a job; NULL before it has ended."""
    began, ended = tables.JobRow.started, tables.JobRow.finished
    if is_sqlite:
        return (func.julianday(ended) - func.julianday(began)) * _DAY
    return cast(extract("epoch", ended - began), Double)


def _set(connection: Connection, job: str, state: str, owner: str | None, values: dict[str, Any]) -> bool:
    """Change a job if it is in this state and belongs to this owner (None: any); return whether it was changed."""
    conditions = [tables.JobRow.id == job, tables.JobRow.state == state]
    if owner is not None:
        conditions.append(tables.JobRow.owner == owner)
    return connection.execute(update(tables.JobRow).where(*conditions).values(**values)).rowcount == 1


@cache
def _one_query() -> Select[Any]:
    """Built once, as the next one: pages and servers ask often, and building it takes longer than asking."""
    return select(*columns_for(Job, tables.JobRow)).where(tables.JobRow.id == bindparam("of_job"))


@cache
def _all_query(chosen: frozenset[str]) -> Select[Any]:
    """Select jobs by what is chosen: "of_evaluation", "in_states", both or neither."""
    query = select(*columns_for(Job, tables.JobRow)).order_by(tables.JobRow.created.desc(), tables.JobRow.id)
    if "of_evaluation" in chosen:
        query = query.where(tables.JobRow.evaluation == bindparam("of_evaluation"))
    if "in_states" in chosen:
        query = query.where(tables.JobRow.state.in_(bindparam("in_states", expanding=True)))
    return query


def _fetch(connection: Connection, job: str) -> Job:
    row = connection.execute(_one_query(), {"of_job": job}).mappings().first()
    if row is None:
        raise NotFound(f"there is no job {job!r} here; it may have been removed.")
    return build(Job, row)
