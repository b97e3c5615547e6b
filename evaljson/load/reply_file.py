"""Whether a single .txt or .md file is the reply of a model, one record, or JSON with records in it."""

from __future__ import annotations

import json
import re
from itertools import islice
from typing import Any, Final

from evaljson.load.file_endings import REPLIES
from evaljson.load.json import fast
from evaljson.load.json.layout import ENOUGH_BY_ID, ENVELOPE, layout_of
from evaljson.load.json.lines import is_complete
from evaljson.load.json.record_list import record_list
from evaljson.load.json.room import check_room

_FILLED: Final = re.compile(rb"[^ \t\r\n]")
_LINE: Final = re.compile(rb"\S[^\n]*")
_ENVELOPE: Final = re.compile(rb'\{\s*"%s"\s*:\s*\[' % ENVELOPE.encode())
_LOOKED_AT: Final = 100
"""Lines that are looked at."""


def is_reply(name: str, data: bytes, id_field: str | None) -> bool:
    """Check whether a text is one reply: no array, no JSON Lines, no `{"records": […]}`, also under another name, and
    not `{id: record}`.

    Raises MemoryError where reading it would crash.
    """
    first = _FILLED.search(data)
    if not name.lower().endswith(REPLIES) or first is None or first.group() == b"[":
        return False
    if first.group() != b"{":
        return True
    check_room(data)
    try:
        value = _parsed(data)
    except (ValueError, RecursionError):
        return _ENVELOPE.match(data, first.start()) is None and not _are_lines(data)
    if not isinstance(value, dict):
        return True
    if record_list(value, (), id_field) is not None:
        return False
    layout = layout_of([(key, type(inner)) for key, inner in value.items()], id_field, name)
    return layout == "one" or (layout == "by id" and not _are_alike(list(value.values())))


def _parsed(data: bytes) -> Any:
    """Parse JSON, also with NaN and numbers that are too large, which are refused where they stand."""
    try:
        return fast.parse(data)
    except ValueError:
        return json.loads(data)


def _are_lines(data: bytes) -> bool:
    """Check whether each line is a record, some of which may be broken.

    The first two are objects; or all lines that are looked at begin as objects do, or are null, and two are objects.
    """
    lines = [match.group() for match in islice(_LINE.finditer(data), _LOOKED_AT)]
    if len(lines) > 1 and all(map(_is_object, lines[:2])):
        return True
    begin = all(line.startswith(b"{") or line.strip() == b"null" for line in lines)
    return begin and sum(map(_is_object, lines)) > 1


def _is_object(line: bytes) -> bool:
    return line.startswith(b"{") and is_complete(line)


def _are_alike(records: list[dict[str, object]]) -> bool:
    """Check whether objects are records by id rather than the parts of one: several with a key in common."""
    return len(records) >= ENOUGH_BY_ID and bool(set[str].intersection(*(set(record) for record in records)))
