"""Where in its entries one side has the records that the other side has flat, and which keys beside them are texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from evaljson.load.id_names import sounds_like_id
from evaljson.load.source_texts import SOURCE_NAMES

Records = Sequence[Mapping[str, Any] | None]
_LOOKED_AT: Final = 200


@dataclass(frozen=True, slots=True)
class RecordPlace:
    """How a file should be read so that its records are like those on the other side."""

    under: str | None
    """The key that holds the record; None: the entry is the record."""
    beside: tuple[str, ...]
    """Keys with the text of the document, which no one extracts."""


def place_of(entries: Records, others: Sequence[Records]) -> RecordPlace | None:
    """Compare the entries of a file with records on the other side; None where it is right to take them as they are.

    The record is under a key if that holds objects with half of the other side's keys, and the entries have none of
    them but ids. A text among the fields is taken for the document if it is called so, and the other side lacks it.
    """
    own = [entry for entry in entries[:_LOOKED_AT] if entry]
    there = _fields(record for records in others for record in records[:_LOOKED_AT])
    if not own or not there:
        return None
    here = _fields(own)
    if here.isdisjoint(there):
        holders = [key for key in here if _holds(own, key, there)]
        return RecordPlace(holders[0], ()) if len(holders) == 1 else None
    texts = tuple(key for key in own[0] if key not in there and key in here and _is_text(own, key))
    return RecordPlace(None, texts) if texts else None


def shares_no_field(entries: Records, others: Records) -> bool:
    """Check whether two sides have no field in common but ids, so that everything would count as wrong."""
    here, there = _fields(entries[:_LOOKED_AT]), _fields(others[:_LOOKED_AT])
    return bool(here) and bool(there) and here.isdisjoint(there)


def _fields(records: Iterable[Mapping[str, Any] | None]) -> set[str]:
    return {
        key
        for record in records
        if record
        for key, value in record.items()
        if isinstance(value, dict | list) or not sounds_like_id(key)
    }


def _holds(entries: Sequence[Mapping[str, Any]], key: str, wanted: set[str]) -> bool:
    held = [entry.get(key) for entry in entries]
    if not all(isinstance(value, dict) for value in held):
        return False
    inside = _fields(value for value in held if isinstance(value, dict))
    return len(inside & wanted) * 2 >= min(len(inside), len(wanted)) > 0


def _is_text(entries: Sequence[Mapping[str, Any]], key: str) -> bool:
    return key.lower() in SOURCE_NAMES and all(isinstance(entry.get(key), str) for entry in entries)
