"""Which records a run scores, and what is reported about their pairing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from evaljson.base.errors import InputError
from evaljson.base.jsontypes import find_non_json, type_name
from evaljson.load.id_noticed import ids_not_used
from evaljson.load.loaded_records import RecordId
from evaljson.load.missing_policy import MissingPolicy
from evaljson.load.pairing import Pairing
from evaljson.scoring.problems import Problem, Problems

ARE_STRAY: Final = "extracted records without gold are not scored"
ARE_INVENTED: Final = "extracted records without gold count as invented, field by field"
ARE_REPEATED: Final = "extracted records with the id of an earlier one are not scored"

_EXAMPLES: Final = 3
"""Ids shown of each side."""
WITHOUT_EXTRACTED: Final = "gold records without an extracted one are"
"""How what is said of missing records begins."""


_RECORDS: Final = (ARE_STRAY, ARE_INVENTED, ARE_REPEATED, WITHOUT_EXTRACTED)


def how_often(problem: Problem) -> str:
    """Say in brackets how often a problem occurred, "" for once; of how many records it is, which may be one."""
    if problem.kind != "records":
        return f" ({problem.count:,} times)" if problem.count > 1 else ""
    if problem.count == 1:
        return " (1 record)" if problem.message.startswith(_RECORDS) else ""
    return f" ({problem.count:,} records)"


@dataclass(frozen=True, slots=True)
class ScoredRecords:
    """The gold records that are scored, paired, and those that are not."""

    gold: list[Any]
    pairing: Pairing
    missing: tuple[RecordId, ...]
    """Ids of gold records without an extracted one, scored or not."""
    left_out: tuple[RecordId, ...]
    """Ids that the policy leaves out, in gold's order."""


def choose_records(
    gold: list[Any], pairing: Pairing, policy: MissingPolicy, id_field: str | None, problems: Problems
) -> ScoredRecords:
    """Apply the policy, and report what it leaves out and what the pairing could not do.

    Raises InputError for an id to leave out that gold does not have.
    """
    left_out = _ids_left_out(pairing, policy.leave_out, problems)
    names = set(left_out)
    if left_out:
        places = [place for place, record_id in enumerate(pairing.record_ids) if record_id not in names]
        gold, pairing = _only(gold, pairing, places)
    unused = ids_not_used(gold, pairing.extracted) if id_field is None else None
    if unused is not None:
        problems.add("records", "", unused)
    _report_pairing(pairing, id_field, policy, problems)
    missing = tuple(pairing.record_ids[place] for place in pairing.missing)
    if policy.excludes_missing:
        places = [place for place, record in enumerate(pairing.extracted) if record is not None]
        gold, pairing = _only(gold, pairing, places)
    return ScoredRecords(gold, pairing, missing, tuple(left_out))


def refuse_odd_gold(gold: Sequence[Any]) -> None:
    """Raise InputError for a gold record that is not an object."""
    if set(map(type, gold)) <= {dict}:
        return
    for place, record in enumerate(gold):
        if not isinstance(record, dict):
            raise InputError(f"a gold record is an object, not {type_name(record)}", f"gold[{place}]")


def refuse_non_json_records(gold: Sequence[Any], pairing: Pairing) -> None:
    """Raise InputError with the instance path of the first value that is not JSON."""
    for side, records in (("gold", gold), ("extracted", pairing.extracted)):
        for place, record in enumerate(records):
            non_json = find_non_json(record, f"{side}[{place}]")
            if non_json:
                path, value = non_json
                raise InputError(f"{value} is not a JSON value: convert it to a string, number, list or dict", path)


def _ids_left_out(pairing: Pairing, leave_out: Iterable[RecordId], problems: Problems) -> list[RecordId]:
    """Return the ids to leave out, in gold's order and each once."""
    wanted = {(type(record_id), record_id) for record_id in leave_out}
    ids = [record_id for record_id in pairing.record_ids if (type(record_id), record_id) in wanted]
    if len(ids) < len(wanted):
        unknown = next(record_id for _, record_id in wanted - {(type(known), known) for known in ids})
        raise InputError(f"leave_out names {unknown!r}, but no gold record has this id; check its spelling and type.")
    if ids:
        problems.add(
            "records",
            "",
            f"{'a gold record is' if len(ids) == 1 else 'gold records are'} left out on request",
            len(ids),
        )
    return ids


def _only(gold: Sequence[Any], pairing: Pairing, places: list[int]) -> tuple[list[Any], Pairing]:
    extracted = [pairing.extracted[place] for place in places]
    return [gold[place] for place in places], replace(
        pairing,
        extracted=extracted,
        record_ids=[pairing.record_ids[place] for place in places],
        missing=[place for place, record in enumerate(extracted) if record is None],
        positions=[pairing.positions[place] for place in places],
    )


def few_joined(
    id_field: str, gold: int, missing: Sequence[RecordId], strays: Sequence[Any]
) -> tuple[str, str, str] | None:
    """Return the problem that less than half of the records join that could, with examples of both sides.

    `gold` is the number of gold records, `missing` are the ids of those that nothing joins, `strays` the ids of the
    extracted records that join nothing.
    """
    paired = gold - len(missing)
    could = min(gold, paired + len(strays))
    if paired * 2 >= could:
        return None
    here, there = (", ".join(map(repr, ids[:_EXAMPLES])) for ids in (missing, strays))
    return (
        "records",
        "",
        f"{id_field!r} joins only {paired:,} of {could:,} records; without a partner are {here} in gold and {there} "
        "among the extracted: correct these ids, or choose another id field",
    )


def _report_pairing(pairing: Pairing, id_field: str | None, policy: MissingPolicy, problems: Problems) -> None:
    if id_field is not None and pairing.by == "position":
        way_out = f"give every extracted record its {id_field!r}, or score without an id field"
        problems.add("records", "", f"paired by position, not by {id_field!r}: {pairing.reason}; {way_out}")
    if id_field is not None and pairing.by == "id":
        missing = [pairing.record_ids[place] for place in pairing.missing]
        few = few_joined(id_field, len(pairing.extracted), missing, [stray.id for stray in pairing.strays])
        if few is not None:
            problems.add(*few)
    if pairing.missing:
        fate = "left out" if policy.excludes_missing else "counted as missing, field by field"
        problems.add("records", "", f"{WITHOUT_EXTRACTED} {fate}", len(pairing.missing))
    if pairing.strays:
        problems.add("records", "", ARE_STRAY, len(pairing.strays))
    if pairing.duplicates:
        problems.add("records", "", ARE_REPEATED, len(pairing.duplicates))
    if pairing.near_ids:
        problems.add("records", "", 'ids differ only in type (such as 1 and "1") and do not join', pairing.near_ids)
