"""Pair gold with extracted records: by id if every extracted record has one, else by position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from evaljson.base.errors import InputError
from evaljson.base.jsontypes import type_name
from evaljson.base.limits import DEFAULTS
from evaljson.base.paths import child, element
from evaljson.load.file_places import FilePlace, FilePlaces
from evaljson.load.id_hashes import share_a_hash
from evaljson.load.invented_record import InventedRecord
from evaljson.load.loaded_records import Record, RecordId

_ID_TYPES = {str, int}
_TOO: Final = "has this id too"
_MOST_NAMED: Final = 5
"""Ids that an error names beside the first."""


@dataclass(frozen=True, slots=True)
class Unpaired:
    """An extracted record that is not scored."""

    position: int
    """Its index among the extracted records."""
    id: Any
    reason: str

    @property
    def is_repeated(self) -> bool:
        """Whether it is left out because an earlier record has its id."""
        return self.reason.endswith(_TOO)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Extracted records in the order of gold."""

    extracted: list[Record | None]
    """As long as gold; None for a gold record without an extracted one."""
    record_ids: list[RecordId]
    """The ids of gold; without an id field, the positions from 0."""
    by: Literal["id", "position"]
    reason: str
    """Why records are paired this way, in words."""
    missing: list[int]
    """Positions in gold of the records without an extracted one."""
    strays: list[Unpaired]
    """Extracted records whose id is not in gold, or not a valid id."""
    duplicates: list[Unpaired]
    """Extracted records whose id appeared before: the first one counts."""
    near_ids: int
    """Ids on both sides that differ only in type (1 and "1"), so they do not join."""
    positions: list[tuple[int, int | None]]
    """For each gold record, its position in gold and that of its extracted record; None if it has none."""


def pair_by_id(gold: Sequence[Record], extracted: Sequence[Record | None], id_field: str | None = None) -> Pairing:
    """Pair by `id_field` if every extracted record has it, else by position with the ids of gold as labels.

    None in `extracted` is a record that was not produced. Raises InputError for gold whose ids are missing, of another
    type than string or integer, or not unique, and if positions would have to pair unequal lengths.
    """
    if id_field is None:
        return _by_position(gold, extracted, list(range(len(gold))), "no id field is set")
    gold_ids = usable_gold_ids(gold, id_field)
    lacking = [i for i, record in enumerate(extracted) if record is not None and not _has_key(record, id_field)]
    if not lacking:
        return _by_id(gold_ids, extracted, id_field)
    produced = sum(record is not None for record in extracted)
    lack = "lacks" if len(lacking) == 1 else "lack"
    reason = f"{len(lacking):,} of {produced:,} extracted records {lack} {id_field!r}, first record {lacking[0] + 1:,}"
    conflicting = sum(
        _has_key(record, id_field) and not _same_id(record[id_field], record_id)
        for record, record_id in zip(extracted, gold_ids, strict=False)
        if record is not None
    )
    if conflicting:
        others = "other has" if conflicting == 1 else "others have"
        reason += f"; {conflicting:,} {others} another id than the gold record at their position"
    return _by_position(gold, extracted, gold_ids, reason)


def with_strays(
    gold: Sequence[Record], extracted: Sequence[Record | None], id_field: str, by: str | None = None
) -> list[Record]:
    """Return gold with a record for each usable id that only the extraction has: one with its id and nothing else.

    `by` is the key in which extracted records name their document type, if there are several.
    """
    strays = _by_id(usable_gold_ids(gold, id_field), extracted, id_field).strays
    usable = (stray for stray in strays if type(stray.id) in _ID_TYPES)
    named = ((extracted[stray.position] or {}, stray.id) for stray in usable)
    types = ((None if by is None else record.get(by), record_id) for record, record_id in named)
    return [*gold, *(InventedRecord(id_field, record_id, type_) for type_, record_id in types)]


def repeats(position: int) -> str:
    """Say of an extracted record that the one at this position, from 0, has its id too."""
    return f"record {position + 1:,} {_TOO}"


def _has_key(record: Any, key: str) -> bool:
    return isinstance(record, dict) and key in record


def _same_id(left: Any, right: RecordId) -> bool:
    return type(left) is type(right) and left == right


