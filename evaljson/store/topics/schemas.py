"""Versions of an evaluation's eval schema: appended, never changed, each with who, when and why."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Select, func, insert, select

from evaljson.base.jsontypes import strict_key
from evaljson.results.signature import content_hash
from evaljson.store import tables
from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.errors import NotFound, StoreError
from evaljson.store.record_codec import sha256, to_bytes
from evaljson.store.revisions import change
from evaljson.store.snapshot import Evaluation, fetch_evaluation


@dataclass(frozen=True, slots=True)
class SchemaVersion:
    """An eval schema as it was at a moment."""

    number: int
    """From 1, in each evaluation."""
    content: str
    """Its exact JSON text."""
    sha256: str
    author: str
    message: str
    created: datetime
    parent: int | None
    """The version that was in force before."""

    @property
    def schema(self) -> dict[str, Any]:
        """A copy to work with."""
        parsed: dict[str, Any] = json.loads(self.content)
        return parsed

    @property
    def meaning(self) -> str:
        """Equal for versions that say the same, with whatever spaces and keys in whatever order."""
        return meaning_of(self.content)


_COLUMNS = tuple(getattr(tables.SchemaVersionRow, name) for name in SchemaVersion.__dataclass_fields__)


class Schemas:
    """The versions of one evaluation after the other."""

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
        """Put a new version in force; the one in force once more is no new one. Raises Conflict, NotFound.

        `text` is JSON that says this schema, to be kept to the byte. Raises StoreError where it says something else.
        """
        text = schema_text(schema) if text is None else _saying(schema, text)
        with self._database.writing() as connection:
            before = fetch_evaluation(connection, evaluation, deleted=True)
            same = before.schema_number and _found(connection, evaluation, before.schema_number).content == text
            if same and before.revision == revision and before.deleted_at is None:
                return before
            number = _last(connection, evaluation) + 1
            said = {"name": message or f"version {number}", "number": number, "before": before.schema_number}
            change(connection, evaluation, revision, by, "changed the schema:", said, schema_number=number)
            put_schema(connection, evaluation, text, by, message, before.schema_number)
            return fetch_evaluation(connection, evaluation)

    def get(self, evaluation: str, number: int) -> SchemaVersion:
        """One version. Raises NotFound."""
        with self._database.reading() as connection:
            return _found(connection, evaluation, number)

    def all(self, evaluation: str) -> list[SchemaVersion]:
        """All versions, oldest first."""
        query = _of(evaluation).order_by(tables.SchemaVersionRow.number)
        with self._database.reading() as connection:
            return [SchemaVersion(*row) for row in connection.execute(query)]


@lru_cache(maxsize=512)
def meaning_of(text: str) -> str:
    """Equal for texts of schemas that say the same."""
    return content_hash(json.loads(text))


def schema_text(schema: Mapping[str, Any]) -> str:
    """The text that is stored: key order and numbers as they are. Raises StoreError for what is no JSON."""
    return to_bytes(dict(schema)).decode("utf-8", "surrogatepass")


def _saying(schema: Mapping[str, Any], text: str) -> str:
    try:
        said = json.loads(text)
    except ValueError as error:
        raise StoreError(f"the text of the eval schema is no JSON: {error}") from None
    if strict_key(said) != strict_key(dict(schema)):
        raise StoreError("the text of the eval schema says something else than the schema: read the schema from it.")
    return text


def schema_sha256(text: str) -> str:
    """Of the exact text."""
    return sha256(text.encode("utf-8", "surrogatepass"))


def put_schema(connection: Connection, evaluation: str, text: str, by: str, message: str, parent: int | None) -> None:
    """Append a version; the evaluation's row is locked by now."""
    values = {
        "evaluation": evaluation, "number": _last(connection, evaluation) + 1, "content": text,
        "sha256": schema_sha256(text), "author": by, "message": message, "created": now(), "parent": parent,
    }  # fmt: skip
    connection.execute(insert(tables.SchemaVersionRow), values)


def _last(connection: Connection, evaluation: str) -> int:
    highest = select(func.max(tables.SchemaVersionRow.number)).where(tables.SchemaVersionRow.evaluation == evaluation)
    return connection.execute(highest).scalar() or 0


def _of(evaluation: str) -> Select[Any]:
    return select(*_COLUMNS).where(tables.SchemaVersionRow.evaluation == evaluation)


def _found(connection: Connection, evaluation: str, number: int) -> SchemaVersion:
    query = select(*_COLUMNS).where(
        tables.SchemaVersionRow.evaluation == evaluation, tables.SchemaVersionRow.number == number
    )
    row = connection.execute(query).first()
    if row is None:
        raise NotFound(f"evaluation {evaluation!r} has no schema version {number}; look at the list of its versions.")
    return SchemaVersion(*row)
