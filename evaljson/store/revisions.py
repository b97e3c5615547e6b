"""How an evaluation changes: from the revision that somebody saw to the next, noted with who did what."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select, update

from evaljson.store import tables
from evaljson.store.column_types import now
from evaljson.store.errors import Conflict, NotFound
from evaljson.store.event import Event
from evaljson.store.tables import EvaluationRow

_NAMED_IN_A_CONFLICT = 3


_EVENT = tuple(getattr(tables.EventRow, name) for name in Event.__dataclass_fields__)


def change(
    connection: Connection, evaluation: str, seen: int, who: str, what: str, detail: dict[str, Any], **values: Any
) -> None:
    """Move on from the revision that was seen, with new values for the evaluation itself.

    First in its transaction: from here on nobody else can change this evaluation. Raises Conflict, NotFound.
    """
    deleted = EvaluationRow.deleted_at.is_not(None) if what == "undeleted" else EvaluationRow.deleted_at.is_(None)
    moment = now()
    step = (
        update(EvaluationRow)
        .where(EvaluationRow.id == evaluation, EvaluationRow.revision == seen, deleted)
        .values(revision=seen + 1, updated=moment, updated_by=who, **values)
    )
    if connection.execute(step).rowcount != 1:
        raise _refused(connection, evaluation, seen, what)
    note(connection, evaluation, seen + 1, moment, who, what, detail)


def note(
    connection: Connection,
    evaluation: str,
    revision: int,
    moment: datetime,
    who: str,
    what: str,
    detail: dict[str, Any],
) -> None:
    """Write down what led to a revision."""
    values = {"evaluation": evaluation, "revision": revision, "moment": moment, "who": who, "what": what}
    connection.execute(insert(tables.EventRow), {**values, "detail": detail})


def events(connection: Connection, evaluation: str, after: int = 0) -> list[Event]:
    """What was done after a revision, oldest first."""
    of_it = (tables.EventRow.evaluation == evaluation, tables.EventRow.revision > after)
    return [Event(*row) for row in connection.execute(select(*_EVENT).where(*of_it).order_by(tables.EventRow.revision))]


def _refused(connection: Connection, evaluation: str, seen: int, what: str) -> Conflict | NotFound:
    row = connection.execute(
        select(EvaluationRow.name, EvaluationRow.revision, EvaluationRow.deleted_at).where(
            EvaluationRow.id == evaluation
        )
    ).first()
    if row is None:
        return unknown(evaluation)
    since = events(connection, evaluation, seen)
    if row.revision == seen:
        state = "is not deleted" if row.deleted_at is None else "is deleted; undelete it first"
        return Conflict(f"evaluation {row.name!r} {state}.", since)
    done = "; ".join(map(str, since[-_NAMED_IN_A_CONFLICT:])) or "somebody"
    return Conflict(
        f"evaluation {row.name!r} has changed since you looked (revision {seen}, now {row.revision}): {done}. "
        f"Nothing of yours was stored: look again, then repeat it.",
        since,
    )


def unknown(evaluation: str) -> NotFound:
    """There is no such evaluation."""
    return NotFound(
        f"there is no evaluation {evaluation!r} here; it may have been deleted, or its address is misspelt."
    )
