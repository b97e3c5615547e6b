"""Some records of a file are whole under a key of their own: `{"booking": {…}}` among records without it.

Which record is one, its keys say alone: outside it has none of those that records may have, inside it has them. Where
all records are under one key, that is the layout of the file, and not looked at here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from evaljson.base.listed import first_of
from evaljson.base.paths import is_below, key_step
from evaljson.load.collector import RecordCollector
from evaljson.load.formats.payload import with_id, within
from evaljson.load.id_names import sounds_like_id
from evaljson.load.loaded_records import Record

_NAMED: Final = 5
_SAID: Final = "taken from a key around the whole record: "


def wrappers_in(records: Sequence[Mapping[str, Any] | None], keys: Collection[str]) -> dict[int, str]:
    """Return the key around each record that is whole under one, by index; {} where all are under the same key."""
    known = {key for key in keys if not sounds_like_id(key)}
    found = {at: key for at, record in enumerate(records) if record and (key := _wrapper(record, known)) is not None}
    is_layout = len(set(found.values())) == 1 and len(found) == sum(record is not None for record in records)
    return {} if is_layout else found


def _wrapper(record: Mapping[str, Any], known: set[str]) -> str | None:
    if not known.isdisjoint(record):
        return None
    whole = [key for key, value in record.items() if isinstance(value, dict) and _is_record(value, known)]
    return whole[0] if len(whole) == 1 else None


def _is_record(value: Mapping[str, Any], known: set[str]) -> bool:
    """Check whether half of the keys are those of records: two at least, unless records have only one."""
    own = {key for key in value if not sounds_like_id(key)}
    both = len(own & known)
    return both * 2 >= len(own) and both >= min(2, len(known)) > 0


def open_wrapped(collector: RecordCollector, metadata: list[Record] | None) -> list[Record] | None:
    """Replace such records by those inside, and warn of it; return the metadata, with what was beside them."""
    found = wrappers_in(collector.records, collector.meant.keys)
    if not found:
        return metadata
    kept: list[Record] = list(metadata) if metadata is not None else [{} for _ in collector.records]
    names = []
    for at, key in found.items():
        outer: Record = collector.records[at] or {}
        record = collector.records[at] = with_id(outer[key], outer, collector)
        kept[at] = kept[at] | {name: outer[name] for name in outer if name not in (key, collector.id_field)}
        place = key_step(key)
        if at in collector.repaired_values:
            collector.repaired_values[at] = tuple(within(place, one) for one in collector.repaired_values[at])
        inside = collector.cut_off.get(at)
        if inside is not None and is_below(inside, place):
            collector.cut_off[at] = inside.removeprefix(place).removeprefix(".")
        elif inside is not None:  # only what is around the record was open: it is whole
            del collector.cut_off[at]
        names.append(repr(record.get(collector.id_field or "", f"record {at + 1}")))
    collector.warn(
        f"{_SAID}{_around(found)}, of {len(collector.records):,} records. So are read: {first_of(names, _NAMED)}."
    )
    return kept if metadata is not None or any(kept) else None


def _around(found: Mapping[int, str]) -> str:
    counts = Counter(found.values()).most_common()
    return first_of([f"{key[:80]!r} ({count:,})" for key, count in counts], _NAMED)


def says_opened(message: str) -> bool:
    """Check whether a remark is that of `open_wrapped`."""
    return _SAID in message
