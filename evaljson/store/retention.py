"""Deletes what nobody has changed for long, and removes for good what was deleted long enough ago."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, exists, select

from evaljson.store.actor import Actor
from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.gc import OLDER_THAN, Swept, compact, sweep_rows
from evaljson.store.revisions import change
from evaljson.store.tables import AuditRow, EvaluationRow, JudgementRow, LabelRow, ReviewRow, RunRow


@dataclass(frozen=True, slots=True)
class Retained:
    """What was deleted, or would be."""

    deleted: tuple[str, ...]
    """Names of evaluations that nobody had changed; they can be restored for 30 days."""
    removed: tuple[str, ...]
    """Names of evaluations that were deleted 30 days ago."""
    labels: int
    verdicts: int
    """Of judges."""
    entries: int
    """Of the audit."""
    swept: Swept
    """All that was removed for good, as `gc` does it."""


class _DryRetention(Exception):
    """Rolls the transaction back."""

    def __init__(self, retained: Retained) -> None:
        self.retained = retained


def retain(database: Database, older_than: timedelta, by: Actor, dry_run: bool) -> Retained:
    """Do it in one transaction that excludes other writers; `dry_run` only counts."""
    try:
        with database.writing(alone=True) as connection:
            retained = _retain(connection, older_than, by)
            if dry_run:
                raise _DryRetention(retained)
    except _DryRetention as rolled_back:
        return rolled_back.retained
    if retained.swept.blobs and database.is_sqlite:
        return replace(retained, swept=replace(retained.swept, compacted=compact(database)))
    return retained


def _retain(connection: Connection, older_than: timedelta, by: Actor) -> Retained:
    moment = now()
    cutoff = moment - older_than
    old = select(EvaluationRow.id, EvaluationRow.name, EvaluationRow.revision).where(*_unchanged_since(cutoff))
    deleted = list[str]()
    for row in connection.execute(old.order_by(EvaluationRow.name, EvaluationRow.id)).all():
        change(connection, row.id, row.revision, by.name, "deleted", {"by": "retention"}, deleted_at=moment)
        deleted.append(row.name)
    gone = select(EvaluationRow.name).where(EvaluationRow.deleted_at < moment - OLDER_THAN)
    removed = list(connection.execute(gone.order_by(EvaluationRow.name)).scalars())
    return Retained(
        deleted=tuple(deleted),
        removed=tuple(removed),
        labels=_remove(connection, LabelRow, LabelRow.created < cutoff),
        verdicts=_remove(connection, JudgementRow, JudgementRow.created < cutoff),
        entries=_remove(connection, AuditRow, AuditRow.moment < min(cutoff, moment - OLDER_THAN)),
        swept=sweep_rows(connection, OLDER_THAN, by),
    )


def _unchanged_since(cutoff: datetime) -> list[ColumnElement[bool]]:
    """Return the conditions for an evaluation that nobody has changed, scored or reviewed since."""
    newer = (
        exists().where(RunRow.evaluation == EvaluationRow.id, RunRow.created >= cutoff),
        exists().where(ReviewRow.evaluation == EvaluationRow.id, ReviewRow.updated >= cutoff),
    )
    row = EvaluationRow
    return [row.deleted_at.is_(None), row.is_sample.is_(False), row.updated < cutoff, *(~one for one in newer)]


def _remove(connection: Connection, table: Any, old: ColumnElement[bool]) -> int:
    return int(connection.execute(delete(table).where(old)).rowcount)
