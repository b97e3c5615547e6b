"""Imports the file of a workspace: checked in a temporary store first, then imported in one transaction."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select

from evaljson.base import limits
from evaljson.load.allowance import marks, most_values
from evaljson.store import tables
from evaljson.store.actor import Actor
from evaljson.store.archive.layout import TABLES, WORKSPACE, blob_name, exported
from evaljson.store.archive.unpack import opened
from evaljson.store.audit_log import note
from evaljson.store.blobs import content_of, fetch, put, unpacked
from evaljson.store.checks.check import check
from evaljson.store.engine import Database
from evaljson.store.errors import ArchiveError, Conflict, StoreError
from evaljson.store.location import locate
from evaljson.store.migrate import bring_up_to_date
from evaljson.store.rows import insert_missing

_SHARED = {"datasets", "settings", "judgements", "labels", "judge_usage", "audit"}
"""Tables whose rows belong to no evaluation."""
_LONG = (tables.JudgementRow, tables.LabelRow, tables.JudgeUsageRow, tables.AuditRow)
"""Those with many rows; rows with the same key are the same."""
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Imported:
    """What was imported. What exists here already stays unchanged, whatever the file holds."""

    evaluations: tuple[str, ...]
    """Names of those that were imported."""
    same: tuple[str, ...]
    """Names of those that are here already, with the same contents."""
    kept: tuple[str, ...]
    """Names of those that are here already and differ: unchanged."""
    datasets: int
    runs: int
    settings_kept: tuple[str, ...]
    """`scope key` of settings that have another value here: unchanged. Settings of an evaluation that is here already
    are not compared."""
    judgements: int
    """Verdicts of judges."""
    labels: int
    """If the same person has labelled the same pair here, that label stays."""


def restore(database: Database, file: str | os.PathLike[str], by: Actor) -> Imported:
    """Import everything or nothing, and note it for the audit. Raises ArchiveError for a file damaged in any part."""
    with tempfile.TemporaryDirectory(prefix="evaljson-") as folder:
        scratch = Database(locate(folder=folder))
        try:
            _unpack(file, scratch)
            with scratch.reading() as source, database.writing() as target:
                imported = _copy(source, target)
                detail = {"what": WORKSPACE, "evaluations": len(imported.evaluations)}
                note(target, by.name, "imported", None, detail, proof=by.proof)
                return imported
        except Conflict as error:
            raise ArchiveError(
                f"{os.fspath(file)} has parts that belong to another evaluation here: {error}"
            ) from error
        finally:
            scratch.close()


def _unpack(file: str | os.PathLike[str], scratch: Database) -> None:
    """Unpack the file into an empty database and check it."""
    bring_up_to_date(scratch)
    with opened(file) as archive:
        try:
            with scratch.writing() as connection:
                archive.store_in(connection)
            with scratch.reading() as connection:
                _refuse_too_many_values(connection)
            faults = check(scratch).faults
        except ArchiveError:
            raise
        except StoreError as error:
            raise ArchiveError(f"{os.fspath(file)} is a damaged workspace: {error}") from error
    if faults:
        more = f" (and {len(faults) - 1:,} more)" if len(faults) > 1 else ""
        raise ArchiveError(f"{os.fspath(file)} is a damaged workspace: {faults[0].where} {faults[0].what}{more}.")


def _refuse_too_many_values(connection: Connection) -> None:
    """Raise ArchiveError for records with more values than a source may have: the check reads them."""
    most = limits.current()
    for digest in connection.execute(select(tables.DatasetRow.content).distinct()).scalars().all():
        packed = fetch(connection, digest)
        if packed.size <= most.values or sum(map(marks, unpacked(packed))) <= most.values:
            continue
        if most_values(content_of(packed), most.values) > most.values:
            raise ArchiveError(f"the records in {blob_name(digest)[:18]}: {most.says('values')}")


def _copy(source: Connection, target: Connection) -> Imported:
    here = set(target.execute(select(tables.EvaluationRow.id)).scalars())
    new, same, kept = list[str](), list[str](), list[str]()
    for digest in source.execute(select(tables.BlobRow.sha256)).scalars().all():
        put(target, fetch(source, digest))
    datasets = _copy_datasets(source, target)
    settings_kept = _copy_settings(source, target, here)
    judgements, labels, *_ = (_copy_long(source, target, table) for table in _LONG)
    runs = 0
    for evaluation in source.execute(select(tables.EvaluationRow.id, tables.EvaluationRow.name)).all():
        parts = _parts(source, evaluation.id)
        if evaluation.id in here:
            (same if parts == _parts(target, evaluation.id) else kept).append(evaluation.name)
            continue
        new.append(evaluation.name)
        for name, rows in parts.items():
            if rows:
                target.execute(insert(tables.Base.metadata.tables[name]), rows)
        runs += len(parts["runs"])
    return Imported(
        evaluations=tuple(new),
        same=tuple(same),
        kept=tuple(kept),
        datasets=datasets,
        runs=runs,
        settings_kept=tuple(settings_kept),
        judgements=judgements,
        labels=labels,
    )


def _parts(connection: Connection, evaluation: str) -> dict[str, list[dict[str, Any]]]:
    """Read all rows of an evaluation, by table."""
    return {table.name: list(_rows(connection, table, evaluation)) for table in TABLES if table.name not in _SHARED}


def _rows(connection: Connection, table: Table, evaluation: str) -> Iterator[dict[str, Any]]:
    if "review" in table.c:
        reviews = select(tables.ReviewRow.id).where(tables.ReviewRow.evaluation == evaluation)
        query = exported(table).where(table.c.review.in_(reviews))
    else:
        owner = table.c.id if table.name == "evaluations" else table.c.evaluation
        query = exported(table).where(owner == evaluation)
    yield from (dict(row) for row in connection.execute(query).mappings())


def _copy_datasets(source: Connection, target: Connection) -> int:
    """Insert the datasets that are new; return how many."""
    table = tables.DatasetRow
    existing = set(target.execute(select(table.id)).scalars())
    new = [dict(row) for row in source.execute(select(table.__table__)).mappings() if row["id"] not in existing]
    if new:
        target.execute(insert_missing(target, table), new)
    return len(new)


def _copy_settings(source: Connection, target: Connection, here: set[str]) -> list[str]:
    """Insert the settings that are new, and list those with another value; `here` are evaluations that keep theirs."""
    table, differing = tables.SettingRow, list[str]()
    for row in source.execute(select(table.__table__)).mappings().all():
        scope, key = row["scope"], row["key"]
        if scope.rpartition(":")[2] in here:
            continue
        existing = target.execute(select(table.value).where(table.scope == scope, table.key == key)).first()
        if existing is None:
            target.execute(insert_missing(target, table), dict(row))
        elif existing.value != row["value"]:
            differing.append(f"{scope} {key}")
    return differing


def _copy_long(source: Connection, target: Connection, table: type[tables.Base]) -> int:
    """Insert the rows that are new, in batches; return how many."""
    size = select(func.count()).select_from(table)
    before = target.execute(size).scalar_one()
    for rows in source.execute(select(table.__table__)).mappings().partitions(_BATCH):
        target.execute(insert_missing(target, table), [dict(row) for row in rows])
    return int(target.execute(size).scalar_one() - before)
