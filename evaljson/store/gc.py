"""Removes for good what was deleted long ago, and what is no longer referred to."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, delete, exists, func, or_, select
from sqlalchemy.exc import SQLAlchemyError

from evaljson.store.actor import Actor
from evaljson.store.audit_log import note
from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.tables import (
    BlobRow,
    DatasetRow,
    EvaluationRow,
    EventRow,
    JobRow,
    LabelRow,
    MemberRow,
    ReviewCardRow,
    ReviewEventRow,
    ReviewPresenceRow,
    ReviewRow,
    ReviewSeatRow,
    ReviewVisitRow,
    RunRow,
    SchemaVersionRow,
    SettingRow,
    VariantRow,
)
from evaljson.store.topics.settings import EDITS

OLDER_THAN: Final = timedelta(days=30)
_GC: Final = Actor("gc", "cli")


@dataclass(frozen=True, slots=True)
class Swept:
    """How much was removed, or would be."""

    evaluations: int
    variants: int
    runs: int
    datasets: int
    blobs: int
    packed_bytes: int
    """Of those blobs."""
    compacted: bool
    """Whether SQLite's file was made smaller; False also if another process was using it."""
    labels: int
    """Withdrawn ones."""
    edits: int
    """Unapplied edits of schemas."""
    reviews: int
    """With all their answers."""


class _DryRun(Exception):
    """Rolls the transaction back."""

    def __init__(self, swept: Swept) -> None:
        self.swept = swept


def sweep(database: Database, older_than: timedelta, dry_run: bool, by: Actor = _GC) -> Swept:
    """Remove it in one transaction that excludes other writers; `dry_run` only counts."""
    try:
        with database.writing(alone=True) as connection:
            swept = sweep_rows(connection, older_than, by)
            if dry_run:
                raise _DryRun(swept)
    except _DryRun as rolled_back:
        return rolled_back.swept
    if swept.blobs and database.is_sqlite:
        return replace(swept, compacted=compact(database))
    return swept


def sweep_rows(connection: Connection, older_than: timedelta, by: Actor) -> Swept:
    """Remove the rows in a transaction that excludes other writers, and note for the audit which evaluations."""
    cutoff = now() - older_than
    old_evaluations = select(EvaluationRow.id).where(EvaluationRow.deleted_at < cutoff)
    old_variants = select(VariantRow.id).where(
        or_(VariantRow.deleted_at < cutoff, VariantRow.evaluation.in_(old_evaluations))
    )
    old_runs = or_(RunRow.variant.in_(old_variants), RunRow.evaluation.in_(old_evaluations))
    reviews = _sweep_reviews(connection, or_(ReviewRow.deleted_at < cutoff, ReviewRow.evaluation.in_(old_evaluations)))
    runs = _remove(connection, delete(RunRow).where(old_runs))
    variants = _remove(connection, delete(VariantRow).where(VariantRow.id.in_(old_variants)))
    for table in (JobRow, EventRow, SchemaVersionRow, MemberRow):
        connection.execute(delete(table).where(table.evaluation.in_(old_evaluations)))
    named = select(EvaluationRow.id, EvaluationRow.name).where(EvaluationRow.deleted_at < cutoff)
    for identity, name in connection.execute(named).all():
        note(connection, by.name, "removed for good", identity, {"name": name}, proof=by.proof)
        connection.execute(delete(SettingRow).where(SettingRow.scope.endswith(f":{identity}", autoescape=True)))
    evaluations = _remove(connection, delete(EvaluationRow).where(EvaluationRow.deleted_at < cutoff))
    old_edits = (SettingRow.scope.startswith(EDITS, autoescape=True), SettingRow.updated < cutoff)
    edits = _remove(connection, delete(SettingRow).where(*old_edits))
    labels = _remove(connection, delete(LabelRow).where(LabelRow.withdrawn < cutoff))
    datasets = _remove(connection, delete(DatasetRow).where(DatasetRow.used < cutoff, *_unused_dataset()))
    size = select(func.coalesce(func.sum(func.length(BlobRow.data)), 0)).where(*_unused_blob())
    return Swept(
        evaluations=evaluations,
        variants=variants,
        runs=runs,
        datasets=datasets,
        packed_bytes=int(connection.execute(size).scalar_one()),
        blobs=_remove(connection, delete(BlobRow).where(*_unused_blob())),
        compacted=False,
        labels=labels,
        edits=edits,
        reviews=reviews,
    )


def _sweep_reviews(connection: Connection, old: ColumnElement[bool]) -> int:
    for table in (ReviewPresenceRow, ReviewEventRow, ReviewVisitRow, ReviewSeatRow, ReviewCardRow):
        connection.execute(delete(table).where(table.review.in_(select(ReviewRow.id).where(old))))
    return _remove(connection, delete(ReviewRow).where(old))


def _remove(connection: Connection, statement: Any) -> int:
    """Execute a deletion; return how many rows it removed."""
    return int(connection.execute(statement).rowcount)


def _unused_dataset() -> list[Any]:
    """Return the conditions for a dataset without references; `sweep` adds its age, as records may be loaded first."""
    in_reviews = (ReviewRow.gold, ReviewRow.applied, ReviewRow.replaced)
    references = (EvaluationRow.gold, VariantRow.dataset, RunRow.gold, RunRow.extracted, *in_reviews)
    return [~exists().where(reference == DatasetRow.id) for reference in references]


def _unused_blob() -> list[Any]:
    """Return the conditions for a blob without references, of any age: it is stored together with what refers to it."""
    references = (DatasetRow.content, DatasetRow.report, RunRow.result_table)
    return [~exists().where(reference == BlobRow.sha256) for reference in references]


def compact(database: Database) -> bool:
    """Make SQLite's file smaller; return whether that was possible now."""
    try:
        with database.engine.connect() as connection:
            # Outside SQLAlchemy's transactions, in which VACUUM is not allowed.
            raw: Any = connection.connection.dbapi_connection
            raw.execute("VACUUM")
            raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except (SQLAlchemyError, sqlite3.Error):
        return False  # another process is reading or writing; later rows use the free pages again
    return True
