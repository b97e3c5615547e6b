"""Some records of a file are whole under a key of their own: `{"booking": {…}}` among records without it.

Which record is one, its keys say alone: outside it has none of those that records may have but its id, inside it has
them. The id that is outside goes into the record that lacks it. Where all records are under one key, that is the layout
of the file, and not looked at here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from evaljson.base.jsontypes import strict_equal
from evaljson.base.listed import first_of
from evaljson.base.paths import is_below, key_step
from evaljson.load.collector import ID_BESIDE, RecordCollector
from evaljson.load.formats.payload import with_id, within
from evaljson.load.id_names import look_like_codes, sounds_like_id
from evaljson.load.loaded_records import Record
from evaljson.load.model_text.placeholder import is_placeholder

_NAMED: Final = 5
_SAID: Final = "taken from a key around the whole record: "


def wrappers_in(
    records: Sequence[Mapping[str, Any] | None], keys: Collection[str], id_field: str | None = None
) -> dict[int, str]:
    """Return the key around each record that is whole under one, by index; {} where all are under the same key.

    Beside it may be ids, and one other key of records with a value that looks like an id.
    """
    known = {key for key in keys if key != id_field and not sounds_like_id(key)}
    found = {at: key for at, record in enumerate(records) if record and (key := _wrapper(record, known)) is not None}
    is_layout = len(set(found.values())) == 1 and len(found) == sum(record is not None for record in records)
    return {} if is_layout else found


def _wrapper(record: Mapping[str, Any], known: set[str]) -> str | None:
    beside = known & record.keys()
    if len(beside) > 1 or not all(look_like_codes([record[key]]) for key in beside):
        return None
    inside = known - beside
    whole = [key for key, value in record.items() if isinstance(value, dict) and _is_record(value, inside)]
    if len(whole) != 1:
        return None
    inner = record[whole[0]]
    return whole[0] if all(strict_equal(inner.get(key, record[key]), record[key]) for key in beside) else None


def _is_record(value: Mapping[str, Any], known: set[str]) -> bool:
    """Check whether half of the keys are those of records: two at least, unless records have only one."""
    own = {key for key in value if not sounds_like_id(key)}
    both = len(own & known)
    return both * 2 >= len(own) and both >= min(2, len(known)) > 0


def open_wrapped(collector: RecordCollector, metadata: list[Record] | None) -> list[Record] | None:
    """Replace such records by those inside, and warn of it; return the metadata, with what was beside them."""
    found = wrappers_in(collector.records, collector.meant.keys, collector.id_field)
    if not found:
        return metadata
    kept: list[Record] = list(metadata) if metadata is not None else [{} for _ in collector.records]
    belong = _belonging(collector, found)
    names = []
    for at, key in found.items():
        outer: Record = collector.records[at] or {}
        record = collector.records[at] = _with_own(outer, key, belong, collector)
        kept[at] = kept[at] | {
            name: value
            for name, value in outer.items()
            if name not in (key, collector.id_field)
            and not (name in belong and name in record and strict_equal(record[name], value))
        }
        place = key_step(key)
        if at in collector.repaired_values:
            collector.repaired_values[at] = tuple(within(place, one) for one in collector.repaired_values[at])
        inside = collector.cut_off.get(at)
        if inside is not None and is_below(inside, place):
            collector.cut_off[at] = inside.removeprefix(place).removeprefix(".")
        elif inside is not None:  # only what is around the record was open: it is whole
            del collector.cut_off[at]
        ids = sorted(belong.intersection(outer) - {key}, key=lambda name: (-sounds_like_id(name), name))
        names.append(
            repr(next((record[name] for name in (collector.id_field, *ids) if name in record), f"record {at + 1}"))
        )
    collector.warn(
        f"{_SAID}{_around(found)}, of {len(collector.records):,} records. So are read: {first_of(names, _NAMED)}."
    )
    return kept if metadata is not None or any(kept) else None


def _belonging(collector: RecordCollector, found: Collection[int]) -> set[str]:
    """Return the keys that belong into records, also where one is beside: known ones, and those of all others."""
    flat = [record.keys() for at, record in enumerate(collector.records) if record is not None and at not in found]
    return set(collector.meant.keys).union(set(flat[0]).intersection(*flat[1:]) if flat else ())


def _with_own(outer: Record, key: str, belong: set[str], collector: RecordCollector) -> Record:
    """Return the record under the key, with what belongs into it and is beside it: its id, above all."""
    record: Record = with_id(outer[key], outer, collector)
    beside = {name: value for name, value in outer.items() if name != key and name in belong}
    lost = {
        name: value
        for name, value in beside.items()
        if sounds_like_id(name) and is_placeholder(record.get(name)) and not is_placeholder(value)
    }
    if lost:
        collector.warn(ID_BESIDE)
    return beside | record | lost


def _around(found: Mapping[int, str]) -> str:
    counts = Counter(found.values()).most_common()
    return first_of([f"{key[:80]!r} ({count:,})" for key, count in counts], _NAMED)


def says_opened(message: str) -> bool:
    """Check whether a remark is that of `open_wrapped`."""
    return _SAID in message