def usable_gold_ids(gold: Sequence[Record], id_field: str, places: FilePlaces | None = None) -> list[RecordId]:
    """Return the ids of gold; `places` are those of its records in their file.

    Raises InputError unless all are there, usable and different: about the first, naming all others.
    """
    _check_hashes(gold, id_field, "gold")
    seen: dict[RecordId, int] = {}
    problems: list[tuple[int, str, str]] = []
    for position, record in enumerate(gold):
        if not _has_key(record, id_field):
            problems.append((position, "this gold record has no id; add it, or choose another id field.", "no id"))
            continue
        record_id = record[id_field]
        if type(record_id) not in _ID_TYPES:
            type_ = type_name(record_id)
            problem = f"the id of a gold record is a string or an integer, not {type_}."
            problems.append((position, problem, type_))
            continue
        first = seen.setdefault(record_id, position)
        if first != position:
            problem = (
                f"gold {_place(first, places)} and {_place(position, places)} have the same id {record_id!r}; "
                "give each its own."
            )
            problems.append((position, problem, f"same id as {_place(first, places)}"))
    if problems:
        position, problem, _ = problems[0]
        at = _place(position, places).number - 1
        raise InputError(f"{problem}{_more(problems[1:], places)}", child(element("", at), id_field))
    return list(seen)


def _place(position: int, places: FilePlaces | None) -> FilePlace:
    return FilePlace(position + 1, None) if places is None else places.of(position)


def _more(problems: list[tuple[int, str, str]], places: FilePlaces | None) -> str:
    """Name the other ids of gold that cannot be used; empty where there are none."""
    if not problems:
        return ""
    named = "; ".join(f"{_place(position, places)}, {short}" for position, _, short in problems[:_MOST_NAMED])
    rest = f" and {len(problems) - _MOST_NAMED:,} more" if len(problems) > _MOST_NAMED else ""
    return f" Other ids to correct in gold: {named}{rest}."


def _check_hashes(records: Sequence[Record | None], id_field: str, which: str) -> None:
    """Raise InputError for ids that were chosen to take quadratic time."""
    if share_a_hash(record.get(id_field) for record in records if isinstance(record, dict)):
        raise InputError(f"of the {which} records, {DEFAULTS.says('alike_ids')}", id_field)


def _by_position(
    gold: Sequence[Record], extracted: Sequence[Record | None], labels: list[RecordId], reason: str
) -> Pairing:
    if len(gold) != len(extracted):
        raise InputError(
            f"{len(gold):,} gold and {len(extracted):,} extracted records cannot be paired by position ({reason}); "
            "give every record an id under one key, or leave out those without one."
        )
    missing = [i for i, record in enumerate(extracted) if record is None]
    positions = [(i, None if record is None else i) for i, record in enumerate(extracted)]
    return Pairing(list(extracted), labels, "position", reason, missing, [], [], 0, positions)


def _by_id(gold_ids: list[RecordId], extracted: Sequence[Record | None], id_field: str) -> Pairing:
    _check_hashes(extracted, id_field, "extracted")
    by_id: dict[RecordId, tuple[int, Record]] = {}
    strays: list[Unpaired] = []
    duplicates: list[Unpaired] = []
    known = set(gold_ids)
    for position, record in enumerate(extracted):
        if record is None:
            continue
        record_id = record[id_field]
        if type(record_id) not in _ID_TYPES:
            strays.append(Unpaired(position, record_id, f"an id is a string or an integer, not {type_name(record_id)}"))
        elif by_id.setdefault(record_id, (position, record))[0] != position:
            duplicates.append(Unpaired(position, record_id, repeats(by_id[record_id][0])))
        elif record_id not in known:
            strays.append(Unpaired(position, record_id, "no gold record has this id"))
    joined = [by_id[record_id][1] if record_id in by_id else None for record_id in gold_ids]
    positions = [(i, by_id[record_id][0] if record_id in by_id else None) for i, record_id in enumerate(gold_ids)]
    missing = [i for i, record in enumerate(joined) if record is None]
    unjoined = {str(gold_ids[i]) for i in missing}
    near = unjoined & {str(stray.id) for stray in strays if type(stray.id) in _ID_TYPES}
    not_produced = sum(record is None for record in extracted)
    reason = f"every extracted record has {id_field!r}"
    if not_produced:
        reason += f"; {not_produced:,} were not produced"
    return Pairing(joined, gold_ids, "id", reason, missing, strays, duplicates, len(near), positions)
