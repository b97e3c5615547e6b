"""Find the id of a record that cannot be read as a whole, or what may be one."""

from __future__ import annotations

from collections import Counter
from typing import Final

from evaljson.load.json.exact import ExactParser
from evaljson.load.json.scan import scan
from evaljson.load.json.source_text import SourceText
from evaljson.load.loaded_records import RecordId

_LONGEST: Final = 200
"""Characters of a text that may be an id."""


def id_in(source: SourceText, at: int, id_field: str | None) -> RecordId | None:
    """Return the id of the object at `at`, from the members before the text breaks; None if it is uncertain."""
    return None if id_field is None else _known_in(source, at, id_field).get(id_field)


def possible_ids(source: SourceText, at: int) -> dict[str, RecordId]:
    """Return what may be the id of the object at `at` by its key, for whoever learns later which key that is."""
    found = _known_in(source, at, None)
    return {key: value for key, value in found.items() if not isinstance(value, str) or len(value) <= _LONGEST}


def _known_in(source: SourceText, at: int, only: str | None) -> dict[str, RecordId]:
    """Return the members before the text breaks that are texts or whole numbers, and certain; `only`: of this key."""
    if source.text[at : at + 1] != "{":
        return {}
    members = [item for item in scan(ExactParser(), source, at).items if only is None or item.key == only]
    count, known = Counter(item.key for item in members), dict[str, RecordId]()
    for item in members:
        # Digits at the end may be the first of more.
        if count[item.key] == 1 and source.skip(item.end) < len(source.text) and source.is_utf8(item.start, item.end):
            value = usable_id(item.value)
            if value is not None and item.key is not None:
                known[item.key] = value
    return known


def usable_id(value: object) -> RecordId | None:
    """Return the value if it can be an id, else None."""
    return value if isinstance(value, str | int) and not isinstance(value, bool) else None
