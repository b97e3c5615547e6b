"""Converts loaded records to bytes and back, exactly: 1 and 1.0, -0.0, NaN, long integers, lone surrogates, key order.

Records, ids and metadata are the content; problems and other facts about loading them are the report. The same content
gives the same bytes, whatever file it came from (the hash in LoadedRecords is of that file). Of large content, single
records can be read without the others, once someone has noted how long each of them is.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import Any, Final

from evaljson.base.any_text import dumped
from evaljson.load import LoadedRecords, LoadProblem
from evaljson.load.gc_pause import gc_paused
from evaljson.load.json.lines import LINES
from evaljson.load.loaded_records import Blanks, RowSetAside, SetAside
from evaljson.load.repaired_value import RepairedValue
from evaljson.store.errors import StoreDamaged, StoreError
from evaljson.store.rows import build

_PROBLEM: Final = ("line", "column", "path", "message", "severity", "excerpt")
"""Fields of a LoadProblem, in the order of the stored lists."""
_REPAIRED: Final = ("path", "before", "after", "why", "lossy")
"""The same of a RepairedValue."""
BEGIN: Final = b'{"records":['
"""So content begins."""
_DECODER: Final = json.JSONDecoder()


def to_bytes(value: Any) -> bytes:
    """Write a JSON value as UTF-8, lone surrogates included. Raises StoreError for what is not JSON."""
    try:
        # Not ASCII with escapes: two lone surrogates in a row would come back as one character.
        return dumped(value).encode("utf-8", "surrogatepass")
    except (TypeError, ValueError, RecursionError) as error:
        raise StoreError(f"this cannot be stored as JSON: {error}; load it by evaljson.load.read_records.") from error


def from_bytes(data: bytes) -> Any:
    """Read what `to_bytes` wrote. Raises StoreDamaged for other bytes."""
    try:
        with gc_paused():
            return json.loads(data.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError) as error:
        raise StoreDamaged(f"stored JSON cannot be read: {error}; `evaljson workspace check` shows more.") from error


def encode(loaded: LoadedRecords) -> tuple[bytes, bytes]:
    """Return (content, report) of loaded records. Raises StoreError for what is not JSON."""
    report = {
        "name": loaded.name,
        "format": loaded.format,
        "sha256": loaded.sha256,
        "n_read": loaded.n_read,
        "n_refused": loaded.n_refused,
        "problems": [[getattr(problem, name) for name in _PROBLEM] for problem in loaded.problems],
        "repaired": [[place, steps] for place, steps in loaded.repaired.items()],
        "unread": [[place, reason] for place, reason in loaded.unread.items()],
        "unread_ids": [[place, record_id] for place, record_id in loaded.unread_ids.items()],
        "taken_from": loaded.taken_from,
        "repaired_values": [
            [place, [[getattr(one, name) for name in _REPAIRED] for one in values]]
            for place, values in loaded.repaired_values.items()
        ],
    }
    if loaded.set_aside is not None:  # it came later: other records keep the bytes, and so the id, that they had
        report["set_aside"] = [loaded.set_aside.sha256, [_row(*row) for row in loaded.set_aside.rows.items()]]
    if loaded.unread_keys:
        report["unread_keys"] = [[place, known] for place, known in loaded.unread_keys.items()]
    if loaded.cut_off:
        report["cut_off"] = [[place, inside] for place, inside in loaded.cut_off.items()]
    if loaded.columns:
        report["columns"] = loaded.columns
    if loaded.refused_places:
        report["refused_places"] = loaded.refused_places
    if loaded.blank_lines:
        report["blank_lines"] = loaded.blank_lines
    if loaded.documents is not None:
        report["documents"] = loaded.documents
    records = list(loaded.records)
    return to_bytes({"records": records, "ids": loaded.ids, "metadata": loaded.metadata}), to_bytes(report)


def decode(content: bytes, report: bytes) -> LoadedRecords:
    """Read the records that `encode` wrote. Raises StoreDamaged for anything else."""
    return _loaded(from_bytes(content), from_bytes(report))


def decode_without_records(report: bytes, beside: bytes | None, records: Any) -> LoadedRecords:
    """Read all but the records, which are given. `beside` is what follows them in the content; None for nothing.

    Raises StoreDamaged for anything else than what `encode` wrote.
    """
    nothing: dict[str, Any] = {"records": [], "ids": None, "metadata": None}
    data = nothing if beside is None else from_bytes(BEGIN + beside)
    loaded = _loaded(data, from_bytes(report), aligned=False)
    if any(part is not None and len(part) != len(records) for part in (loaded.ids, loaded.metadata)):
        raise StoreDamaged("these are not stored records: their parts are of the wrong length")
    return replace(loaded, records=records)


def record_lengths(content: bytes) -> list[int]:
    """Return the length in bytes of each record in content that `encode` wrote: commas are between them.

    Raises StoreDamaged for other content.
    """
    text = content.decode("utf-8", "surrogatepass")
    is_ascii, at = text.isascii(), len(BEGIN)
    if not text.startswith(BEGIN.decode()):
        raise StoreDamaged("these are not stored records")
    lengths = []
    try:
        while text[at] != "]":
            _, end = _DECODER.raw_decode(text, at)
            lengths.append(end - at if is_ascii else len(text[at:end].encode("utf-8", "surrogatepass")))
            at = end + (text[end] == ",")
    except (ValueError, IndexError, RecursionError) as error:
        raise StoreDamaged(f"stored records cannot be read: {error}") from error
    return lengths


def record_in(content: bytes, start: int, length: int) -> Any:
    """Read one record of content that `encode` wrote; it begins at a byte. Raises StoreDamaged for another place."""
    try:
        return json.loads(content[start : start + length].decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError) as error:
        raise StoreDamaged(f"a stored record cannot be read: {error}") from error


def _loaded(data: Any, facts: Any, *, aligned: bool = True) -> LoadedRecords:
    try:
        loaded = LoadedRecords(
            records=data["records"],
            ids=data["ids"],
            metadata=data["metadata"],
            problems=[build(LoadProblem, dict(zip(_PROBLEM, problem, strict=True))) for problem in facts["problems"]],
            format=facts["format"],
            name=facts["name"],
            sha256=facts["sha256"],
            n_read=facts["n_read"],
            n_refused=facts["n_refused"],
            repaired={place: tuple(steps) for place, steps in facts["repaired"]},
            unread=dict(facts["unread"]),
            unread_ids=dict(facts.get("unread_ids", [])),
            unread_keys=dict(facts.get("unread_keys", [])),
            taken_from=facts.get("taken_from"),
            repaired_values={
                place: tuple(build(RepairedValue, dict(zip(_REPAIRED, one, strict=True))) for one in values)
                for place, values in facts.get("repaired_values", [])
            },
            set_aside=_set_aside(facts.get("set_aside")),
            cut_off=dict(facts.get("cut_off", [])),
            columns=tuple(facts.get("columns", ())),
            refused_places=tuple(facts.get("refused_places", ())),
            blank_lines=_blanks(facts),
            documents=facts.get("documents"),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise StoreDamaged(f"these are not stored records: {error!r}") from error
    _refuse_wrong_types(loaded, aligned=aligned)
    return loaded


def _blanks(facts: Any) -> Blanks | None:
    """Read where lines without a record are: JSON Lines for which that was not stored have none."""
    stored = facts.get("blank_lines", () if facts["format"].startswith(LINES) else None)
    if stored is None:
        return None
    if not all(type(number) is int for step in stored for number in step):
        raise TypeError("the lines without a record are of the wrong type")
    return tuple((at, lines) for at, lines in stored)


def _row(place: int, row: RowSetAside) -> list[Any]:
    values = [[getattr(one, name) for name in _REPAIRED] for one in row.repaired_values]
    cut_off = [row.cut_off] if row.cut_off else []  # it came later
    return [place, row.record, row.id, row.metadata, row.repaired, values, *cut_off]


def _set_aside(stored: Any) -> SetAside | None:
    """Read what `encode` wrote of records that were left out. Raises TypeError or ValueError for anything else."""
    if stored is None:
        return None
    file_sha256, rows = stored
    if not isinstance(file_sha256, str) or not all(type(row[0]) is int and isinstance(row[1], dict) for row in rows):
        raise TypeError("records that were left out are of the wrong type")
    return SetAside(
        file_sha256,
        {
            place: RowSetAside(
                record, own_id, metadata, tuple(steps),
                tuple(build(RepairedValue, dict(zip(_REPAIRED, one, strict=True))) for one in values),
                tuple(*cut_off),
            )
            for place, record, own_id, metadata, steps, values, *cut_off in rows
        },
    )  # fmt: skip


def _refuse_wrong_types(loaded: LoadedRecords, *, aligned: bool) -> None:
    """Raise StoreDamaged for content that `encode` did not write: later code trusts these types.

    `aligned`: the records are there, and what is beside them has one for each.
    """
    records = loaded.records
    beside = [part for part in (loaded.ids, loaded.metadata) if part is not None]
    sound = (
        isinstance(records, list)
        and all(record is None or isinstance(record, dict) for record in records)
        and all(isinstance(part, list) and (not aligned or len(part) == len(records)) for part in beside)
        and all(isinstance(text, str) for text in (loaded.name, loaded.format, loaded.sha256, *loaded.columns))
        and all(
            type(place) is int and isinstance(known, dict) and all(isinstance(one, str | int) for one in known.values())
            for place, known in loaded.unread_keys.items()
        )
        and (loaded.documents is None or isinstance(loaded.documents, str))
        and all(
            type(count) is int
            for count in (loaded.n_read, loaded.n_refused, *loaded.repaired, *loaded.unread, *loaded.refused_places)
        )
    )
    if not sound:
        raise StoreDamaged("these are not stored records: their parts are of the wrong type or length")


def sha256(data: bytes) -> str:
    """Hash bytes; the result is hexadecimal."""
    return hashlib.sha256(data).hexdigest()
