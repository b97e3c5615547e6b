"""Datasets: loaded records, stored once however often they are loaded, and returned exactly."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Literal

from sqlalchemy import Connection, Select, bindparam, select, update

from evaljson.load import LoadedRecords
from evaljson.store import tables
from evaljson.store.blobs import Packed, content_of, fetch, pack, put
from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.errors import NotFound
from evaljson.store.record_codec import decode, encode, sha256
from evaljson.store.rows import build, columns_for, insert_missing

Kind = Literal["gold", "extracted"]
Records = str | LoadedRecords
"""The id of a stored dataset, or records to store in the same transaction."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """What is known of loaded records without loading them."""

    id: str
    name: str
    """Of the file."""
    kind: Kind
    count: int
    """Positions, including refused ones of extracted records."""
    refused: int
    created: datetime
    created_by: str


@dataclass(frozen=True, slots=True)
class Prepared:
    """A dataset to be stored: hashed and compressed before the transaction begins."""

    id: str
    content: Packed
    report: Packed
    name: str
    kind: Kind
    count: int
    refused: int


class Datasets:
    """Loaded records."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, loaded: LoadedRecords, kind: Kind, *, by: str) -> Dataset:
        """Store records; storing the same ones again returns the existing dataset. Raises StoreError."""
        prepared = _pack(loaded, kind)
        with self._database.writing() as connection:
            return fetch_dataset(connection, store_dataset(connection, prepared, kind, by))

    def get(self, dataset: str) -> Dataset:
        """Read what is known of a dataset. Raises NotFound."""
        with self._database.reading() as connection:
            return fetch_dataset(connection, dataset)

    def load(self, dataset: str) -> LoadedRecords:
        """Load the records exactly as they were stored, their hash verified. Raises NotFound, StoreDamaged."""
        return decode(self.content(dataset), self.report(dataset))

    def content(self, dataset: str) -> bytes:
        """Read the records as they are stored (see `record_codec`), their hash verified. Raises as `load`."""
        return self._blob(dataset, "content")

    def report(self, dataset: str) -> bytes:
        """Read what is known of the records beside them, as `content` does."""
        return self._blob(dataset, "report")

    def _blob(self, dataset: str, column: str) -> bytes:
        with self._database.reading() as connection:
            row = connection.execute(_blob_query(column), {"of_dataset": dataset}).first()
            if row is None:
                raise _unknown(dataset)
            packed = fetch(connection, row[0])
        return content_of(packed)


def prepare(records: Records, kind: Kind) -> Prepared | str:
    """Do the slow part of storing records before the transaction begins; an id is returned as it is.

    Raises StoreError for what is not JSON, or too large for one value of a database.
    """
    return _pack(records, kind) if isinstance(records, LoadedRecords) else records


def _pack(loaded: LoadedRecords, kind: Kind) -> Prepared:
    content, report = map(pack, encode(loaded))
    identity = dataset_id(kind, content.sha256, report.sha256)
    return Prepared(identity, content, report, loaded.name, kind, len(loaded.records), loaded.n_refused)


def dataset_id(kind: str, content: str, report: str) -> str:
    """Hash kind, content and report: what is equal in all three is one dataset."""
    return sha256(f"{kind} {content} {report}".encode())


def store_dataset(connection: Connection, records: Prepared | str, kind: Kind, by: str) -> str:
    """Store prepared records unless they exist, and return the dataset's id; `gc` spares what was stored recently.

    Raises NotFound for an id that is not a dataset of this kind.
    """
    if not isinstance(records, Prepared):
        if fetch_dataset(connection, records).kind != kind:
            raise NotFound(f"dataset {records[:12]} does not hold {kind} records; load the file again.")
        return records
    content, report = put(connection, records.content), put(connection, records.report)
    moment = now()
    values: dict[str, Any] = {
        "id": records.id, "content": content, "report": report, "name": records.name, "kind": records.kind,
        "count": records.count, "refused": records.refused, "created": moment, "created_by": by, "used": moment,
    }  # fmt: skip
    connection.execute(insert_missing(connection, tables.DatasetRow), values)
    connection.execute(update(tables.DatasetRow).where(tables.DatasetRow.id == records.id).values(used=moment))
    return records.id


def fetch_dataset(connection: Connection, dataset: str) -> Dataset:
    """Read what is known of a dataset. Raises NotFound."""
    row = connection.execute(_query(), {"of_dataset": dataset}).mappings().first()
    if row is None:
        raise _unknown(dataset)
    return build(Dataset, row)


def has_same_records(connection: Connection, records: Prepared | str, dataset: str) -> bool:
    """Check whether a dataset holds these very records, whatever is known of either beside them."""
    query = select(tables.DatasetRow.content)
    held = connection.scalar(query.where(tables.DatasetRow.id == dataset))
    if isinstance(records, Prepared):
        return held == records.content.sha256
    return held is not None and held == connection.scalar(query.where(tables.DatasetRow.id == records))


@cache
def _query() -> Select[Any]:
    """Built once, as the next one: that takes longer than reading."""
    return select(*columns_for(Dataset, tables.DatasetRow)).where(tables.DatasetRow.id == bindparam("of_dataset"))


@cache
def _blob_query(column: str) -> Select[Any]:
    return select(getattr(tables.DatasetRow, column)).where(tables.DatasetRow.id == bindparam("of_dataset"))


def _unknown(dataset: str) -> NotFound:
    return NotFound(f"there is no dataset {dataset[:12]!r} here; it may have been removed, so load the file again.")
