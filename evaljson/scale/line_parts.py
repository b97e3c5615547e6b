"""The lines of a stretch of a file in JSON Lines, and a hash of each one's id: what one process searches at a time."""

from __future__ import annotations

import codecs
import hashlib
import re
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import AnyInts
from evaljson.load import read_records
from evaljson.load.json import fast
from evaljson.load.json.id_of_broken import id_in, usable_id
from evaljson.load.json.source_text import SourceText

Hashes = npt.NDArray[np.uint64]
Kinds = npt.NDArray[np.int8]
NO_ID, UNREADABLE, NULL = 1, 2, 3
"""What a line is that has no usable id: a record without one, a broken line without one, or null."""
PART_BYTES: Final = 8 << 20
_NEWLINE, _SPACE, _BRACE = b"\n {"


@dataclass(frozen=True, slots=True)
class LinePart:
    """The lines of a part that are not blank."""

    stop: int
    """Where the part ends in the file."""
    lines: int
    """How many lines there are, with blank ones."""
    start: AnyInts
    """Where each line begins in the file, and where the one after it does."""
    end: AnyInts
    line: AnyInts
    """Number of the line in the part, from 1."""
    ids: Hashes
    kind: Kinds
    unnamed: AnyInts
    """Which of them have no usable id: their hash is 0."""


def cut_at_lines(file: str, size: int, part_bytes: int = PART_BYTES) -> list[tuple[int, int]]:
    """Return where parts of about so many bytes begin and end, each with whole lines."""
    cuts = [0]
    with open(file, "rb") as stream:
        while cuts[-1] + part_bytes < size:
            stream.seek(cuts[-1] + part_bytes)
            stream.readline()
            cuts.append(stream.tell())
    ends = [*cuts[1:], size] if cuts[-1] < size else cuts[1:]
    return list(zip(cuts, ends, strict=False))


def search_part(file: str, begin: int, end: int, id_field: str | None, reading: dict[str, Any]) -> LinePart:
    """Search the lines between two places of a file. `reading` are arguments of `read_records`. Raises LoadError."""
    with open(file, "rb") as stream:
        stream.seek(begin)
        data = stream.read(end - begin)
    starts, stops = _bounds(data, has_mark=begin == 0)
    firsts = np.frombuffer(data, np.uint8)[np.minimum(starts, len(data) - 1)] if data else starts
    blank = [at for at in np.flatnonzero(firsts <= _SPACE).tolist() if not data[starts[at] : stops[at]].strip()]
    line: AnyInts = np.delete(np.arange(len(starts)), blank)
    start, stop, first = starts[line], stops[line], firsts[line]
    if id_field is None:
        kind = np.zeros(len(start), np.int8)
        odd = np.flatnonzero(first != _BRACE).tolist()
        kind[[at for at in odd if data[start[at] : stop[at]].strip() == b"null"]] = NULL
        ids = np.zeros(len(start), np.uint64)
        unnamed: AnyInts = np.zeros(0, np.int64)
    else:
        ids, kind, unnamed = _ids(data, start.tolist(), stop.tolist(), id_field, reading)
    return LinePart(end, len(starts), start + begin, stop + begin, line + 1, ids, kind, unnamed)


def _bounds(data: bytes, has_mark: bool) -> tuple[AnyInts, AnyInts]:
    """Return where each line begins and ends; a byte order mark belongs to none."""
    stop: AnyInts = np.flatnonzero(np.frombuffer(data, np.uint8) == _NEWLINE) + 1
    if len(data) > (stop[-1] if len(stop) else 0):
        stop = np.append(stop, len(data))
    start = np.append(0, stop[:-1])[: len(stop)]
    if has_mark and data.startswith(codecs.BOM_UTF8):
        start[0] = len(codecs.BOM_UTF8)
    return start, stop


def _ids(
    data: bytes, start: list[int], stop: list[int], id_field: str, reading: dict[str, Any]
) -> tuple[Hashes, Kinds, AnyInts]:
    plain = not any(reading.get(name) for name in ("payload", "text_field"))
    texts: list[bytes | None] = _quick_ids(data, start, stop, id_field) if plain else [None] * len(start)
    kind, unnamed = np.zeros(len(start), np.int8), []
    for at in [at for at, text in enumerate(texts) if text is None]:
        record_id, kind[at] = _slow_id(data[start[at] : stop[at]], id_field, reading, plain)
        if record_id is None:
            unnamed.append(at)
        else:
            texts[at] = str(record_id).encode("utf-8", "surrogatepass")
    hashes = hashes_of([b"" if text is None else text for text in texts])
    hashes[unnamed] = 0
    return hashes, kind, np.array(unnamed, np.int64)


def _quick_ids(data: bytes, start: list[int], stop: list[int], id_field: str) -> list[bytes | None]:
    """Return the text of each line's id where the line begins with it; None where it has to be parsed."""
    name = fast_name(id_field)
    quick = re.compile(rb'\s*\{\s*"' + re.escape(name) + rb'"\s*:\s*(?:"([^"\\]*)"|(-?[1-9][0-9]{0,17}|0))\s*[,}]')
    found = map(quick.match, [data] * len(start), start, stop)
    texts = [None if match is None else match[match.lastindex or 0] for match in found]
    # An escape could spell the key a second time; of a key that is there twice, the last value counts.
    quoted = b'"' + name + b'"'
    if b"\\u" in data or data.count(quoted) != len(texts) or None in texts:
        for at, (begin, end) in enumerate(zip(start, stop, strict=True)):
            if data.count(quoted, begin, end) != 1 or data.find(b"\\u", begin, end) >= 0:
                texts[at] = None
    return texts


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


def hashes_of(texts: list[bytes]) -> Hashes:
    """Return 8 bytes of a hash of each text."""
    whole = b"".join([hashlib.blake2b(text, digest_size=8).digest() for text in texts])
    return np.frombuffer(whole, "<u8").astype(np.uint64)
