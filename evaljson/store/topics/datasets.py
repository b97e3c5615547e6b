"""Datasets: loaded records, stored once however often they are loaded, and given back exactly."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection, select, update

from evaljson.load import LoadedRecords
from evaljson.store import tables
from evaljson.store.blobs import Packed, content_of, fetch, insert_missing, pack, put
from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.errors import NotFound
from evaljson.store.record_codec import decode, encode, sha256

Kind = Literal["gold", "extracted"]
Records = str | LoadedRecords
"""The id of a dataset that is stored, or records to be stored in the same transaction."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """What is known of loaded records without loading them."""

    id: str
    name: str
    """Of the file."""
    kind: Kind
    count: int
    """Positions, refused ones of extracted records included."""
    refused: int
    created: datetime
    created_by: str


@dataclass(frozen=True, slots=True)
class Prepared:
    """A dataset on its way into the store: hashed and compressed before the transaction begins."""

    id: str
    content: Packed
    report: Packed
    name: str
    kind: Kind
    count: int
    refused: int


COLUMNS = tuple(getattr(tables.DatasetRow, name) for name in Dataset.__dataclass_fields__)


class Datasets:
    """Loaded records."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, loaded: LoadedRecords, kind: Kind, *, by: str) -> Dataset:
        """Store records; the same ones again give the dataset that is there. Raises StoreError."""
        prepared = prepare(loaded, kind)
        with self._database.writing() as connection:
            return found(connection, put_dataset(connection, prepared, by))

    def get(self, dataset: str) -> Dataset:
        """What is known of them. Raises NotFound."""
        with self._database.reading() as connection:
            return found(connection, dataset)

    def load(self, dataset: str) -> LoadedRecords:
        """The records exactly as they were stored, their hash verified. Raises NotFound, StoreDamaged."""
        wanted = select(tables.DatasetRow.content, tables.DatasetRow.report).where(tables.DatasetRow.id == dataset)
        with self._database.reading() as connection:
            row = connection.execute(wanted).first()
            if row is None:
                raise _unknown(dataset)
            content, report = fetch(connection, row.content), fetch(connection, row.report)
        return decode(content_of(content), content_of(report))


def prepare(loaded: LoadedRecords, kind: Kind) -> Prepared:
    """Raises StoreError for what is no JSON, or too much for one value of a database."""
    content, report = map(pack, encode(loaded))
    identity = dataset_id(kind, content.sha256, report.sha256)
    return Prepared(identity, content, report, loaded.name, kind, len(loaded.records), loaded.n_refused)


def dataset_id(kind: str, content: str, report: str) -> str:
    """Same kind, content and report, same dataset."""
    return sha256(f"{kind} {content} {report}".encode())


def ready(records: Records | None, kind: Kind) -> Prepared | str | None:
    """What `settle` takes: the slow part of storing, done outside of the transaction."""
    return prepare(records, kind) if isinstance(records, LoadedRecords) else records


def settle(connection: Connection, records: Prepared | str, kind: Kind, by: str) -> str:
    """The id of a dataset that is in the store from now on. Raises NotFound for an id of none of this kind."""
    if isinstance(records, Prepared):
        return put_dataset(connection, records, by)
    if found(connection, records).kind != kind:
        raise NotFound(f"dataset {records[:12]} does not hold {kind} records; load the file again.")
    return records


def put_dataset(connection: Connection, prepared: Prepared, by: str) -> str:
    """Store it unless it is there, and note that it is wanted."""
    content, report = put(connection, prepared.content), put(connection, prepared.report)
    moment = now()
    values: dict[str, Any] = {
        "id": prepared.id, "content": content, "report": report, "name": prepared.name, "kind": prepared.kind,
        "count": prepared.count, "refused": prepared.refused, "created": moment, "created_by": by, "used": moment,
    }  # fmt: skip
    connection.execute(insert_missing(connection, tables.DatasetRow), values)
    connection.execute(update(tables.DatasetRow).where(tables.DatasetRow.id == prepared.id).values(used=moment))
    return prepared.id


def found(connection: Connection, dataset: str) -> Dataset:
    """What is known of a dataset. Raises NotFound."""
    row = connection.execute(select(*COLUMNS).where(tables.DatasetRow.id == dataset)).first()
    if row is None:
        raise _unknown(dataset)
    return as_dataset(row)


def as_dataset(row: Any) -> Dataset:
    """A row of COLUMNS."""
    return Dataset(*row)


def _unknown(dataset: str) -> NotFound:
    return NotFound(f"there is no dataset {dataset[:12]!r} here (any more); load the file again.")
