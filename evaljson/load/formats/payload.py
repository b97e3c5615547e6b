"""Take records out of the entries around them: a field with a model's text, a payload at a path, metadata beside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from evaljson.base.errors import LoadError, did_you_mean
from evaljson.base.jsontypes import strict_equal, type_name
from evaljson.base.paths import child, element, is_below, key_step, split
from evaljson.load.allowance import SourceLimitError
from evaljson.load.collector import ID_BESIDE, RecordCollector
from evaljson.load.file_places import outer_index, place_of
from evaljson.load.formats.ids_beside import ID_NAMES, take_ids_beside
from evaljson.load.json.id_of_broken import usable_id
from evaljson.load.loaded_records import NOT_PRODUCED, LoadProblem, Record, excerpt
from evaljson.load.model_text.cut_off_error import CutOffError
from evaljson.load.model_text.detect_text_field import detected
from evaljson.load.model_text.placeholder import is_placeholder
from evaljson.load.model_text.record_in_text import record_in
from evaljson.load.repaired_value import RepairedValue

Steps = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class EnvelopeOptions:
    """Where the caller says the records are."""

    text_field: str | bool = True
    payload: str | None = None
    metadata: Sequence[str] = ()
    repair: bool = True
    table: bool = False


class _RefusedError(Exception):
    """Raised with the reason if there is no record at the place."""

    def __init__(self, path: str, why: str, text: str) -> None:
        super().__init__(why)
        self.path, self.why, self.text = path, why, text


def list_and_place(payload: str | None) -> tuple[str | None, str | None]:
    """Split `results[].output` into the key of the list of entries in a file's only object, and the place in each.

    Either is None where the payload has none. What is no path is left to be refused.
    """
    try:
        steps = [] if payload is None else split(payload)
    except ValueError:
        return None, payload
    if len(steps) < 2 or not isinstance(steps[0], str) or steps[1] is not None:
        return None, payload
    key = steps[0]
    return key, str(payload)[len(f"{key_step(key)}[]") :].removeprefix(".") or None


def unwrap(collector: RecordCollector, choice: EnvelopeOptions) -> list[Record] | None:
    """Replace entries by the records inside them, and return the metadata of each if there is any. Raises LoadError."""
    steps = _place(collector, choice)
    if steps is None and not choice.metadata:
        return None
    outer, keys, before, values, unread, known, cut = (
        collector.records, collector.ids, collector.repaired, collector.repaired_values, collector.unread,
        collector.unread_ids, collector.cut_off,
    )  # fmt: skip
    collector.records, collector.ids, collector.repaired, collector.unread, collector.unread_ids = [], [], {}, {}, {}
    collector.repaired_values, collector.cut_off = {}, {}
    may_be_ids, collector.unread_keys = collector.unread_keys, {}
    collector.taken_from = None if steps is None else _shown(steps)
    metadata: list[Record] = []
    gone, collector.refused_places = collector.refused_places, []
    for i, record in enumerate(outer):
        at = len(collector.records)
        if record is None:
            collector.records.append(None)
            collector.unread[at] = unread[i]
            collector.unread_ids |= {at: known[i]} if i in known else {}
            collector.unread_keys |= {at: may_be_ids[i]} if i in may_be_ids else {}
            collector.cut_off |= {at: cut[i]} if i in cut else {}
            beside: Record = {}
        else:
            beside = _open(record, steps, _where(outer_index(i, gone), collector), collector, choice)
        if len(collector.records) > at:  # gold that is refused leaves no gap
            metadata.append(beside)
            collector.ids.extend(keys[i : i + 1])
            if i in before:
                collector.repaired[at] = (*before[i], *collector.repaired.get(at, ()))
            if i in values:
                outside = tuple(within(collector.taken_from, one) for one in values[i])
                collector.repaired_values[at] = (*outside, *collector.repaired_values.get(at, ()))
            if i in cut and record is not None:
                _note_cut(collector, at, record, steps or (), cut[i] or "")
    collector.refused_places = sorted([*gone, *(outer_index(i, gone) for i in collector.refused_places)])
    if steps is not None and not keys and len(collector.records) == len(outer):
        collector.ids = _outer_ids(outer, collector.id_field)
    if steps is not None and collector.kind == "extracted":
        take_ids_beside(collector, metadata)
    _warn_of_names(collector, choice.metadata, metadata)
    return metadata


def within(place: str | None, one: RepairedValue) -> RepairedValue:
    """Return an entry of the record's repairs with its path in the record inside, if it is in that one."""
    inner = place is not None and one.path != place and is_below(one.path, place)
    return replace(one, path=one.path.removeprefix(place or "").removeprefix(".")) if inner else one


