"""Any source to records: finds the format, reads what can be read, and reports the rest."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager

from evaljson.errors import LoadError
from evaljson.load.document import Document
from evaljson.load.intake import Intake
from evaljson.load.layout import WORDS, holds_lines
from evaljson.load.lines import is_complete, look_like_lines, read_lines
from evaljson.load.result import Kind, LoadedRecords, LoadProblem, excerpt
from evaljson.load.sources import MAX_BYTES, Content, Source, read_content
from evaljson.load.whole import read_at_once

_FILLED = re.compile(rb"[^ \t\r\n]")


def read_records(
    source: Source,
    *,
    name: str | None = None,
    kind: Kind = "gold",
    max_bytes: int = MAX_BYTES,
    id_field: str | None = None,
) -> LoadedRecords:
    """Read the records of a path, of bytes, or of a file-like object (from its beginning, where it can seek).

    Understands a JSON array, one object, `{"records": [...]}`, `{id: record}` and JSON Lines, also in gzip, with a byte
    order mark, in UTF-16 or UTF-32. What is wrong with single records stands in `problems`. The keys of `{id: record}`
    go into `id_field`, in records that lack it. Raises LoadError where there is nothing to read records from, or more
    than `max_bytes` bytes of it, unpacked.
    """
    content = read_content(source, name, max_bytes)
    intake = Intake(kind, id_field)
    if content.broken:
        intake.problems.append(LoadProblem(None, None, "", content.broken, "error", ""))
    with _no_collections():
        words = _read(content, intake)
    return LoadedRecords(
        records=intake.records,
        ids=intake.ids if words == WORDS["by id"] else None,
        problems=intake.problems,
        format=words + content.packing,
        name=content.name,
        sha256=content.sha256,
        n_read=sum(record is not None for record in intake.records),
        n_refused=intake.n_refused,
    )


def _read(content: Content, intake: Intake) -> str:
    """Fill the intake; the format in words."""
    data, name = content.data, content.name
    found = _FILLED.search(data)
    if not found:
        raise LoadError(f"{name}: the file is empty; expected a JSON array of records, or a record on each line.")
    begins = found.group()
    first_end = data.find(b"\n", found.start())
    has_more = first_end >= 0 and _FILLED.search(data, first_end) is not None
    if begins == b"{" and has_more and is_complete(data[found.start() : first_end]):
        return read_lines(data, intake, content.skipped)
    if begins in (b"{", b"["):
        words = read_at_once(data, intake, name)
        if words:
            return words
        document = Document(data, content.skipped)
        if document.is_whole or not (has_more and (holds_lines(name) or look_like_lines(data))):
            return document.deliver(intake, name)
    elif not look_like_lines(data):
        start = excerpt(data[found.start() : found.start() + 400].decode("utf-8", "replace"), 0)
        raise LoadError(f"{name}: expected a JSON array, an object or JSON Lines, but it begins {start!r}.")
    return read_lines(data, intake, content.skipped)


@contextmanager
def _no_collections() -> Iterator[None]:
    """No cyclic garbage collection inside: records come in by the hundred thousand, and none of them is garbage."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
