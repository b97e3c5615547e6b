"""Files to records, for a person at a terminal: `-` is stdin, and what could not be read is said."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO

from evaljson.base.errors import InputError, LoadError
from evaljson.cli.options.reading import ReadingOptions, told_of
from evaljson.cli.text.console import Voice
from evaljson.load import MAX_BYTES, LoadedRecords, read_records
from evaljson.load.result import Kind
from evaljson.load.sources import read_content

STDIN = "-"
_SHOWN = 10
_AS_DETECTED = ReadingOptions()
_KEY_NAMES = ("id", "record_id", "_id")
_LIKE_AN_ID = re.compile(r"(?:^|[_\W])(?i:id|key|uuid|guid)$|[a-z]Id$")


def source(file: str, folders: bool = False) -> Path | BinaryIO:
    """What to read for an argument. Raises LoadError where there is no such file, or a folder where none will do."""
    if file == STDIN:
        return sys.stdin.buffer
    path = Path(file)
    try:
        there, folder = path.exists(), path.is_dir()
    except (OSError, ValueError) as error:  # a name that is too long, or with a NUL in it
        raise LoadError(f"{file[:80]!r} cannot be read: {error}.") from error
    if not there:
        raise LoadError(f"{file}: no such file; check the name.")
    if folder and not folders:
        raise LoadError(f"{file}: this is a folder; name a file in it.")
    return path


def read_file(file: str, max_bytes: int) -> tuple[bytes, str]:
    """The bytes of a file as UTF-8, unpacked, and its name. Raises LoadError."""
    content = read_content(source(file), "stdin" if file == STDIN else None, max_bytes)
    if content.broken:
        raise LoadError(f"{content.name}: {content.broken}")
    return content.data, content.name


def read(
    file: str, kind: Kind, id_field: str | None, voice: Voice, reading: ReadingOptions = _AS_DETECTED
) -> LoadedRecords:
    """The records of a file or folder; what was made of them, and what could not be read, is said. Raises LoadError."""
    name = "stdin" if file == STDIN else None
    loaded = read_records(
        source(file, folders=True), name=name, kind=kind, max_bytes=MAX_BYTES, id_field=id_field,
        text_field=reading.text_field, payload=reading.payload, metadata=reading.metadata, cells=reading.cells,
        repair=reading.repair,
    )  # fmt: skip
    for problem in loaded.problems[:_SHOWN]:
        shown = f" | {problem.excerpt}" if problem.excerpt else ""
        voice.warn(f"{loaded.name}: {problem}{shown}")
    if len(loaded.problems) > _SHOWN:
        voice.warn(f"{loaded.name}: {len(loaded.problems) - _SHOWN:,} more like these; score --json lists all.")
    for line in told_of(loaded, reading, id_field):
        voice.note(line)
    return loaded


def gold_records(loaded: LoadedRecords) -> list[dict[str, Any]]:
    """The gold that was read: refused gold leaves no gap. Raises InputError where nothing is left."""
    found = [record for record in loaded.records if record is not None]
    if not found:
        raise InputError(f"{loaded.name} holds no gold record that can be read: nothing can be done with it.")
    return found


def keyed(gold: LoadedRecords) -> tuple[LoadedRecords, str | None]:
    """Gold that came as `{id: record}` with its keys in an id field, and that field's name; other gold as it is.

    The field is one that no gold record uses for something else.
    """
    if gold.ids is None:
        return gold, None
    pairs = [(key, record) for key, record in zip(gold.ids, gold.records, strict=True) if record is not None]
    for name in _KEY_NAMES:
        if all(record.get(name, key) == key for key, record in pairs):
            return replace(gold, records=[{name: key, **record} for key, record in pairs]), name
    return gold, None


def id_candidates(gold: Sequence[dict[str, Any]], extracted: Sequence[dict[str, Any] | None]) -> list[str]:
    """Keys named like an id that every record has and that tell all gold records apart: each could be the id field."""
    produced = [record for record in extracted if record is not None]
    named = [key for key in gold[0] if _LIKE_AN_ID.search(key)]
    shared = [key for key in named if all(key in record for record in (*gold, *produced))]
    return [key for key in shared if _tells_apart([record[key] for record in gold])]


def _tells_apart(values: list[Any]) -> bool:
    usable = all(type(value) is str or type(value) is int for value in values)
    return usable and len(set(values)) == len(values)
