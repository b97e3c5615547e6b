"""Moves an evaluation from the revision its editor read to the next, and records who changed what."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, insert, select, update

from evaljson.store import tables
from evaljson.store.audit_log import Action, note
from evaljson.store.column_types import now
from evaljson.store.engine import CHANGES
from evaljson.store.errors import Conflict, NotFound
from evaljson.store.event import Event
from evaljson.store.rows import build, columns_for
from evaljson.store.tables import EvaluationRow

_EVENTS_IN_A_CONFLICT = 3
_ACTIONS: dict[str, Action] = {"created": "created", "deleted": "deleted", "undeleted": "undeleted"}
"""What others than these are called in the audit: changed."""


def change(
    connection: Connection, evaluation: str, seen: int, who: str, what: str, detail: dict[str, Any], **values: Any
) -> None:
    """Move on from revision `seen`, with new column values for the evaluation itself.

    Call it first in a transaction: from then on nobody else can change this evaluation. Raises Conflict, NotFound.
    """
    deleted = EvaluationRow.deleted_at.is_not(None) if what == "undeleted" else EvaluationRow.deleted_at.is_(None)
    moment = now()
    step = (
        update(EvaluationRow)
        .where(EvaluationRow.id == evaluation, EvaluationRow.revision == seen, deleted)
        .values(revision=seen + 1, updated=moment, updated_by=who, **values)
    )
    if connection.execute(step).rowcount != 1:
        raise _refusal(connection, evaluation, seen)
    connection.info.setdefault(CHANGES, []).append((evaluation, seen + 1))
    record_event(connection, evaluation, Event(seen + 1, moment, who, what, detail))


def record_event(connection: Connection, evaluation: str, event: Event) -> None:
    """Insert an event of an evaluation, and note it for the audit."""
    values = {name: getattr(event, name) for name in Event.__dataclass_fields__}
    connection.execute(insert(tables.EventRow), {"evaluation": evaluation, **values})
    detail = {**event.detail, "what": event.what, "revision": event.revision}
    note(connection, event.who, _ACTIONS.get(event.what, "changed"), evaluation, detail, moment=event.moment)


def events(connection: Connection, evaluation: str, after: int = 0) -> list[Event]:
    """List the events of an evaluation after a revision, oldest first."""
    query = (
        select(*columns_for(Event, tables.EventRow))
        .where(tables.EventRow.evaluation == evaluation, tables.EventRow.revision > after)
        .order_by(tables.EventRow.revision)
    )
    return [build(Event, row) for row in connection.execute(query).mappings()]


def _refusal(connection: Connection, evaluation: str, seen: int) -> Conflict | NotFound:
    """Explain why `change` matched no row."""
    columns = (EvaluationRow.name, EvaluationRow.revision, EvaluationRow.deleted_at)
    row = connection.execute(select(*columns).where(EvaluationRow.id == evaluation)).first()
    if row is None:
        return unknown(evaluation)
    since = events(connection, evaluation, seen)
    if row.revision == seen:
        state = "is not deleted" if row.deleted_at is None else "is deleted; undelete it first"
        return Conflict(f"evaluation {row.name!r} {state}.", since, evaluation)
    changes = "; ".join(map(str, since[-_EVENTS_IN_A_CONFLICT:])) or "someone"
    return Conflict(
        f"evaluation {row.name!r} has changed since you looked (revision {seen}, now {row.revision}): {changes}. "
        f"Your change was not saved: reload, then repeat it.",
        since,
        evaluation,
    )


def unknown(evaluation: str) -> NotFound:
    """Return the error for an evaluation that does not exist."""
    return NotFound(f"there is no evaluation {evaluation!r} here; it may have been deleted, or its id is misspelt.")
