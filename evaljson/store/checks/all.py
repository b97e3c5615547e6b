"""Looks whether all that is stored is what was stored: every hash, every reference, every count."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, select

from evaljson.store import tables as models
from evaljson.store.blobs import content_of, fetch, unpacked
from evaljson.store.checks.judging import faults_of_judging
from evaljson.store.damage import REPORT, RESTORE, Fault
from evaljson.store.engine import Database
from evaljson.store.errors import StoreDamaged
from evaljson.store.record_codec import decode
from evaljson.store.topics.datasets import dataset_id
from evaljson.store.topics.runs import signature_sha256
from evaljson.store.topics.schemas import schema_sha256


@dataclass(frozen=True, slots=True)
class Checked:
    """How much was looked at, and what is wrong with it."""

    evaluations: int
    datasets: int
    runs: int
    blobs: int
    faults: tuple[Fault, ...]


def check(database: Database) -> Checked:
    """One look at one moment; writers go on. Raises StoreError where the database cannot be read at all."""
    with database.reading() as connection:
        faults = tuple(_faults(connection))
        tables = (models.EvaluationRow, models.DatasetRow, models.RunRow, models.BlobRow)
        evaluations, datasets, runs, blobs = (
            connection.execute(select(func.count()).select_from(table)).scalar_one() for table in tables
        )
    return Checked(evaluations, datasets, runs, blobs, faults)


def _faults(connection: Connection) -> Iterator[Fault]:
    if connection.dialect.name == "sqlite":
        yield from _of_the_file(connection)
    damaged: set[str] = set()
    yield from _of_blobs(connection, damaged)
    yield from _of_datasets(connection, damaged)
    yield from _of_schemas(connection)
    yield from _of_runs(connection)
    yield from _of_evaluations(connection)
    yield from faults_of_judging(connection)


def _of_the_file(connection: Connection) -> Iterator[Fault]:
    for (said,) in connection.exec_driver_sql("PRAGMA integrity_check(20)"):
        if said != "ok":
            yield Fault("the file", str(said), RESTORE)
    for table, row, target, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
        yield Fault(f"{table}, row {row}", f"refers to something in {target} that is not there", RESTORE)


def _of_blobs(connection: Connection, damaged: set[str]) -> Iterator[Fault]:
    owners = _owners(connection)
    for (digest,) in connection.execute(select(models.BlobRow.sha256).order_by(models.BlobRow.sha256)).all():
        try:
            for _ in unpacked(fetch(connection, digest)):
                pass
        except StoreDamaged as error:
            damaged.add(digest)
            whose = ", ".join(sorted(owners[digest])[:5]) or "nothing refers to it"
            yield Fault(f"stored content {digest[:12]} ({whose})", str(error).partition(";")[0], RESTORE)


def _owners(connection: Connection) -> defaultdict[str, set[str]]:
    """Blob -> what it belongs to, in words."""
    owners: defaultdict[str, set[str]] = defaultdict(set)
    own = models.DatasetRow
    for content, report, name, evaluation in connection.execute(
        select(own.content, own.report, own.name, models.EvaluationRow.name)
        .outerjoin(models.VariantRow, models.VariantRow.dataset == own.id)
        .outerjoin(
            models.EvaluationRow,
            (models.EvaluationRow.id == models.VariantRow.evaluation) | (models.EvaluationRow.gold == own.id),
        )
    ):
        said = f"records of {name!r}" + (f" in evaluation {evaluation!r}" if evaluation is not None else "")
        owners[content].add(said)
        owners[report].add(said)
    tables = select(models.RunRow.result_table, models.RunRow.id).where(models.RunRow.result_table.is_not(None))
    for digest, run in connection.execute(tables):
        owners[str(digest)].add(f"table of run {run!r}")
    return owners


def _of_datasets(connection: Connection, damaged: set[str]) -> Iterator[Fault]:
    own = models.DatasetRow
    columns = (own.id, own.name, own.kind, own.content, own.report, own.count.label("held"), own.refused)
    for row in connection.execute(select(*columns).order_by(own.id)).all():
        where = f"dataset {row.id[:12]} ({row.name!r})"
        if row.id != dataset_id(row.kind, row.content, row.report):
            yield Fault(where, "has another id than its content gives", REPORT)
        if {row.content, row.report} & damaged:
            continue  # said already
        try:
            loaded = decode(*(content_of(fetch(connection, digest)) for digest in (row.content, row.report)))
        except StoreDamaged as error:
            yield Fault(where, str(error).partition(";")[0], RESTORE)
            continue
        if (len(loaded.records), loaded.n_refused, loaded.name) != (row.held, row.refused, row.name):
            yield Fault(where, "says another name or number of records than it holds", REPORT)


def _of_schemas(connection: Connection) -> Iterator[Fault]:
    own = models.SchemaVersionRow
    for row in connection.execute(select(own.evaluation, own.number, own.content, own.sha256)):
        where = f"schema version {row.number} of evaluation {row.evaluation!r}"
        if schema_sha256(row.content) != row.sha256:
            yield Fault(where, "has another hash than its text", REPORT)
        try:
            json.loads(row.content)
        except (ValueError, RecursionError):
            yield Fault(where, "is no JSON", REPORT)


def _of_runs(connection: Connection) -> Iterator[Fault]:
    own = models.RunRow
    query = select(
        own.id, own.evaluation, own.signature, own.signature_sha256, models.VariantRow.evaluation.label("home")
    )
    for row in connection.execute(query.outerjoin(models.VariantRow, models.VariantRow.id == own.variant)):
        if signature_sha256(row.signature) != row.signature_sha256:
            yield Fault(f"run {row.id!r}", "has another hash than its signature", REPORT)
        if row.home != row.evaluation:
            yield Fault(f"run {row.id!r}", "belongs to a variant of another evaluation", REPORT)


def _of_evaluations(connection: Connection) -> Iterator[Fault]:
    own, version, event, dataset = models.EvaluationRow, models.SchemaVersionRow, models.EventRow, models.DatasetRow
    events = select(func.count()).where(event.evaluation == own.id).correlate(own).scalar_subquery()
    there = select(func.count()).where(version.evaluation == own.id, version.number == own.schema_number)
    query: Any = select(
        own.id, own.name, own.revision, own.schema_number, events.label("events"), dataset.kind.label("gold_kind"),
        there.correlate(own).scalar_subquery().label("versions"),
    ).outerjoin(dataset, dataset.id == own.gold)  # fmt: skip
    for row in connection.execute(query):
        where = f"evaluation {row.id!r} ({row.name!r})"
        if row.schema_number is not None and not row.versions:
            yield Fault(where, f"is under schema version {row.schema_number}, which is not there", RESTORE)
        if row.gold_kind not in (None, "gold"):
            yield Fault(where, "has extracted records as gold", REPORT)
        if row.events != row.revision:
            yield Fault(where, f"is at revision {row.revision} after {row.events} noted changes", REPORT)
    kinds = select(models.VariantRow.id, models.VariantRow.name).join(dataset, dataset.id == models.VariantRow.dataset)
    for identity, name in connection.execute(kinds.where(dataset.kind != "extracted")):
        yield Fault(f"variant {identity!r} ({name!r})", "holds gold", REPORT)
