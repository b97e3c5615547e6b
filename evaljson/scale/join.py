"""Divides two files into chunks whose records are joined with no others, without reading either into memory.

Files whose records have the same order are cut at the same records. Others are divided by the hash of the id: both
sides of a record, and all that share its id, come into one chunk.
"""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np

from evaljson.base.arrays import AnyInts, Bools
from evaljson.base.errors import InputError
from evaljson.scale.chunk_refs import ChunkRef, LineSlice
from evaljson.scale.cut_lines import begins_record
from evaljson.scale.line_index import LineIndex
from evaljson.scale.line_parts import NULL, UNREADABLE

CHUNK_BYTES: Final = 16 << 20
"""Bytes of both sides of a chunk: in memory they take about ten times as many."""
_BUFFERED: Final = 64 << 20
"""Bytes of lines that wait to be written to the files of their chunks."""


def chunks_in_order(gold: LineIndex, extracted: LineIndex, by_id: bool, chunk_bytes: int) -> list[ChunkRef] | None:
    """Cut both files at the same records; None where their records have another order."""
    if len(gold) != len(extracted):
        if by_id:
            return None
        raise InputError(
            f"{len(gold):,} gold and {len(extracted):,} extracted records cannot be paired by position; give every "
            "record an id and set the id field, or make the lengths equal."
        )
    if by_id:
        unnamed = np.isin(extracted.kind, (NULL, UNREADABLE))
        if not ((gold.ids == extracted.ids) | unnamed).all() or (gold.kind != 0).any():
            return None
        if len(np.unique(gold.ids)) < len(gold):
            return None
    ends = np.cumsum(gold.end - gold.start + extracted.end - extracted.start)
    number = (ends - 1) // chunk_bytes
    cuts = [0, *(np.flatnonzero(np.diff(number)) + 1).tolist(), len(gold)]
    return [
        ChunkRef(i, _slice(gold, first, end), _slice(extracted, first, end))
        for i, (first, end) in enumerate(pairwise(cuts))
    ]


def _slice(index: LineIndex, first: int, end: int) -> LineSlice:
    return LineSlice(
        index.file, int(index.start[first]), int(index.end[end - 1]), index.size, index.changed, first,
        int(index.line[first]), records=end - first, name=Path(index.file).name,
    )  # fmt: skip


def chunks_by_hash(gold: LineIndex, extracted: LineIndex, chunk_bytes: int, folder: Path) -> list[ChunkRef]:
    """Write the lines of each chunk to two files in the folder, in the order of their files."""
    count = max(1, -(-(gold.size + extracted.size) // chunk_bytes))
    folder.mkdir(parents=True, exist_ok=True)
    sides = [_divided(index, kind, count, folder) for index, kind in ((gold, "gold"), (extracted, "extracted"))]
    pairs = zip(*sides, strict=True)
    return [ChunkRef(i, *pair) for i, pair in enumerate(pair for pair in pairs if any(one.records for one in pair))]


def _divided(index: LineIndex, kind: str, count: int, folder: Path) -> list[LineSlice]:
    chunk = (index.ids % np.uint64(count)).astype(np.int64)
    files = [folder / f"{kind}-{number:05}.jsonl" for number in range(count)]
    for file in files:
        file.write_bytes(b"")
    waiting: list[list[bytes]] = [[] for _ in files]
    held = 0
    begins = np.ones(len(index) + 1, np.bool_)
    with open(index.file, "rb") as stream:
        for place, (start, end) in enumerate(zip(index.start.tolist(), index.end.tolist(), strict=True)):
            stream.seek(start)
            line = stream.read(end - start)
            begins[place] = begins_record(line)
            waiting[chunk[place]].append(line)  # without a line end it is the last one, also of its chunk
            held += len(line)
            if held > _BUFFERED:
                _write(files, waiting)
                held = 0
    _write(files, waiting)
    order = np.argsort(chunk, kind="stable")
    bounds = np.searchsorted(chunk[order], np.arange(count + 1))
    followed = ~begins[1:]
    return [_part(index, file, order[bounds[i] : bounds[i + 1]], followed) for i, file in enumerate(files)]


def _write(files: list[Path], waiting: list[list[bytes]]) -> None:
    for file, lines in zip(files, waiting, strict=True):
        if lines:
            with file.open("ab") as stream:
                stream.writelines(lines)
            lines.clear()


def _part(index: LineIndex, file: Path, places: AnyInts, followed: Bools) -> LineSlice:
    about = file.with_suffix(".npy")
    np.save(about, np.stack([places, index.line[places], followed[places]]))
    size = file.stat()
    return LineSlice(
        str(file), 0, size.st_size, size.st_size, size.st_mtime_ns, 0, 1, str(about), len(places),
        os.path.basename(index.file),
    )  # fmt: skip
