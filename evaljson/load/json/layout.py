"""Decide what a single JSON object is: an envelope `{"records": [...]}`, records by id `{id: record}`, or one record.

The rule, in this order: an object that has the id field itself is one record; one with an array under "records" is an
envelope, and so is one whose only list is one of records (`record_list`), or under the key that the caller names; one
whose values are all objects (and that has any) holds records by id; everything else is one record.
The only line of a file named .jsonl or .ndjson is one record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from evaljson.base.listed import first_of
from evaljson.load.collector import RecordCollector
from evaljson.load.json.record_list import USUAL, record_list

ENVELOPE = "records"
ARRAY = "JSON array"
Layout = Literal["envelope", "by id", "one"]
WORDS: dict[Layout, str] = {
    "envelope": 'JSON object with "records"',
    "by id": "JSON object of records by id",
    "one": "one JSON object, read as one record",
}
_SHOWN = 80
"""Characters of a key that are shown."""
ENOUGH_BY_ID = 3
"""Objects of one shape in an object that are surely records by id."""


def layout_of(members: Sequence[tuple[str, type]], id_field: str | None, name: str) -> Layout:
    """Return the layout of an object, given its keys and the types of its values (dict, list, or any other)."""
    if any(key == id_field for key, _ in members) or holds_lines(name):
        return "one"
    if any(key == ENVELOPE and kind is list for key, kind in members):
        return "envelope"
    return "by id" if members and all(kind is dict for _, kind in members) else "one"


def list_key(value: Mapping[str, Any], collector: RecordCollector, name: str) -> str | None:
    """Return the key of an envelope's list of records; None for any other object."""
    if collector.list_key is not None:
        return collector.list_key if isinstance(value.get(collector.list_key), list) else None
    if layout_of([(key, type(inner)) for key, inner in value.items()], collector.id_field, name) == "envelope":
        return ENVELOPE
    return None if holds_lines(name) else record_list(value, collector.meant.keys, collector.id_field)


def may_hold_records(key: str, collector: RecordCollector) -> bool:
    """Check whether a list under this key may be one of records, which are then read one by one."""
    if collector.list_key is not None:
        return key == collector.list_key
    return key == ENVELOPE or (key not in collector.meant.keys if collector.meant.keys else key.lower() in USUAL)


def in_words(layout: Layout, envelope: str | None) -> str:
    """Write what an object is; `envelope` is the key of its list of records."""
    return WORDS[layout] if envelope in (None, ENVELOPE) else f'JSON object with "{str(envelope)[:_SHOWN]}"'


def holds_lines(name: str) -> bool:
    """Check whether a file's name says that every line is a record."""
    return name.lower().removesuffix(".gz").endswith((".jsonl", ".ndjson"))


def warn_of_choice(
    layout: Layout, keys: Sequence[str], collector: RecordCollector, envelope: str | None = ENVELOPE
) -> None:
    """Report what the layout leaves out, and when another reading is equally likely."""
    if layout == "envelope":
        others = [key for key in keys if key != envelope]
        if others or envelope != ENVELOPE:
            left_out = f"; not read: {_listed(others)}" if others else ""
            under = str(envelope)[:_SHOWN]
            collector.warn(f'read as records under "{under}"{left_out}. One record goes into a list: [{{…}}].')
    elif layout == "by id" and (len(keys) < ENOUGH_BY_ID or not _alike(collector)):
        collector.warn(f"read as records by id ({_listed(keys)}). If it is one record, put it into a list: [{{…}}].")


def _listed(keys: Sequence[str]) -> str:
    return first_of([repr(key[:_SHOWN]) for key in keys], 5)


def _alike(collector: RecordCollector) -> bool:
    """Check whether all records share a key other than the id field."""
    records = [record for record in collector.records if record is not None]
    keys = [key for key in records[0] if key != collector.id_field] if records else []
    return any(all(key in record for record in records) for key in keys)
