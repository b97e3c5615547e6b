"""Gold records that someone leaves out because another one has their id; and putting them back."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from evaljson.load.loaded_records import LoadedRecords, Record, RowSetAside, SetAside

T = TypeVar("T")


def as_read(gold: LoadedRecords) -> LoadedRecords:
    """Return the gold with all records that were left out back in their places."""
    if gold.set_aside is None:
        return gold
    aside = gold.set_aside.rows
    total = len(gold.records) + len(aside)
    stayed = [place for place in range(total) if place not in aside]
    return replace(
        gold,
        records=_merged(total, stayed, gold.records, {place: row.record for place, row in aside.items()}),
        ids=None
        if gold.ids is None
        else _merged(total, stayed, gold.ids, {place: row.id or "" for place, row in aside.items()}),
        metadata=None
        if gold.metadata is None
        else _merged(total, stayed, gold.metadata, {place: row.metadata or {} for place, row in aside.items()}),
        repaired=_moved(gold.repaired, stayed) | {place: row.repaired for place, row in aside.items() if row.repaired},
        repaired_values=_moved(gold.repaired_values, stayed)
        | {place: row.repaired_values for place, row in aside.items() if row.repaired_values},
        sha256=gold.set_aside.sha256,
        set_aside=None,
    )


def with_set_aside(gold: LoadedRecords, places: Collection[int]) -> LoadedRecords:
    """Return the gold without the records at exactly these indices among all that were read; its hash is its own.

    Those that were left out before and are not named come back.
    """
    whole = as_read(gold)
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
        repaired={new_place[at]: steps for at, steps in whole.repaired.items() if at in new_place},
        repaired_values={new_place[at]: values for at, values in whole.repaired_values.items() if at in new_place},
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
    )


def _merged(total: int, stayed: list[int], own: list[T], back: Mapping[int, T]) -> list[T]:
    there = dict(zip(stayed, own, strict=True)) | dict(back)
    return [there[place] for place in range(total)]


def _moved(by_index: Mapping[int, T], stayed: list[int]) -> dict[int, Any]:
    return {stayed[at]: value for at, value in by_index.items()}