def _note_cut(collector: RecordCollector, at: int, record: Record, steps: Steps, inside: str) -> None:
    """Note that an entry was open at `inside` where its reply ended early, if that cost something of the record in it.

    So it is where the record was open itself, or had yet to come; one that was closed before is whole.
    """
    opened: tuple[str | int | None, ...] = tuple(split(inside))
    value: Any = record
    for length, step in enumerate(steps):
        if not _has(value, step):
            if opened[:length] == steps[:length]:
                collector.cut_off[at] = None
            return
        value = value[step]
    is_text = opened == steps and at in collector.cut_off  # the record is read from a text, which knows it better
    if opened[: len(steps)] == steps and not is_text:
        collector.cut_off[at] = inside.removeprefix(collector.taken_from or "").removeprefix(".")


def _where(index: int, collector: RecordCollector) -> LoadProblem:
    """Return a problem without words at an entry: on its line if it has one, else at its place in the array."""
    line = place_of(index, collector.blank_lines).line
    return LoadProblem(line, None, "" if line is not None else element("", index), "", "warning", "")


def _open(
    record: Record, steps: Steps | None, at: LoadProblem, collector: RecordCollector, choice: EnvelopeOptions
) -> Record:
    """Take or refuse the record inside of another one; what came beside it."""
    if steps is None:
        own, named = _split_off(record, choice.metadata)
        collector.records.append(own)
        return named
    outer = _without(record, steps)
    beside = {name: value for name, value in outer.items() if name != collector.id_field}
    try:
        inner, named = _split_off(_inner(record, steps, at, collector, choice), choice.metadata)
    except _RefusedError as error:
        problem = LoadProblem(at.line, None, error.path, error.why, "error", excerpt(error.text, 0))
        collector.refuse(
            problem, record_id=usable_id(outer.get(collector.id_field)) if collector.id_field is not None else None
        )
        return beside
    collector.records.append(with_id(inner, outer, collector))
    return beside | named


def _place(collector: RecordCollector, choice: EnvelopeOptions) -> Steps | None:
    """Return the place of the record in its entry; None if the entry is the record."""
    if choice.payload is not None and isinstance(choice.text_field, str):
        raise LoadError("pass either payload or text_field: both say where the record is.")
    path = key_step(choice.text_field) if isinstance(choice.text_field, str) else choice.payload
    if path is None:
        field = detected(collector, choice.table) if choice.text_field is True else None
        return None if field is None else (field,)
    try:
        steps = split(path)
    except ValueError as error:
        raise LoadError(f"payload: {error}; write it like output.calls[0].arguments.") from error
    plain = tuple(step for step in steps if isinstance(step, str) or (step is not None and step >= 0))
    if not plain or len(plain) < len(steps):
        raise LoadError(f"payload {path!r}: every array needs an index from 0, such as calls[0].")
    return plain


def _shown(steps: Steps) -> str:
    path = ""
    for step in steps:
        path = element(path, step) if isinstance(step, int) else child(path, step)
    return path


