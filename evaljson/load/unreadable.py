"""Find gold records whose extracted record exists but could not be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaljson.load.file_places import known_id
from evaljson.load.loaded_records import LoadedRecords, Record, RecordId
from evaljson.load.pairing import Pairing, pair_by_id


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The gold records whose extracted record could not be read."""

    ids: tuple[RecordId, ...]
    """Ids of these gold records (positions without an id field), in gold's order."""
    unplaced: tuple[int, ...]
    """Positions of unreadable extracted records that cannot be assigned to a gold record."""


def unreadable_ids(
    gold: Sequence[Record], extracted: LoadedRecords, id_field: str | None = None, in_place: bool = True
) -> Unreadable:
    """Return the gold records to leave out if unreadable records must not count: `evaluate(..., leave_out=found.ids)`.

    An unreadable record belongs to the gold record with its id, if the id is known. Otherwise, if records are paired by
    position, or all others have the position of their gold record, it belongs to the gold record at its position. Gold
    records that also have a readable extracted record are not listed. With `in_place` False, the records are no longer
    in the order of their files, and positions say nothing. Raises InputError as `pair_by_id` does.
    """
    if not extracted.parse_errors:
        return Unreadable((), ())
    pairing = pair_by_id(gold, extracted.records, id_field)
    ids = pairing.record_ids
    known_ids, missing = set(ids), {ids[place] for place in pairing.missing}
    in_order = in_place and (pairing.by == "position" or _in_order(extracted, pairing, id_field))
    to_leave_out, unplaced = set[RecordId](), list[int]()
    for at in extracted.parse_errors:
        known = known_id(extracted, at, id_field) if pairing.by == "id" else None
        if pairing.by == "id" and known in known_ids:
            to_leave_out |= {known} & missing
        elif known is None and in_order and ids[at] in missing:
            to_leave_out.add(ids[at])
        else:
            unplaced.append(at)
    return Unreadable(tuple(one for one in ids if one in to_leave_out), tuple(unplaced))


def _in_order(extracted: LoadedRecords, pairing: Pairing, id_field: str | None) -> bool:
    """Check whether every extracted record that was read has the position of its gold record."""
    records = extracted.records
    return len(records) == len(pairing.record_ids) and all(
        record is None or (id_field is not None and record.get(id_field) == own)
        for record, own in zip(records, pairing.record_ids, strict=True)
    )
