"""Schema versions of an evaluation: appended, never changed, each with author, time and message."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache
from typing import Any

from sqlalchemy import Connection, Select, bindparam, func, insert, select

from evaljson.base.jsontypes import strict_key
from evaljson.results.signature import content_hash
from evaljson.store import tables
from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.errors import NotFound, StoreError
from evaljson.store.record_codec import sha256, to_bytes
from evaljson.store.revisions import change
from evaljson.store.rows import build, columns_for
from evaljson.store.topics.snapshot import Evaluation, fetch_evaluation


@dataclass(frozen=True, slots=True)
class SchemaVersion:
    """One version of an eval schema."""

    number: int
    """From 1, in each evaluation."""
    content: str
    """Its exact JSON text."""
    sha256: str
    author: str
    message: str
    created: datetime
    parent: int | None
    """The version that was current before."""

    @property
    def schema(self) -> dict[str, Any]:
        """A new copy of the schema."""
        parsed: dict[str, Any] = json.loads(self.content)
        return parsed

    @property
    def meaning(self) -> str:
        """Hash that versions share if they differ in white space and the order of keys only."""
        return meaning_of(self.content)


class Schemas:
    """Add and read schema versions."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self,
        evaluation: str,
        revision: int,
        schema: Mapping[str, Any],
        *,
        by: str,
        message: str = "",
        text: str | None = None,
    ) -> Evaluation:
        """Add a version and make it current; the current text again adds nothing. Raises Conflict, NotFound.

        `text` is the JSON of this schema, to be stored byte by byte. Raises StoreError if it is another schema.
        """
        text = schema_text(schema) if text is None else _checked_text(schema, text)
        with self._database.writing() as connection:
            before = fetch_evaluation(connection, evaluation, deleted=True)
            same = before.schema_number and _fetch(connection, evaluation, before.schema_number).content == text
            if same and before.revision == revision and before.deleted_at is None:
                return before
            number = _last_number(connection, evaluation) + 1
            detail = {"name": message or f"version {number}", "number": number, "before": before.schema_number}
            change(connection, evaluation, revision, by, "changed the schema:", detail, schema_number=number)
            insert_schema(connection, evaluation, text, by, message, before.schema_number)
            return fetch_evaluation(connection, evaluation)

    def get(self, evaluation: str, number: int) -> SchemaVersion:
        """Read one version. Raises NotFound."""
        with self._database.reading() as connection:
            return _fetch(connection, evaluation, number)

    def all(self, evaluation: str) -> list[SchemaVersion]:
        """List all versions, oldest first."""
        query = _query().order_by(tables.SchemaVersionRow.number)
        with self._database.reading() as connection:
            rows = connection.execute(query, {"of_evaluation": evaluation}).mappings()
            return [build(SchemaVersion, row) for row in rows]


@lru_cache(maxsize=512)
def meaning_of(text: str) -> str:
    """Hash a schema whatever the white space of its text and the order of its keys."""
    return content_hash(json.loads(text))


def schema_text(schema: Mapping[str, Any]) -> str:
    """Return the text to store: key order and numbers unchanged. Raises StoreError for what is not JSON."""
    return to_bytes(dict(schema)).decode("utf-8", "surrogatepass")


def _checked_text(schema: Mapping[str, Any], text: str) -> str:
    try:
        parsed = json.loads(text)
    except ValueError as error:
        raise StoreError(f"the text of the eval schema is not JSON: {error}") from None
    if strict_key(parsed) != strict_key(dict(schema)):
        raise StoreError("the text of the eval schema is not this schema: read the schema from the text.")
    return text


def schema_sha256(text: str) -> str:
    """Hash the exact text."""
    return sha256(text.encode("utf-8", "surrogatepass"))


def insert_schema(
    connection: Connection, evaluation: str, text: str, by: str, message: str, parent: int | None
) -> None:
    """Append a version; the transaction must hold the evaluation's row."""
    values = {
        "evaluation": evaluation, "number": _last_number(connection, evaluation) + 1, "content": text,
        "sha256": schema_sha256(text), "author": by, "message": message, "created": now(), "parent": parent,
    }  # fmt: skip
    connection.execute(insert(tables.SchemaVersionRow), values)


def _last_number(connection: Connection, evaluation: str) -> int:
    highest = select(func.max(tables.SchemaVersionRow.number)).where(tables.SchemaVersionRow.evaluation == evaluation)
    return connection.execute(highest).scalar() or 0


@cache
def _query() -> Select[Any]:
    """Select the versions of one evaluation; built once, since that takes longer than reading."""
    columns = columns_for(SchemaVersion, tables.SchemaVersionRow)
    return select(*columns).where(tables.SchemaVersionRow.evaluation == bindparam("of_evaluation"))


@cache
def _version_query() -> Select[Any]:
    return _query().where(tables.SchemaVersionRow.number == bindparam("of_number"))


def _fetch(connection: Connection, evaluation: str, number: int) -> SchemaVersion:
    row = connection.execute(_version_query(), {"of_evaluation": evaluation, "of_number": number}).mappings().first()
    if row is None:
        raise NotFound(f"evaluation {evaluation!r} has no schema version {number}; choose one from its history.")
    return build(SchemaVersion, row)
