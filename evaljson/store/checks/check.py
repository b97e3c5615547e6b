"""Checks every hash, reference and count of the store."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from evaljson.store import tables
from evaljson.store.checks.content import blob_faults, dataset_faults, file_faults
from evaljson.store.checks.evaluations import evaluation_faults, run_faults, schema_faults, variant_faults
from evaljson.store.checks.fault import Fault
from evaljson.store.checks.judging import judgement_faults, label_faults, usage_faults
from evaljson.store.checks.reviews import card_faults, event_faults, review_faults, seat_faults
from evaljson.store.engine import Database


@dataclass(frozen=True, slots=True)
class Checked:
    """How much was checked, and the faults."""

    evaluations: int
    datasets: int
    runs: int
    blobs: int
    faults: tuple[Fault, ...]


def check(database: Database) -> Checked:
    """Check the store as it is at one moment; writers go on. Raises StoreError if the database cannot be read."""
    with database.reading() as connection:
        faults = tuple(_faults(connection))
        return Checked(
            evaluations=_count(connection, tables.EvaluationRow),
            datasets=_count(connection, tables.DatasetRow),
            runs=_count(connection, tables.RunRow),
            blobs=_count(connection, tables.BlobRow),
            faults=faults,
        )


def _count(connection: Connection, table: type[tables.Base]) -> int:
    return connection.execute(select(func.count()).select_from(table)).scalar_one()


def _faults(connection: Connection) -> Iterator[Fault]:
    if connection.dialect.name == "sqlite":
        yield from file_faults(connection)
    damaged: set[str] = set()
    yield from blob_faults(connection, damaged)
    yield from dataset_faults(connection, damaged)
    yield from schema_faults(connection)
    yield from run_faults(connection)
    yield from evaluation_faults(connection)
    yield from variant_faults(connection)
    yield from judgement_faults(connection)
    yield from label_faults(connection)
    yield from usage_faults(connection)
    yield from review_faults(connection)
    yield from card_faults(connection)
    yield from event_faults(connection)
    yield from seat_faults(connection)
