"""Find the id of a record that cannot be read as a whole."""

from __future__ import annotations

from evaljson.load.json.exact import ExactParser
from evaljson.load.json.scan import scan
from evaljson.load.json.source_text import SourceText
from evaljson.load.loaded_records import RecordId


def id_in(source: SourceText, at: int, id_field: str | None) -> RecordId | None:
    """Return the id of the object at `at`, from the members before the text breaks; None if it is uncertain."""
    if id_field is None or source.text[at : at + 1] != "{":
        return None
    members = [item for item in scan(ExactParser(), source, at).items if item.key == id_field]
    if len(members) != 1 or source.skip(members[0].end) == len(source.text):
        return None  # digits at the end may be the first of more
    return usable_id(members[0].value) if source.is_utf8(members[0].start, members[0].end) else None


def usable_id(value: object) -> RecordId | None:
    """Return the value if it can be an id, else None."""
    return value if isinstance(value, str | int) and not isinstance(value, bool) else None
