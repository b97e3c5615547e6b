"""Pairs gold with extracted records: by id where every extracted record has one, else by position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from evaljson.base.errors import InputError
from evaljson.base.jsontypes import type_name
from evaljson.base.paths import child, element
from evaljson.load.loaded_records import Record, RecordId

_ID_TYPES = {str, int}


@dataclass(frozen=True, slots=True)
class Unpaired:
    """An extracted record that is not scored."""

    position: int
    """Its index among the extracted records."""
    id: Any
    reason: str


@dataclass(frozen=True, slots=True)
class Pairing:
    """Extracted records in the order of gold."""

    extracted: list[Record | None]
    """As long as gold; None where nothing was produced for a gold record."""
    record_ids: list[RecordId]
    """The ids of gold; without an id field, the positions from 0."""
    by: Literal["id", "position"]
    reason: str
    """Why it was done this way, in words."""
    missing: list[int]
    """Positions in gold of the records without an extracted one."""
    strays: list[Unpaired]
    """Extracted records whose id gold does not have, or that is no id."""
    duplicates: list[Unpaired]
    """Extracted records whose id came before: the first one counts."""
    near_ids: int
    """Ids on both sides that differ only in type (1 and "1"), and so do not join."""
    positions: list[tuple[int, int | None]]
    """For each gold record, where it stands in gold, and its extracted one among the extracted; None if it has none."""


def pair_by_id(gold: Sequence[Record], extracted: Sequence[Record | None], id_field: str | None = None) -> Pairing:
    """Pair by `id_field` if every extracted record has it, else by position with the ids of gold as labels.

    None in `extracted` is a record that was not produced. Raises InputError for gold whose ids are missing, of another
    type than string or integer, or not unique, and where positions have to pair unequal lengths.
    """
    if id_field is None:
        return _by_position(gold, extracted, list(range(len(gold))), "no id field is set")
    gold_ids = _gold_ids(gold, id_field)
    lacking = [i for i, record in enumerate(extracted) if record is not None and not _has_key(record, id_field)]
    if not lacking:
        return _by_id(gold_ids, extracted, id_field)
    produced = sum(record is not None for record in extracted)
    reason = f"{len(lacking):,} of {produced:,} extracted records lack {id_field!r}, the first at position {lacking[0]}"
    at_odds = sum(
        _has_key(record, id_field) and not _same_id(record[id_field], own)
        for record, own in zip(extracted, gold_ids, strict=False)
        if record is not None
    )
    if at_odds:
        reason += f"; {at_odds:,} others have another id than the gold record at their position"
    return _by_position(gold, extracted, gold_ids, reason)


def _has_key(record: Any, key: str) -> bool:
    return isinstance(record, dict) and key in record


def _same_id(left: Any, right: RecordId) -> bool:
    return type(left) is type(right) and left == right


def _gold_ids(gold: Sequence[Record], id_field: str) -> list[RecordId]:
    """The ids of gold: all there, all usable, all different."""
    seen: dict[RecordId, int] = {}
    for position, record in enumerate(gold):
        path = child(element("", position), id_field)
        if not _has_key(record, id_field):
            raise InputError("this gold record has no id; add it, or choose another id field.", path)
        own = record[id_field]
        if type(own) not in _ID_TYPES:
            raise InputError(f"the id of a gold record is a string or an integer, not {type_name(own)}.", path)
        first = seen.setdefault(own, position)
        if first != position:
            raise InputError(
                f"the gold records at positions {first} and {position} have the same id {own!r}; give each its own.",
                path,
            )
    return list(seen)


def _by_position(
    gold: Sequence[Record], extracted: Sequence[Record | None], labels: list[RecordId], reason: str
) -> Pairing:
    if len(gold) != len(extracted):
        raise InputError(
            f"{len(gold):,} gold and {len(extracted):,} extracted records cannot be paired by position ({reason}); "
            "give every record an id and set the id field, or make the lengths equal."
        )
    missing = [i for i, record in enumerate(extracted) if record is None]
    positions = [(i, None if record is None else i) for i, record in enumerate(extracted)]
    return Pairing(list(extracted), labels, "position", reason, missing, [], [], 0, positions)


def _by_id(gold_ids: list[RecordId], extracted: Sequence[Record | None], id_field: str) -> Pairing:
    found: dict[RecordId, tuple[int, Record]] = {}
    strays: list[Unpaired] = []
    duplicates: list[Unpaired] = []
    known = set(gold_ids)
    for position, record in enumerate(extracted):
        if record is None:
            continue
        own = record[id_field]
        if type(own) not in _ID_TYPES:
            strays.append(Unpaired(position, own, f"an id is a string or an integer, not {type_name(own)}"))
        elif found.setdefault(own, (position, record))[0] != position:
            duplicates.append(Unpaired(position, own, f"the record at position {found[own][0]} has this id too"))
        elif own not in known:
            strays.append(Unpaired(position, own, "no gold record has this id"))
    joined = [found[own][1] if own in found else None for own in gold_ids]
    positions = [(i, found[own][0] if own in found else None) for i, own in enumerate(gold_ids)]
    missing = [i for i, record in enumerate(joined) if record is None]
    unjoined = {str(gold_ids[i]) for i in missing}
    near = unjoined & {str(stray.id) for stray in strays if type(stray.id) in _ID_TYPES}
    not_produced = sum(record is None for record in extracted)
    reason = f"every extracted record has {id_field!r}"
    if not_produced:
        reason += f"; {not_produced:,} were not produced"
    return Pairing(joined, gold_ids, "id", reason, missing, strays, duplicates, len(near), positions)
