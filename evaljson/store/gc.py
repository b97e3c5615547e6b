"""Removes for good what was deleted long ago, and what nothing refers to any more."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final

from sqlalchemy import Connection, delete, exists, func, or_, select
from sqlalchemy.exc import SQLAlchemyError

from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.tables import (
    BlobRow,
    DatasetRow,
    EvaluationRow,
    EventRow,
    JobRow,
    LabelRow,
    RunRow,
    SchemaVersionRow,
    SettingRow,
    VariantRow,
)
from evaljson.store.topics.settings import EDITS

OLDER_THAN: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Swept:
    """What was removed, or would be."""

    evaluations: int
    variants: int
    runs: int
    datasets: int
    blobs: int
    packed_bytes: int
    """Of those blobs."""
    compacted: bool
    """Whether the file of SQLite gave its room back; False also where somebody else was using it."""
    labels: int
    """That were withdrawn."""
    edits: int
    """Of schemas, begun and never applied."""


class _OnlyLooking(Exception):
    def __init__(self, swept: Swept) -> None:
        self.swept = swept


def sweep(database: Database, older_than: timedelta, dry_run: bool) -> Swept:
    """One transaction, in which nobody else writes."""
    try:
        with database.writing(alone=True) as connection:
            swept = _sweep(connection, older_than)
            if dry_run:
                raise _OnlyLooking(swept)
    except _OnlyLooking as looked:
        return looked.swept
    if swept.blobs and database.is_sqlite:
        return replace(swept, compacted=_compact(database))
    return swept


def _sweep(connection: Connection, older_than: timedelta) -> Swept:
    cutoff = now() - older_than
    evaluations = select(EvaluationRow.id).where(EvaluationRow.deleted_at < cutoff)
    variants = select(VariantRow.id).where(or_(VariantRow.deleted_at < cutoff, VariantRow.evaluation.in_(evaluations)))
    runs = _removed(
        connection, delete(RunRow).where(or_(RunRow.variant.in_(variants), RunRow.evaluation.in_(evaluations)))
    )
    gone_variants = _removed(connection, delete(VariantRow).where(VariantRow.id.in_(variants)))
    for part in (JobRow, EventRow, SchemaVersionRow):
        connection.execute(delete(part).where(part.evaluation.in_(evaluations)))
    for identity in connection.execute(evaluations).scalars().all():
        connection.execute(delete(SettingRow).where(SettingRow.scope.endswith(f":{identity}", autoescape=True)))
    gone_evaluations = _removed(connection, delete(EvaluationRow).where(EvaluationRow.deleted_at < cutoff))
    stale = (SettingRow.scope.startswith(EDITS, autoescape=True), SettingRow.updated < cutoff)
    edits = _removed(connection, delete(SettingRow).where(*stale))
    labels = _removed(connection, delete(LabelRow).where(LabelRow.withdrawn < cutoff))
    datasets = _removed(connection, delete(DatasetRow).where(DatasetRow.used < cutoff, *_unused_dataset()))
    size = select(func.coalesce(func.sum(func.length(BlobRow.data)), 0)).where(*_unused_blob())
    packed_bytes = int(connection.execute(size).scalar_one())
    blobs = _removed(connection, delete(BlobRow).where(*_unused_blob()))
    return Swept(gone_evaluations, gone_variants, runs, datasets, blobs, packed_bytes, False, labels, edits)


def _removed(connection: Connection, statement: Any) -> int:
    return int(connection.execute(statement).rowcount)


def _unused_dataset() -> list[Any]:
    """Age counts beside this: records may be loaded a while before something refers to them."""
    references = (EvaluationRow.gold, VariantRow.dataset, RunRow.gold, RunRow.extracted)
    return [~exists().where(reference == DatasetRow.id) for reference in references]


def _unused_blob() -> list[Any]:
    """Age does not matter: a blob is stored in the transaction of what refers to it."""
    references = (DatasetRow.content, DatasetRow.report, RunRow.result_table)
    return [~exists().where(reference == BlobRow.sha256) for reference in references]


def _compact(database: Database) -> bool:
    try:
        with database.engine.connect() as connection:
            # Beside SQLAlchemy's transactions, in which VACUUM is not allowed.
            raw: Any = connection.connection.dbapi_connection
            raw.execute("VACUUM")
            raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except (SQLAlchemyError, sqlite3.Error):
        return False  # somebody is reading or writing; the room is used again by what comes next
    return True
