"""Where the records of a file in JSON Lines are, and a hash of each one's id, in 33 bytes a record."""

from __future__ import annotations

import codecs
import gzip
import hashlib
import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from evaljson.base.arrays import AnyInts
from evaljson.base.errors import InputError, LoadError
from evaljson.load.formats.gzipped import GZIP
from evaljson.load.json.lines import is_complete
from evaljson.scale.line_parts import NO_ID, PART_BYTES, Hashes, Kinds, LinePart, cut_at_lines, hashes_of, search_part
from evaljson.scale.workers import Workers


@dataclass(frozen=True, slots=True)
class LineIndex:
    """The lines of a file that are not blank."""

    file: str
    size: int
    changed: int
    """When the file was last changed, in nanoseconds."""
    sha256: str
    start: AnyInts
    end: AnyInts
    line: AnyInts
    """Number of the line in the file, from 1."""
    ids: Hashes
    """Ids with the same text have the same hash, also 1 and "1"."""
    kind: Kinds
    """0 for a record with an id, else one of those of `line_parts`."""

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
    file: str, id_field: str | None, reading: dict[str, Any], report: Callable[[int], None] = lambda size: None,
    workers: Workers | None = None, part_bytes: int = PART_BYTES,
) -> LineIndex:  # fmt: skip
    """Find the lines of a file, in parts: this process does so, and those of `workers` that have started.

    `reading` are arguments of `read_records`; `report` is called with the bytes read so far. Raises LoadError for a
    file that is not JSON Lines.
    """
    with open(file, "rb") as stream:
        about = os.fstat(stream.fileno())
        _check_start(stream, file)
    tasks: list[Callable[[], LinePart | str]] = [partial(_sha256, file)]
    for begin, end in cut_at_lines(file, about.st_size, part_bytes):
        tasks.append(partial(search_part, file, begin, end, id_field, reading))
    sha256, parts = "", []
    for found in (workers or Workers(0)).results(tasks):
        if isinstance(found, str):
            sha256 = found
        else:
            parts.append(found)
            report(found.stop)
    return LineIndex(file, about.st_size, about.st_mtime_ns, sha256, *_joined(parts))


def _joined(parts: Sequence[LinePart]) -> tuple[AnyInts, AnyInts, AnyInts, Hashes, Kinds]:
    """Return start, end, line, ids and kind of all lines."""
    start, end, line, ids, kind = (
        np.concatenate([getattr(part, name) for part in parts]) for name in ("start", "end", "line", "ids", "kind")
    )
    row = first_line = 0
    for part in parts:
        rows = slice(row, row + len(part.line))
        line[rows] += first_line
        odd = part.unnamed + row
        if len(odd):
            where = zip(kind[odd].tolist(), line[odd].tolist(), strict=True)
            ids[odd] = hashes_of([b"%d/%d" % one for one in where])
        row, first_line = rows.stop, first_line + part.lines
    return start, end, line, ids, kind


def _sha256(file: str) -> str:
    with open(file, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _check_start(stream: BinaryIO, file: str) -> None:
    """Raise LoadError unless the first line that is not blank is a record, or broken in itself."""
    if stream.read(len(codecs.BOM_UTF8)) != codecs.BOM_UTF8:
        stream.seek(0)
    line = next((line for line in stream if line.strip()), None)
    if line is None:
        raise LoadError(f"{Path(file).name}: the file is empty; expected a record on each line.")
    start = line.strip()
    if start == b"null" or (start.startswith(b"{") and (is_complete(line) or start != b"{")):
        return
    raise LoadError(
        f"{Path(file).name}: parts are read from JSON Lines, with a record on each line, in UTF-8, gzip or not; "
        "write the file so, or score it at once."
    )


def check_ids(index: LineIndex, id_field: str, kind: str) -> None:
    """Raise InputError where records lack an id: parts are joined by nothing else."""
    lacking = np.flatnonzero(index.kind == NO_ID)
    if len(lacking):
        raise InputError(
            f"{len(lacking):,} {kind} records lack {id_field!r}, the first on line {int(index.line[lacking[0]])}: give "
            "each its id, or score without an id field."
        )
