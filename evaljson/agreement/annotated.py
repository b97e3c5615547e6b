"""Records of several annotators, joined by their ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from evaljson.base.arrays import Bools, Ints
from evaljson.base.errors import InputError
from evaljson.base.jsontypes import type_name
from evaljson.load.loaded_records import Record, RecordId
from evaljson.wording.words import counted

Records = Sequence[Record | None]


@dataclass(frozen=True, eq=False)
class Annotated:
    """Documents and what each annotator wrote of them."""

    ids: list[RecordId]
    by: dict[str, list[Record | None]]
    """By annotator, one entry per document; None where that annotator has none."""
    notes: tuple[str, ...]

    def labelled_by(self, name: str) -> Bools:
        """Return which documents an annotator labelled."""
        return np.array([record is not None for record in self.by[name]], np.bool_)

    @cached_property
    def times(self) -> Ints:
        """How many annotators labelled each document."""
        times: Ints = np.sum([self.labelled_by(name) for name in self.by], axis=0, dtype=np.intp)
        return times

    def joined(self, name: str, records: Iterable[Record | None], id_field: str | None) -> list[Record | None]:
        """Return the records of someone else, such as a system, one entry per document."""
        listed = list(records)
        if id_field is None:
            _refuse_other_length(name, len(listed), len(self.ids))
            return listed
        known, _ = _by_id(name, listed, id_field)
        return [known.get(record_id) for record_id in self.ids]


def annotated(annotators: Mapping[str, Iterable[Record | None]], id_field: str | None) -> Annotated:
    """Join records by id, by position where there is no id field. Raises InputError.

    None is a record that an annotator lacks.
    """
    if len(annotators) < 2:
        raise InputError(
            "agreement needs gold of two annotators or more: nobody can agree or disagree with one alone; to compare a "
            "system with one annotator, score it"
        )
    listed = {name: list(records) for name, records in annotators.items()}
    for name, records in listed.items():
        for place, record in enumerate(records):
            if record is not None and not isinstance(record, dict):
                raise InputError(f"a record is an object, not {type_name(record)}", f"{name}[{place}]")
    if id_field is None:
        first = next(iter(listed))
        for name, records in listed.items():
            _refuse_other_length(name, len(records), len(listed[first]), first)
        return Annotated(list(range(len(listed[first]))), listed, ())
    notes: list[str] = []
    known: dict[str, dict[RecordId, Record]] = {}
    for name, records in listed.items():
        known[name], left_out = _by_id(name, records, id_field)
        notes += left_out
    ids = list(dict.fromkeys(record_id for of_one in known.values() for record_id in of_one))
    return Annotated(ids, {name: [of_one.get(one) for one in ids] for name, of_one in known.items()}, tuple(notes))


def _refuse_other_length(name: str, length: int, wanted: int, first: str = "the annotators") -> None:
    if length != wanted:
        raise InputError(
            f"without an id field records are joined by position, but {name!r} has {length:,} and {first} {wanted:,}: "
            "name the key that holds their id"
        )


def _by_id(name: str, records: Records, id_field: str) -> tuple[dict[RecordId, Record], list[str]]:
    """Return the first record of each id, and what was left out."""
    known: dict[RecordId, Record] = {}
    without = again = 0
    for record in records:
        if record is None:
            continue
        record_id = record.get(id_field)
        if type(record_id) is not str and type(record_id) is not int:
            without += 1
        elif record_id in known:
            again += 1
        else:
            known[record_id] = record
    left_out = ((without, f"without a usable {id_field!r}"), (again, "with the id of an earlier one"))
    notes = [f"{name}: left out {counted(count, 'record')} {what}" for count, what in left_out if count]
    if not known and records:
        raise InputError(f"no record of {name!r} has a usable {id_field!r}: check the name of the id field")
    return known, notes
