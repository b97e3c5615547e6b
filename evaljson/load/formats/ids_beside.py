"""Replies that have lost their ids, while the entries around them name them: `{"id": "P-17", "output": "…"}`.

Where the id has another name inside, the other records show that both are the same: most of them have the same id
inside and beside.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from evaljson.base.jsontypes import strict_equal
from evaljson.load.collector import RecordCollector
from evaljson.load.json.id_of_broken import usable_id
from evaljson.load.loaded_records import Record, RecordId
from evaljson.load.model_text.placeholder import is_placeholder

ID_NAMES: Final = ("id", "record_id", "_id", "doc_id", "document_id", "custom_id")
"""Usual names of the id beside a record, likeliest first."""


def take_ids_beside(collector: RecordCollector, beside: Sequence[Record]) -> None:
    """Give records without an id of their own that of their entry, where most others have the same in both places."""
    key = collector.id_field
    if key is None:
        return
    own = [None if record is None else _id(record, key) for record in collector.records]
    if all(one is not None for one in own):
        return
    for name in ID_NAMES:
        outside = [_id(entry, name) for entry in beside]
        both = [(mine, other) for mine, other in zip(own, outside, strict=True) if mine is not None]
        if 2 * sum(strict_equal(mine, other) for mine, other in both) > len(both):
            break
    else:
        return
    taken = 0
    for at, (record, mine, other) in enumerate(zip(collector.records, own, outside, strict=True)):
        if mine is None and other is not None:
            if record is None:
                collector.unread_ids.setdefault(at, other)
            else:
                collector.records[at] = {**record, key: other}
                taken += 1
    if taken:
        collector.warn(f"the id beside the record, {name!r}, is used in {taken:,} without a {key!r} of their own.")


def _id(record: Record, key: str) -> RecordId | None:
    found = usable_id(record.get(key))
    return None if is_placeholder(found) else found
