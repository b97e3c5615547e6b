"""Read a JSON document without flaws in one go."""

from __future__ import annotations

from typing import Any

from evaljson.load.collector import RecordCollector
from evaljson.load.json import fast
from evaljson.load.json.layout import ARRAY, in_words, layout_of, list_key, warn_of_choice
from evaljson.load.json.room import check_room


def read_at_once(data: bytes, collector: RecordCollector, name: str) -> str | None:
    """Read a document without flaws, and return its format in words; None if only `Document` can read it.

    Raises MemoryError where reading it would crash.
    """
    check_room(data)
    try:
        value = fast.parse(data)
    except ValueError:
        return None
    if isinstance(value, list):
        return ARRAY if _take_all(data, value, collector) else None
    if not isinstance(value, dict):
        return None
    envelope, keys = list_key(value, collector, name), list(value)
    layout = "envelope" if envelope is not None else layout_of(_members(value), collector.id_field, name)
    if envelope is not None:
        others = [inner for key, inner in value.items() if key != envelope]
        done = _take_all(data, value[envelope], collector, keys=keys, others=others)
    elif layout == "by id":
        done = _take_all(data, list(value.values()), collector, keys=keys, ids=keys)
    else:
        done = _take_all(data, [value], collector)
    if not done:
        return None
    warn_of_choice(layout, keys, collector, envelope)
    return in_words(layout, envelope)


def _members(value: dict[str, Any]) -> list[tuple[str, type]]:
    return [(key, type(inner)) for key, inner in value.items()]


def _take_all(
    data: bytes,
    records: list[Any],
    collector: RecordCollector,
    *,
    keys: list[str] | None = None,
    ids: list[str] | None = None,
    others: list[Any] | None = None,
) -> bool:
    """Take records that are all objects and proven exact; otherwise take none."""
    if not all(type(record) is dict for record in records):
        return False
    if not fast.certified(data, [*records, *(others or ())], keys or ()):
        return False
    collector.allowance.check_records(len(records))
    if ids is None:
        collector.records.extend(records)
    else:
        for key, record in zip(ids, records, strict=True):
            collector.take(record, key)
    return True
