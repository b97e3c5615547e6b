"""Describes the file of a workspace: a zip with a manifest, the rows of each table and the blobs.

    manifest.json           the contents, with sizes and hashes
    rows/evaluations.jsonl  one row per line, in the order of the primary key
    blobs/<sha256>          as they are stored: compressed

The same workspace gives the same bytes. Jobs, the daily spending of the server's key, who has a review open, the cards
that are on loan, and notes for the audit that a whole workspace was exported or imported are left out: they belong to
one server.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Float,
    Integer,
    Select,
    String,
    Table,
    and_,
    not_,
    null,
    select,
)

from evaljson.base import limits
from evaljson.store import tables
from evaljson.store.blobs import MAX_PACKED, MAX_UNPACKED
from evaljson.store.column_types import JsonList, JsonText, Moment
from evaljson.store.errors import ArchiveError

FORMAT: Final = "evaljson workspace"
VERSION: Final = 1
MANIFEST: Final = "manifest.json"
_SHA: Final = re.compile(r"[0-9a-f]{64}")
_MAX_INTEGER: Final = 2**31 - 1
_MAX_BIG: Final = 2**63 - 1

_NAMES: Final = (
    "datasets", "evaluations", "schema_versions", "variants", "runs", "events", "settings",
    "judgements", "labels", "judge_usage",
    "reviews", "review_cards", "review_seats", "review_visits", "review_events", "members", "audit",
)  # fmt: skip
TABLES: Final[tuple[Table, ...]] = tuple(tables.Base.metadata.tables[name] for name in _NAMES)
"""In an order in which every row follows the rows it refers to. Blobs come before all of them."""

_LEFT_OUT: Final = {"review_seats": ("holder", "session", "token", "until")}
"""Columns of tables that are empty in an export."""
_OF_ONE_SERVER: Final = and_(tables.AuditRow.evaluation.is_(None), tables.AuditRow.action.in_(("exported", "imported")))
"""Entries of the audit that no export has."""
WORKSPACE: Final = "workspace"
"""What these entries say was exported or imported."""


def exported(table: Table) -> Select[Any]:
    """Select what an export holds of a table, in the order of its primary key."""
    left_out = _LEFT_OUT.get(table.name, ())
    columns = [null().label(column.name) if column.name in left_out else column for column in table.columns]
    query = select(*columns).order_by(*table.primary_key.columns)
    return query.where(not_(_OF_ONE_SERVER)) if table is tables.AuditRow.__table__ else query


def rows_name(table: str) -> str:
    """Name the entry of a table's rows."""
    return f"rows/{table}.jsonl"


def blob_name(digest: str) -> str:
    """Name the entry of a blob."""
    return f"blobs/{digest}"


def to_archive(row: Mapping[str, Any]) -> dict[str, Any]:
    """Convert a row to JSON."""
    return {key: value.isoformat() if isinstance(value, datetime) else value for key, value in row.items()}


def from_archive(table: Table, row: Any) -> dict[str, Any]:
    """Convert JSON to a row. Raises ArchiveError for anything that `to_archive` does not write."""
    if not isinstance(row, dict) or set(row) != set(table.columns.keys()):
        raise ArchiveError(f"{rows_name(table.name)}: the columns of a row are not those of this version of evaljson.")
    if any(row[name] is not None for name in _LEFT_OUT.get(table.name, ())):
        raise ArchiveError(f"{rows_name(table.name)}: a row holds something that no export has.")
    return {column.name: _value(table, column, row[column.name]) for column in table.columns}


def _value(table: Table, column: Column[Any], value: Any) -> Any:
    if value is None and column.nullable:
        return None
    if isinstance(column.type, Moment) and type(value) is str:
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            moment = None
        if moment is not None and moment.tzinfo is not None:
            return moment
    elif _fits(column.type, value):
        return value
    raise ArchiveError(f"{rows_name(table.name)}: {column.name} has a value of the wrong type or size.")


def _fits(kind: Any, value: Any) -> bool:
    if isinstance(kind, JsonList):
        return isinstance(value, list)
    if isinstance(kind, JsonText):
        return isinstance(value, dict)
    if isinstance(kind, Boolean):
        return type(value) is bool
    if isinstance(kind, Integer):
        return type(value) is int and abs(value) <= (_MAX_BIG if isinstance(kind, BigInteger) else _MAX_INTEGER)
    if isinstance(kind, Float | Double):
        return type(value) in (int, float)
    return type(value) is str and (not isinstance(kind, String) or kind.length is None or len(value) <= kind.length)


def checked_manifest(manifest: Any, layout: str) -> dict[str, Any]:
    """Return the manifest if each part is of the right type and size. Raises ArchiveError."""
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise ArchiveError("this is not an export of an evaljson workspace.")
    if manifest.get("version") != VERSION or manifest.get("layout") != layout:
        raise ArchiveError(
            f"this was exported by evaljson {manifest.get('evaljson')!s:.20}, whose tables differ from this version's "
            f"({layout}); use the same version for export and import, and update afterwards."
        )
    rows, blobs = manifest.get("rows"), manifest.get("blobs")
    wanted = {table.name for table in TABLES}
    if not isinstance(rows, dict) or set(rows) != wanted or not all(map(_sound_rows, rows.values())):
        raise ArchiveError("the manifest's list of rows was not written by evaljson.")
    if not isinstance(blobs, dict) or not all(_SHA.fullmatch(key) and _sound_blob(blobs[key]) for key in blobs):
        raise ArchiveError("the manifest's list of blobs was not written by evaljson.")
    for limit, parts in (("archive_rows", rows), ("archive_content", blobs)):
        refuse_beyond(limit, sum(part["size"] for part in parts.values()))
    return manifest


def refuse_beyond(limit: str, size: int) -> None:
    """Raise ArchiveError for a size beyond a limit."""
    most = limits.current()
    if size > getattr(most, limit):
        raise ArchiveError(most.says(limit, seen=size))


def _sound_rows(part: Any) -> bool:
    return (
        isinstance(part, dict) and _count(part.get("rows")) and _count(part.get("size")) and _hash(part.get("sha256"))
    )


def _sound_blob(part: Any) -> bool:
    return (
        isinstance(part, dict)
        and part.get("codec") in ("raw", "zstd")
        and _count(part.get("size"), MAX_UNPACKED)
        and _count(part.get("packed"), MAX_PACKED)
        and _hash(part.get("sha256"))
    )


def _count(value: Any, most: int = 2**63) -> bool:
    return type(value) is int and 0 <= value <= most


def _hash(value: Any) -> bool:
    return isinstance(value, str) and _SHA.fullmatch(value) is not None