def _inner(
    record: Record, steps: Steps, at: LoadProblem, collector: RecordCollector, choice: EnvelopeOptions
) -> Record:
    """Return the record at the place. Raises _RefusedError."""
    value: Any = record
    path = at.path
    for step in steps:
        if not _has(value, step):
            raise _RefusedError(path, f"has no {step!r}, where the record should be; check the path.", "")
        value = value[step]
        path = element(path, step) if isinstance(step, int) else child(path, step)
    if value is None:
        raise _RefusedError(path, NOT_PRODUCED, "")
    if isinstance(value, str):
        return _from_text(value, replace(at, path=path, excerpt=excerpt(value, 0)), collector, choice)
    if not isinstance(value, dict):
        raise _RefusedError(path, f"a record is an object, not {type_name(value)}; name another place.", "")
    return value


def _has(value: Any, step: str | int) -> bool:
    if isinstance(value, dict):
        return step in value
    return isinstance(value, list) and isinstance(step, int) and step < len(value)


def _from_text(text: str, at: LoadProblem, collector: RecordCollector, choice: EnvelopeOptions) -> Record:
    try:
        may_repair = choice.repair and collector.kind == "extracted"
        output = record_in(text, may_repair, collector.allowance, collector.meant)
    except SourceLimitError:
        raise
    except LoadError as error:
        if isinstance(error, CutOffError):
            collector.note_cut(None)
        raise _RefusedError(at.path, str(error), text) from error
    if not isinstance(output.value, dict):
        raise _RefusedError(at.path, f"a record is an object, not {type_name(output.value)}.", text)
    for problem in output.problems:
        collector.report(replace(at, message=problem))
    if output.how == "repaired":
        collector.note_repair(output.steps, output.repaired_values)
    if output.cut_inside is not None:
        collector.note_cut(output.cut_inside)
    return output.value


def _without(holder: Any, steps: Steps) -> Any:
    """Return the entry without what is at the place, copying only the path to it; in an array, null replaces it."""
    step, *rest = steps
    if isinstance(holder, dict) and step in holder:
        if not rest:
            return {key: value for key, value in holder.items() if key != step}
        return {**holder, step: _without(holder[step], tuple(rest))}
    if isinstance(holder, list) and isinstance(step, int) and step < len(holder):
        inner = _without(holder[step], tuple(rest)) if rest else None
        return [*holder[:step], inner, *holder[step + 1 :]]
    return holder


def _split_off(record: Record, names: Sequence[str]) -> tuple[Record, Record]:
    """Split the record into the part without the named keys, and the named keys."""
    named = {name: record[name] for name in names if name in record}
    return ({key: value for key, value in record.items() if key not in named}, named) if named else (record, {})


def with_id(record: Record, outer: Record, collector: RecordCollector) -> Record:
    """Return the record with the id beside it, if it has none; warn where it has another one."""
    name = collector.id_field
    if name is None or name not in outer:
        return record
    if name not in record:
        return {name: outer[name], **record}
    if collector.kind == "extracted" and is_placeholder(record[name]) and not is_placeholder(outer[name]):
        collector.warn(ID_BESIDE)
        return {**record, name: outer[name]}
    if not strict_equal(record[name], outer[name]):
        collector.warn(f"the record beside {name} {outer[name]!r} has a different {name!r} inside, which is used.")
    return record


def _outer_ids(records: Sequence[Record | None], id_field: str | None) -> list[str]:
    """Return the ids beside the records if all are text: under the id field, or a usual name if it is not set."""
    for name in ID_NAMES if id_field is None else (id_field,):
        ids = [record.get(name) for record in records if record is not None]
        if len(ids) == len(records) and all(isinstance(one, str) for one in ids):
            return [str(one) for one in ids]
    return []


def _warn_of_names(collector: RecordCollector, names: Sequence[str], metadata: list[Record]) -> None:
    for name in names:
        if metadata and not any(name in beside for beside in metadata):
            known = {key for record in (*collector.records, *metadata) if record for key in record}
            collector.warn(f"no record has the metadata field {name!r}.{did_you_mean(name, known)}")
