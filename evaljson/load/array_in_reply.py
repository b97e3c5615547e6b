"""All records in one reply of a model: a JSON array of objects with words, or a code block's fence, around it."""

from __future__ import annotations

import re
from typing import Final

from evaljson.load.json import fast
from evaljson.load.json.room import check_room

IN_REPLY: Final = " in the reply of a model"
_FILLED: Final = re.compile(rb"[^ \t\r\n]")
_FENCE: Final = b"```"
_BLANK: Final = bytes(b if b in b"\r\n" else ord(" ") for b in range(256))


def array_in_reply(data: bytes) -> bytes | None:
    """Return a text with blanks for what is around its array of several objects, so that lines keep their numbers.

    None where the text begins as JSON does, and where there is no such array: as the only code block, or without one
    from the first bracket to the last, with no object before it that it may be a part of. Raises MemoryError where
    reading it would crash.
    """
    first = _FILLED.search(data)
    if first is None or first.group() in (b"[", b"{", b'"'):
        return None
    block = _only_block(data)
    if block is None:
        return None
    start, end = data.find(b"[", *block), data.rfind(b"]", *block) + 1
    if start < 0 or end <= start or data.find(b"{", block[0], start) >= 0:
        return None
    inside = data[start:end]
    check_room(inside)
    try:
        records = fast.parse(inside)
    except ValueError:
        return None
    if not isinstance(records, list) or len(records) < 2 or not all(isinstance(one, dict) for one in records):
        return None
    return data[:start].translate(_BLANK) + inside


def _only_block(data: bytes) -> tuple[int, int] | None:
    """Return where the content of the code block begins and ends; without one, the whole text. None for several."""
    fences = data.count(_FENCE)
    if not fences:
        return 0, len(data)
    begins = data.find(b"\n", data.find(_FENCE))
    if fences > 2 or begins < 0:
        return None
    closed = data.find(_FENCE, begins)
    return begins, closed if closed >= 0 else len(data)
