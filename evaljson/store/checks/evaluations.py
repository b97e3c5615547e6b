"""Checks schema versions, runs, evaluations and variants."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, func, select

from evaljson.store import tables
from evaljson.store.checks.fault import REPORT, RESTORE, Fault
from evaljson.store.topics.runs import signature_sha256
from evaljson.store.topics.schemas import schema_sha256


def schema_faults(connection: Connection) -> Iterator[Fault]:
    """Check the hash and the JSON of every schema version."""
    table = tables.SchemaVersionRow
    for row in connection.execute(select(table.evaluation, table.number, table.content, table.sha256)):
        where = f"schema version {row.number} of evaluation {row.evaluation!r}"
        if schema_sha256(row.content) != row.sha256:
            yield Fault(where, "has another hash than its text", REPORT)
        try:
            json.loads(row.content)
        except (ValueError, RecursionError):
            yield Fault(where, "is not JSON", REPORT)


def run_faults(connection: Connection) -> Iterator[Fault]:
    """Check the signature and the variant of every run."""
    run, variant = tables.RunRow, tables.VariantRow
    columns = (run.id, run.evaluation, run.signature, run.signature_sha256)
    query = select(*columns, variant.evaluation.label("variant_evaluation"))
    for row in connection.execute(query.outerjoin(variant, variant.id == run.variant)):
        if signature_sha256(row.signature) != row.signature_sha256:
            yield Fault(f"run {row.id!r}", "has another hash than its signature", REPORT)
        if row.variant_evaluation != row.evaluation:
            yield Fault(f"run {row.id!r}", "belongs to a variant of another evaluation", REPORT)


def evaluation_faults(connection: Connection) -> Iterator[Fault]:
    """Check the current schema version, the gold and the number of events of every evaluation."""
    evaluation, version, event = tables.EvaluationRow, tables.SchemaVersionRow, tables.EventRow
    events = select(func.count()).where(event.evaluation == evaluation.id)
    versions = select(func.count()).where(
        version.evaluation == evaluation.id, version.number == evaluation.schema_number
    )
    query: Any = select(
        evaluation.id,
        evaluation.name,
        evaluation.revision,
        evaluation.schema_number,
        events.correlate(evaluation).scalar_subquery().label("events"),
        versions.correlate(evaluation).scalar_subquery().label("versions"),
        tables.DatasetRow.kind.label("gold_kind"),
    ).outerjoin(tables.DatasetRow, tables.DatasetRow.id == evaluation.gold)
    for row in connection.execute(query):
        where = f"evaluation {row.id!r} ({row.name!r})"
        if row.schema_number is not None and not row.versions:
            yield Fault(where, f"is under schema version {row.schema_number}, which is not there", RESTORE)
        if row.gold_kind not in (None, "gold"):
            yield Fault(where, "has extracted records as gold", REPORT)
        if row.events != row.revision:
            yield Fault(where, f"is at revision {row.revision} after {row.events} recorded changes", REPORT)


def variant_faults(connection: Connection) -> Iterator[Fault]:
    """Check that every variant holds extracted records."""
    variant, dataset = tables.VariantRow, tables.DatasetRow
    query = select(variant.id, variant.name).join(dataset, dataset.id == variant.dataset)
    for row in connection.execute(query.where(dataset.kind != "extracted")):
        yield Fault(f"variant {row.id!r} ({row.name!r})", "holds gold", REPORT)
