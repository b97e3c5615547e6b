"""Where the records of a file in JSON Lines are, and a hash of each one's id, in 33 bytes a record."""

from __future__ import annotations

import codecs
import gzip
import hashlib
import os
import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from evaljson.base.errors import InputError, LoadError
from evaljson.load import read_records
from evaljson.load.formats.gzipped import GZIP
from evaljson.load.json import fast
from evaljson.load.json.id_of_broken import id_in, usable_id
from evaljson.load.json.lines import is_complete
from evaljson.load.json.source_text import SourceText

Hashes = npt.NDArray[np.uint64]
Offsets = npt.NDArray[np.int64]
_BLOCK: Final = 1 << 16
NO_ID, UNREADABLE, NULL = 1, 2, 3
"""What a line is that has no usable id: a record without one, a broken line without one, or null."""


@dataclass(frozen=True, slots=True)
class LineIndex:
    """The lines of a file that are not blank."""

    file: str
    size: int
    changed: int
    """When the file was last changed, in nanoseconds."""
    sha256: str
    start: Offsets
    end: Offsets
    line: Offsets
    """Number of the line in the file, from 1."""
    ids: Hashes
    """Ids with the same text have the same hash, also 1 and "1"."""
    kind: npt.NDArray[np.int8]
    """0 for a record with an id, else one of the above."""

    def __len__(self) -> int:
        return len(self.start)


def unpacked(file: str, folder: Path) -> str:
    """Return the file itself, or if it is gzip a copy of it unpacked into the folder. Raises LoadError."""
    try:
        with open(file, "rb") as stream:
            if not stream.read(2).startswith(GZIP[:2]):
                return file
        folder.mkdir(parents=True, exist_ok=True)
        plain = folder / f"{hashlib.sha256(os.fsencode(file)).hexdigest()[:12]}.jsonl"
        if not plain.exists():
            with gzip.open(file) as packed, open(f"{plain}.new", "wb") as whole:
                shutil.copyfileobj(packed, whole, 1 << 20)
            os.replace(f"{plain}.new", plain)
        return str(plain)
    except FileNotFoundError as error:
        raise LoadError(f"{file}: no such file.") from error
    except (EOFError, gzip.BadGzipFile) as error:
        raise LoadError(f"{file}: the gzip is damaged ({error}).") from error


def index_lines(
    file: str, id_field: str | None, reading: dict[str, Any], report: Callable[[int], None] = lambda size: None
) -> LineIndex:
    """Read a file once. `reading` are arguments of `read_records`; `report` is called with the bytes read so far.

    Raises LoadError for a file that is not JSON Lines.
    """
    id_of = _id_reader(id_field, reading)
    columns: tuple[list[int], ...] = ([], [], [], [], [])
    parts: list[tuple[Any, ...]] = []
    digest, at, number = hashlib.sha256(), 0, 0
    with open(file, "rb") as stream:
        about = os.fstat(stream.fileno())
        for line in stream:
            digest.update(line)
            number += 1
            begin, at = at, at + len(line)
            if not columns[0] and not parts:
                if number == 1 and line.startswith(codecs.BOM_UTF8):
                    begin, line = begin + 3, line[3:]
                if not line.isspace():
                    _check_first(line, file)
            if not line or line.isspace():
                continue
            key, kind = id_of(line, number)
            for column, value in zip(columns, (begin, at, number, key, kind), strict=True):
                column.append(value)
            if len(columns[0]) == _BLOCK:
                parts.append(_packed(columns))
                for column in columns:
                    column.clear()
                report(at)
    parts.append(_packed(columns))
    report(at)
    if not sum(len(part[0]) for part in parts):
        raise LoadError(f"{Path(file).name}: the file is empty; expected a record on each line.")
    whole = [np.concatenate(column) for column in zip(*parts, strict=True)]
    return LineIndex(file, about.st_size, about.st_mtime_ns, digest.hexdigest(), *whole)


def _packed(columns: Sequence[list[int]]) -> tuple[Any, ...]:
    kinds = (np.int64, np.int64, np.int64, np.uint64, np.int8)
    return tuple(np.array(column, kind) for column, kind in zip(columns, kinds, strict=True))


def _check_first(line: bytes, file: str) -> None:
    """Raise LoadError unless the first line is a record, or broken in itself."""
    start = line.lstrip()
    if start.rstrip() == b"null" or (start.startswith(b"{") and (is_complete(line) or start.rstrip() != b"{")):
        return
    raise LoadError(
        f"{Path(file).name}: parts are read from JSON Lines, with a record on each line, in UTF-8, gzip or not; "
        "write the file so, or score it at once."
    )


def _id_reader(id_field: str | None, reading: dict[str, Any]) -> Callable[[bytes, int], tuple[int, int]]:
    """Return a function of a line and its number that gives the hash of the id, and what the line is."""
    plain = not any(reading.get(name) for name in ("payload", "text_field"))
    if id_field is None:
        return lambda line, number: (0, NULL if line.strip() == b"null" else 0)
    name = fast_name(id_field)
    quick = re.compile(rb'\s*\{\s*"' + re.escape(name) + rb'"\s*:\s*(?:"([^"\\]*)"|(-?[1-9][0-9]{0,17}|0))\s*[,}]')
    quoted = b'"' + name + b'"'

    def read(line: bytes, number: int) -> tuple[int, int]:
        found = quick.match(line) if plain else None
        # An escape could spell the key a second time; of a key that is there twice, the last value counts.
        if found is not None and line.count(quoted) == 1 and b"\\u" not in line:
            return _hash(found[1] if found[1] is not None else found[2]), 0
        record_id, kind = _slow_id(line, id_field, reading, plain)
        text = f"{kind}/{number}" if record_id is None else str(record_id)
        return _hash(text.encode("utf-8", "surrogatepass")), kind

    return read


def fast_name(id_field: str) -> bytes:
    """Return the name of the key as it stands between quotes."""
    import orjson

    try:
        return orjson.dumps(id_field)[1:-1]
    except (TypeError, ValueError):  # a lone surrogate: no line that is read fast has it
        return b"\xff"


def _slow_id(line: bytes, id_field: str, reading: dict[str, Any], plain: bool) -> tuple[Any, int]:
    if not plain:
        loaded = read_records(line, kind="extracted", id_field=id_field, lines=True, **reading)
        record = loaded.records[0] if loaded.records else None
        known = loaded.unread_ids.get(0)
        if record is None:
            return known, 0 if known is not None else UNREADABLE if loaded.parse_errors else NULL
    else:
        try:
            record = fast.parse(line)
        except ValueError:
            known = id_in(SourceText(line, 1, 0), 0, id_field)
            return known, UNREADABLE if known is None else 0
        if record is None:
            return None, NULL
    if not isinstance(record, dict):
        return None, UNREADABLE
    if id_field not in record:
        return None, NO_ID
    return usable_id(record[id_field]), 0


def _hash(text: bytes) -> int:
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little")


def check_ids(index: LineIndex, id_field: str, kind: str) -> None:
    """Raise InputError where records lack an id: parts are joined by nothing else."""
    lacking = np.flatnonzero(index.kind == NO_ID)
    if len(lacking):
        raise InputError(
            f"{len(lacking):,} {kind} records lack {id_field!r}, the first on line {int(index.line[lacking[0]])}: give "
            "each its id, or score without an id field."
        )
