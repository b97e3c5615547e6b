"""Which lines of a chunk are replies that ended early: those that reading the whole file finds, in whatever chunk."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from evaljson.base.arrays import Bools
from evaljson.load import LoadedRecords
from evaljson.load.json.lines import is_complete
from evaljson.scale.chunk_refs import LineSlice

_SPACE = b" \t\r\n"


def with_cut_lines(loaded: LoadedRecords, part: LineSlice, alone: Callable[[bytes], LoadedRecords]) -> LoadedRecords:
    """Return the extracted records of a chunk with the `cut_off` that they have in the whole file.

    A line that breaks off is no such reply where the next line of the file goes on with its record: that line may be
    in another chunk, and the next one here may be another. `alone` reads one line.
    """
    if not loaded.parse_errors:
        return loaded
    lines = [line for line in io.BytesIO(part.read()).readlines() if not line.isspace()]
    followed, cut = _followed(part, lines), dict(loaded.cut_off)
    for at in loaded.parse_errors:
        if is_complete(lines[at]):
            continue  # it is the reply inside of the line that may have broken off, whatever follows
        cut.pop(at, None)
        if not followed[at] and alone(lines[at]).cut_off:
            cut[at] = None
    return replace(loaded, cut_off=cut)


def _followed(part: LineSlice, lines: list[bytes]) -> Bools:
    """Check for each line whether one follows in the file that begins no record."""
    if part.places is not None:
        followed: Bools = np.load(part.places)[2].astype(np.bool_)
        return followed
    begins = [*map(begins_record, lines), True]
    with open(part.file, "rb") as stream:
        stream.seek(part.end)
        begins[-1] = next((begins_record(line) for line in stream if not line.isspace()), True)
    return ~np.array(begins[1:], np.bool_)


def begins_record(line: bytes) -> bool:
    """Check whether a line begins as an object does."""
    return line.lstrip(_SPACE).startswith(b"{")
