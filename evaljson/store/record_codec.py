"""Loaded records as bytes and back, exactly: 1 and 1.0, -0.0, NaN, long integers, lone surrogates, key order, None.

Records, ids and metadata are the content; what became of them while they were read is the report. The same content
gives the same bytes, whatever file it came from (the hash in LoadedRecords is of that file).
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from evaljson.base.any_text import dumped
from evaljson.load import LoadedRecords, LoadProblem
from evaljson.load.gc_pause import gc_paused
from evaljson.store.errors import StoreDamaged, StoreError


def to_bytes(value: Any) -> bytes:
    """A JSON value as UTF-8, lone surrogates included. Raises StoreError for what is no JSON."""
    try:
        # Not ASCII with escapes: two lone surrogates in a row would come back as one character.
        return dumped(value).encode("utf-8", "surrogatepass")
    except (TypeError, ValueError, RecursionError) as error:
        raise StoreError(f"this cannot be stored as JSON: {error}; load it by evaljson.load.read_records.") from error


def from_bytes(data: bytes) -> Any:
    """What `to_bytes` was given. Raises StoreDamaged for other bytes."""
    try:
        with gc_paused():
            return json.loads(data.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError) as error:
        raise StoreDamaged(f"stored JSON cannot be read: {error}; `evaljson workspace check` tells more.") from error


def encode(loaded: LoadedRecords) -> tuple[bytes, bytes]:
    """(content, report) of loaded records. Raises StoreError for what is no JSON."""
    report = {
        "name": loaded.name,
        "format": loaded.format,
        "sha256": loaded.sha256,
        "n_read": loaded.n_read,
        "n_refused": loaded.n_refused,
        "problems": [[p.line, p.column, p.path, p.message, p.severity, p.excerpt] for p in loaded.problems],
        "repaired": [[place, steps] for place, steps in loaded.repaired.items()],
        "unread": [[place, reason] for place, reason in loaded.unread.items()],
        "unread_ids": [[place, own] for place, own in loaded.unread_ids.items()],
        "taken_from": loaded.taken_from,
    }
    return to_bytes({"records": loaded.records, "ids": loaded.ids, "metadata": loaded.metadata}), to_bytes(report)


def decode(content: bytes, report: bytes) -> LoadedRecords:
    """The records that `encode` was given. Raises StoreDamaged for anything else."""
    held, told = from_bytes(content), from_bytes(report)
    try:
        loaded = LoadedRecords(
            records=held["records"],
            ids=held["ids"],
            metadata=held["metadata"],
            problems=[LoadProblem(*problem) for problem in told["problems"]],
            format=told["format"],
            name=told["name"],
            sha256=told["sha256"],
            n_read=told["n_read"],
            n_refused=told["n_refused"],
            repaired={place: tuple(steps) for place, steps in told["repaired"]},
            unread=dict(told["unread"]),
            unread_ids=dict(told.get("unread_ids", [])),
            taken_from=told.get("taken_from"),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise StoreDamaged(f"these are no stored records: {error!r}") from error
    _refuse_odd(loaded)
    return loaded


def _refuse_odd(loaded: LoadedRecords) -> None:
    """What was written by something else than `encode` must not reach the code that trusts these types."""
    records = loaded.records
    aligned = [part for part in (loaded.ids, loaded.metadata) if part is not None]
    sound = (
        isinstance(records, list)
        and all(record is None or isinstance(record, dict) for record in records)
        and all(isinstance(part, list) and len(part) == len(records) for part in aligned)
        and all(isinstance(text, str) for text in (loaded.name, loaded.format, loaded.sha256))
        and all(type(count) is int for count in (loaded.n_read, loaded.n_refused, *loaded.repaired, *loaded.unread))
    )
    if not sound:
        raise StoreDamaged("these are no stored records: their parts are of the wrong type or length")


def sha256(data: bytes) -> str:
    """In hex."""
    return hashlib.sha256(data).hexdigest()
