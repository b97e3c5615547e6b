"""Which records a run scores, and what a person has to be told about the pairing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from evaljson.base.errors import InputError
from evaljson.base.jsontypes import find_non_json, type_name
from evaljson.load.join import Pairing
from evaljson.load.result import RecordId
from evaljson.scoring.problems import Problems


def refuse_odd_gold(gold: Sequence[Any]) -> None:
    """Gold records are objects."""
    for place, record in enumerate(gold):
        if not isinstance(record, dict):
            raise InputError(f"a gold record is an object, not {type_name(record)}", f"gold[{place}]")


def refuse_non_json_records(gold: Sequence[Any], pairing: Pairing) -> None:
    """Raise InputError with the instance path of the first value that JSON does not have."""
    for side, records in (("gold", gold), ("extracted", pairing.extracted)):
        for place, record in enumerate(records):
            found = find_non_json(record, f"{side}[{place}]")
            if found:
                where, odd = found
                raise InputError(f"{odd} is no JSON value: convert it to a string, number, list or dict", where)


def ids_left_out(pairing: Pairing, leave_out: Iterable[RecordId], problems: Problems) -> list[RecordId]:
    """The ids to leave out, in gold's order and each once. Raises InputError for one that gold does not have."""
    asked = {(type(own), own) for own in leave_out}
    found = [own for own in pairing.record_ids if (type(own), own) in asked]
    if len(found) < len(asked):
        odd = next(own for _, own in asked - {(type(own), own) for own in found})
        raise InputError(f"leave_out names {odd!r}, but no gold record has this id; check its spelling and type.")
    if found:
        problems.add("records", "", "gold records are left out, as was asked for", len(found))
    return found


def without(gold: list[Any], pairing: Pairing, ids: Sequence[RecordId]) -> tuple[list[Any], Pairing]:
    """All gold records but those."""
    if not ids:
        return gold, pairing
    names = set(ids)
    return _only(gold, pairing, [place for place, own in enumerate(pairing.record_ids) if own not in names])


def without_missing(gold: Sequence[Any], pairing: Pairing) -> tuple[list[Any], Pairing]:
    """Only the gold records that have an extracted one."""
    return _only(gold, pairing, [place for place, record in enumerate(pairing.extracted) if record is not None])


def _only(gold: Sequence[Any], pairing: Pairing, places: list[int]) -> tuple[list[Any], Pairing]:
    extracted = [pairing.extracted[place] for place in places]
    return [gold[place] for place in places], replace(
        pairing,
        extracted=extracted,
        record_ids=[pairing.record_ids[place] for place in places],
        missing=[place for place, record in enumerate(extracted) if record is None],
        positions=[pairing.positions[place] for place in places],
    )


def report_pairing(pairing: Pairing, id_field: str | None, missing_records: str, problems: Problems) -> None:
    """Note what the pairing left out or could not do."""
    if id_field is not None and pairing.by == "position":
        problems.add("records", "", f"paired by position, not by {id_field!r}: {pairing.reason}")
    if pairing.missing:
        fate = "counted as omitted, leaf by leaf" if missing_records == "omit" else "left out"
        problems.add("records", "", f"gold records without an extracted one are {fate}", len(pairing.missing))
    if pairing.strays:
        problems.add("records", "", "extracted records without gold are not scored", len(pairing.strays))
    if pairing.duplicates:
        problems.add("records", "", "extracted records whose id came before are not scored", len(pairing.duplicates))
    if pairing.near_ids:
        problems.add("records", "", 'ids differ only in type (such as 1 and "1") and do not join', pairing.near_ids)
