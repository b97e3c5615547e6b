"""Imports the file of a workspace: checked in a store of its own first, then taken over in one transaction."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select

from evaljson.store import tables
from evaljson.store.archive.layout import TABLES
from evaljson.store.archive.unpack import opened
from evaljson.store.blobs import fetch, insert_missing, put
from evaljson.store.checks.all import check
from evaljson.store.engine import Database
from evaljson.store.errors import ArchiveError, Conflict, StoreError
from evaljson.store.location import locate
from evaljson.store.migrate import bring_up_to_date

_SHARED = {"datasets", "settings", "judgements", "labels", "judge_usage"}
"""Tables whose rows belong to no evaluation."""
_UNTIED = (tables.JudgementRow, tables.LabelRow, tables.JudgeUsageRow)
"""Those that may be long; a row that is there already is never another one."""
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Imported:
    """What was new. What is here already is left as it is, whatever the file says of it."""

    evaluations: tuple[str, ...]
    """Names of those that were imported."""
    same: tuple[str, ...]
    """Names of those that are here already, exactly so."""
    kept: tuple[str, ...]
    """Names of those that are here already and differ: not touched."""
    datasets: int
    runs: int
    settings_kept: tuple[str, ...]
    """`scope key` of settings that have another value here: not touched. Those of an evaluation that is here already
    are part of it, and are not looked at."""
    judgements: int
    """Verdicts of judges."""
    labels: int
    """Where the same person has labelled the same pair here, that label stays."""


def restore(database: Database, file: str | os.PathLike[str]) -> Imported:
    """Everything or nothing. Raises ArchiveError for a file that is not sound in all its parts."""
    with tempfile.TemporaryDirectory(prefix="evaljson-") as folder:
        scratch = Database(locate(folder=folder))
        try:
            _fill(scratch, file)
            with scratch.reading() as source, database.writing() as target:
                return _take_over(source, target)
        except Conflict as error:
            raise ArchiveError(f"{os.fspath(file)} has parts that another evaluation has here: {error}") from error
        finally:
            scratch.close()


def _fill(scratch: Database, file: str | os.PathLike[str]) -> None:
    bring_up_to_date(scratch)
    with opened(file) as archive:
        try:
            with scratch.writing() as connection:
                archive.store_in(connection)
            faults = check(scratch).faults
        except ArchiveError:
            raise
        except StoreError as error:
            raise ArchiveError(f"{os.fspath(file)} is no sound workspace: {error}") from error
    if faults:
        more = f" (and {len(faults) - 1:,} more)" if len(faults) > 1 else ""
        raise ArchiveError(f"{os.fspath(file)} is no sound workspace: {faults[0].where} {faults[0].what}{more}.")


def _take_over(source: Connection, target: Connection) -> Imported:
    here = {row.id for row in target.execute(select(tables.EvaluationRow.id))}
    new, same, kept = list[str](), list[str](), list[str]()
    for digest in source.execute(select(tables.BlobRow.sha256)).scalars().all():
        put(target, fetch(source, digest))
    datasets, _ = _add_missing(source, target, tables.Base.metadata.tables["datasets"], here)
    _, settings_kept = _add_missing(source, target, tables.Base.metadata.tables["settings"], here)
    judgements, labels, _ = (_add_unless_there(source, target, model) for model in _UNTIED)
    runs = 0
    for identity, name in source.execute(select(tables.EvaluationRow.id, tables.EvaluationRow.name)).all():
        if identity in here:
            (same if _parts(source, identity) == _parts(target, identity) else kept).append(name)
            continue
        new.append(name)
        for table, rows in _parts(source, identity).items():
            if rows:
                target.execute(insert(tables.Base.metadata.tables[table]), rows)
            runs += len(rows) if table == "runs" else 0
    return Imported(tuple(new), tuple(same), tuple(kept), datasets, runs, tuple(settings_kept), judgements, labels)


def _parts(connection: Connection, evaluation: str) -> dict[str, list[dict[str, Any]]]:
    """All rows of an evaluation, by table."""
    return {table.name: list(_rows(connection, table, evaluation)) for table in TABLES if table.name not in _SHARED}


def _rows(connection: Connection, table: Table, evaluation: str) -> Iterator[dict[str, Any]]:
    owner = table.c.id if table.name == "evaluations" else table.c.evaluation
    query = select(table).where(owner == evaluation).order_by(*table.primary_key.columns)
    yield from (dict(row) for row in connection.execute(query).mappings())


def _add_missing(source: Connection, target: Connection, table: Table, here: set[str]) -> tuple[int, list[str]]:
    """How many rows were new, and which others have another value here; `here` are the evaluations that keep theirs."""
    added, differing = 0, list[str]()
    model: Any = {"datasets": tables.DatasetRow, "settings": tables.SettingRow}[table.name]
    for row in source.execute(select(table)).mappings().all():
        if table.name == "settings" and row["scope"].rpartition(":")[2] in here:
            continue
        mine = [column == row[column.name] for column in table.primary_key.columns]
        there = target.execute(select(table).where(*mine)).mappings().first()
        if there is None:
            target.execute(insert_missing(target, model), dict(row))
            added += 1
        elif table.name == "settings" and there["value"] != row["value"]:
            differing.append(f"{row['scope']} {row['key']}")
    return added, differing


def _add_unless_there(source: Connection, target: Connection, model: Any) -> int:
    """How many rows were new."""
    size = select(func.count()).select_from(model)
    before = target.execute(size).scalar_one()
    for rows in source.execute(select(model.__table__)).mappings().partitions(_BATCH):
        target.execute(insert_missing(target, model), [dict(row) for row in rows])
    return int(target.execute(size).scalar_one() - before)
