"""Which gold records lack an extracted one because that could not be read, and not because nothing was produced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaljson.load.loaded_records import LoadedRecords, Record, RecordId
from evaljson.load.pairing import Pairing, pair_by_id


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The extracted records that are parse errors, seen from gold."""

    ids: tuple[RecordId, ...]
    """Of the gold records that they belong to (positions without an id field), in gold's order."""
    unplaced: tuple[int, ...]
    """Positions, among the extracted records, of those of which nothing says where they belong."""


def unreadable_ids(gold: Sequence[Record], extracted: LoadedRecords, id_field: str | None = None) -> Unreadable:
    """The gold records to leave out where what cannot be read is not to count: `evaluate(..., leave_out=found.ids)`.

    A record that cannot be read belongs to the gold record with its id, where that could be told; by position, or where
    all others stand at the position of their gold record, to the one at its own. One with another, readable record
    is not listed. Raises InputError as `pair_by_id` does.
    """
    if not extracted.parse_errors:
        return Unreadable((), ())
    pairing = pair_by_id(gold, extracted.records, id_field)
    ids = pairing.record_ids
    known_ids, missing = set(ids), {ids[place] for place in pairing.missing}
    in_order = pairing.by == "position" or _in_order(extracted, pairing, id_field)
    found, unplaced = set[RecordId](), list[int]()
    for at in extracted.parse_errors:
        known = _known_id(extracted, at) if pairing.by == "id" else None
        if pairing.by == "id" and known in known_ids:
            found |= {known} & missing
        elif known is None and in_order and ids[at] in missing:
            found.add(ids[at])
        else:
            unplaced.append(at)
    return Unreadable(tuple(own for own in ids if own in found), tuple(unplaced))


def _known_id(extracted: LoadedRecords, at: int) -> RecordId | None:
    beside = extracted.ids[at] if extracted.ids else None
    return extracted.unread_ids.get(at, beside)


def _in_order(extracted: LoadedRecords, pairing: Pairing, id_field: str | None) -> bool:
    """Whether every extracted record that was read stands where its gold record does."""
    records = extracted.records
    return len(records) == len(pairing.record_ids) and all(
        record is None or (id_field is not None and record.get(id_field) == own)
        for record, own in zip(records, pairing.record_ids, strict=True)
    )
