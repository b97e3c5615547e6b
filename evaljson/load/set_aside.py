"""Records that someone leaves out, since they have no id or share it with another one; and putting them back."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from evaljson.load.loaded_records import LoadedRecords, Record, RowSetAside, SetAside

T = TypeVar("T")


def as_read(loaded: LoadedRecords) -> LoadedRecords:
    """Return the file with all records that were left out back in their places."""
    if loaded.set_aside is None:
        return loaded
    aside = loaded.set_aside.rows
    total, stayed = len(loaded.records) + len(aside), places_as_read(loaded)
    return replace(
        loaded,
        records=_merged(total, stayed, loaded.records, {place: row.record for place, row in aside.items()}),
        ids=None
        if loaded.ids is None
        else _merged(total, stayed, loaded.ids, {place: row.id or "" for place, row in aside.items()}),
        metadata=None
        if loaded.metadata is None
        else _merged(total, stayed, loaded.metadata, {place: row.metadata or {} for place, row in aside.items()}),
        repaired=_moved(loaded.repaired, stayed)
        | {place: row.repaired for place, row in aside.items() if row.repaired},
        repaired_values=_moved(loaded.repaired_values, stayed)
        | {place: row.repaired_values for place, row in aside.items() if row.repaired_values},
        unread=_moved(loaded.unread, stayed),
        unread_ids=_moved(loaded.unread_ids, stayed),
        unread_keys=_moved(loaded.unread_keys, stayed),
        cut_off=_moved(loaded.cut_off, stayed) | {place: row.cut_off[0] for place, row in aside.items() if row.cut_off},
        sha256=loaded.set_aside.sha256,
        set_aside=None,
    )


def places_as_read(loaded: LoadedRecords) -> list[int]:
    """Return the index of each record that stayed among all records of the file."""
    aside = {} if loaded.set_aside is None else loaded.set_aside.rows
    return [place for place in range(len(loaded.records) + len(aside)) if place not in aside]


def with_set_aside(loaded: LoadedRecords, places: Collection[int]) -> LoadedRecords:
    """Return the file without the records at exactly these indices among all that were read; its hash is its own.

    Those that were left out before and are not named come back.
    """
    whole = as_read(loaded)
    out = sorted(set(places))
    if not out:
        return whole
    stay = [place for place in range(len(whole.records)) if place not in set(out)]
    new_place = {place: at for at, place in enumerate(stay)}
    how = f"{whole.sha256} without {out}".encode("utf-8", "surrogatepass")
    return replace(
        whole,
        records=[whole.records[place] for place in stay],
        ids=None if whole.ids is None else [whole.ids[place] for place in stay],
        metadata=None if whole.metadata is None else [whole.metadata[place] for place in stay],
        repaired=_kept(whole.repaired, new_place),
        repaired_values=_kept(whole.repaired_values, new_place),
        unread=_kept(whole.unread, new_place),
        unread_ids=_kept(whole.unread_ids, new_place),
        unread_keys=_kept(whole.unread_keys, new_place),
        cut_off=_kept(whole.cut_off, new_place),
        sha256=hashlib.sha256(how).hexdigest(),
        set_aside=SetAside(whole.sha256, {place: _row(whole, place) for place in out}),
    )


def _row(whole: LoadedRecords, place: int) -> RowSetAside:
    record: Record = whole.records[place] or {}
    return RowSetAside(
        record,
        whole.ids[place] if whole.ids else None,
        whole.metadata[place] if whole.metadata else None,
        whole.repaired.get(place, ()),
        whole.repaired_values.get(place, ()),
        (whole.cut_off[place],) if place in whole.cut_off else (),
    )


def _merged(total: int, stayed: list[int], own: list[T], back: Mapping[int, T]) -> list[T]:
    there = dict(zip(stayed, own, strict=True)) | dict(back)
    return [there[place] for place in range(total)]


def _kept(by_index: Mapping[int, T], new_place: Mapping[int, int]) -> dict[int, T]:
    return {new_place[at]: value for at, value in by_index.items() if at in new_place}


def _moved(by_index: Mapping[int, T], stayed: list[int]) -> dict[int, Any]:
    return {stayed[at]: value for at, value in by_index.items()}
