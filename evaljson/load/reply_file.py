"""Whether a single .txt or .md file is the reply of a model, one record, or JSON with records in it."""

from __future__ import annotations

import re
from typing import Final

from evaljson.load.file_endings import REPLIES
from evaljson.load.json import fast
from evaljson.load.json.layout import layout_of
from evaljson.load.json.room import check_room

_FILLED: Final = re.compile(rb"[^ \t\r\n]")
_LINE: Final = re.compile(rb"\S[^\n]*")
_ENVELOPE: Final = re.compile(rb'\{\s*"records"\s*:\s*\[')
_ENOUGH: Final = 3
"""Entries of one shape that make `{id: record}` of an object of objects."""


def is_reply(name: str, data: bytes, id_field: str | None) -> bool:
    """Check whether a text is one reply: no array, no JSON Lines, no `{"records": […]}`, and not `{id: record}`.

    Raises MemoryError where reading it would crash.
    """
    first = _FILLED.search(data)
    if not name.lower().endswith(REPLIES) or first is None or first.group() == b"[":
        return False
    if first.group() != b"{":
        return True
    check_room(data)
    try:
        value = fast.parse(data)
    except ValueError:
        return _ENVELOPE.match(data, first.start()) is None and not _has_two_lines(data)
    if not isinstance(value, dict):
        return True
    layout = layout_of([(key, type(inner)) for key, inner in value.items()], id_field, name)
    return layout == "one" or (layout == "by id" and not _are_alike(list(value.values())))


def _has_two_lines(data: bytes) -> bool:
    """Check whether the first two lines that are filled are objects."""
    lines = [match.group() for match, _ in zip(_LINE.finditer(data), range(2), strict=False)]
    return len(lines) == 2 and all(map(_is_object, lines))


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(fast.parse(line), dict)
    except ValueError:
        return False


def _are_alike(records: list[dict[str, object]]) -> bool:
    """Check whether objects are records by id rather than the parts of one: several with a key in common."""
    return len(records) >= _ENOUGH and bool(set[str].intersection(*(set(record) for record in records)))
