"""Checks SQLite's file, the blobs, and the datasets in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from sqlalchemy import Connection, select

from evaljson.store import tables
from evaljson.store.blobs import content_of, fetch, unpacked
from evaljson.store.checks.fault import REPORT, RESTORE, Fault
from evaljson.store.errors import StoreDamaged
from evaljson.store.record_codec import decode
from evaljson.store.topics.datasets import dataset_id


def file_faults(connection: Connection) -> Iterator[Fault]:
    """Let SQLite check its file and all references."""
    for row in connection.exec_driver_sql("PRAGMA integrity_check(20)"):
        if row.integrity_check != "ok":
            yield Fault("the file", str(row.integrity_check), RESTORE)
    for row in connection.exec_driver_sql("PRAGMA foreign_key_check"):
        yield Fault(f"{row.table}, row {row.rowid}", f"refers to something in {row.parent} that is not there", RESTORE)


def blob_faults(connection: Connection, damaged: set[str]) -> Iterator[Fault]:
    """Unpack every blob; adds the hashes of the faulty ones to `damaged`."""
    owners = _owners(connection)
    for digest in connection.execute(select(tables.BlobRow.sha256).order_by(tables.BlobRow.sha256)).scalars().all():
        try:
            for _ in unpacked(fetch(connection, digest)):
                pass
        except StoreDamaged as error:
            damaged.add(digest)
            owner = ", ".join(sorted(owners[digest])[:5]) or "nothing refers to it"
            yield Fault(f"stored content {digest[:12]} ({owner})", str(error).partition(";")[0], RESTORE)


def _owners(connection: Connection) -> defaultdict[str, set[str]]:
    """Map the hash of each blob to what it belongs to, in words."""
    owners: defaultdict[str, set[str]] = defaultdict(set)
    dataset, variant, evaluation = tables.DatasetRow, tables.VariantRow, tables.EvaluationRow
    datasets = (
        select(dataset.content, dataset.report, dataset.name, evaluation.name.label("evaluation"))
        .outerjoin(variant, variant.dataset == dataset.id)
        .outerjoin(evaluation, (evaluation.id == variant.evaluation) | (evaluation.gold == dataset.id))
    )
    for row in connection.execute(datasets):
        where = f" in evaluation {row.evaluation!r}" if row.evaluation is not None else ""
        for digest in (row.content, row.report):
            owners[digest].add(f"records of {row.name!r}{where}")
    runs = select(tables.RunRow.result_table, tables.RunRow.id).where(tables.RunRow.result_table.is_not(None))
    for run in connection.execute(runs):
        owners[str(run.result_table)].add(f"table of run {run.id!r}")
    return owners


def dataset_faults(connection: Connection, damaged: set[str]) -> Iterator[Fault]:
    """Decode every dataset whose blobs are not `damaged`, and compare it with its row."""
    table = tables.DatasetRow
    columns = (
        table.id, table.name, table.kind, table.content, table.report, table.count.label("record_count"), table.refused
    )  # fmt: skip
    for row in connection.execute(select(*columns).order_by(table.id)).all():
        where = f"dataset {row.id[:12]} ({row.name!r})"
        if row.id != dataset_id(row.kind, row.content, row.report):
            yield Fault(where, "has another id than its content gives", REPORT)
        if {row.content, row.report} & damaged:
            continue  # its blob is reported already
        try:
            loaded = decode(*(content_of(fetch(connection, digest)) for digest in (row.content, row.report)))
        except StoreDamaged as error:
            yield Fault(where, str(error).partition(";")[0], RESTORE)
            continue
        if (len(loaded.records), loaded.n_refused, loaded.name) != (row.record_count, row.refused, row.name):
            yield Fault(where, "says another name or number of records than it holds", REPORT)
