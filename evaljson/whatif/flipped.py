"""Single results that an edit makes right or wrong. Sums hide them: where elements pair otherwise, some of each are.

A result is known by its record, its field and its instance path, which is the place of the value in gold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from evaljson.base.arrays import AnyInts, Bools, ByteCodes, Ints
from evaljson.results.protocol import Results
from evaljson.scoring.status import HALLUCINATION, MATCH, MISMATCH, OMISSION
from evaljson.scoring.tallies import Rows

_NONE: Final = -1
_WRONG: Final = (MISMATCH, OMISSION, HALLUCINATION)


@dataclass(frozen=True, slots=True)
class OneSide:
    """Some results on one side of an edit."""

    results: Results
    at: Ints
    """Rows of the tallies of `results`."""
    record: AnyInts
    field: AnyInts
    """Numbered as on the other side, and below the number of fields."""
    status: ByteCodes

    @classmethod
    def of(cls, results: Results, rows: Rows, numbers: Mapping[str, int], at: Ints | None = None) -> OneSide:
        """Take the rows of the fields that have a number; `at` has the row of `results` of each, where it differs."""
        code = np.array([numbers.get(path, _NONE) for path in rows.fields], np.intp)
        field = code[rows.field] if rows.fields else rows.field
        here = np.flatnonzero(field != _NONE)
        return cls(results, here if at is None else at[here], rows.record[here], field[here], rows.status[here])


def become_right(before: Sequence[OneSide], after: Sequence[OneSide], fields: int) -> int:
    """Count the results that are wrong before and right after; both sides are of the same records and fields."""
    return _flipped(_joined(before, fields, is_right=False), _joined(after, fields, is_right=True))


def become_wrong(before: Sequence[OneSide], after: Sequence[OneSide], fields: int) -> int:
    """Count the results that are right before and wrong after."""
    return _flipped(_joined(before, fields, is_right=True), _joined(after, fields, is_right=False))


def records_right(before: Sequence[OneSide], after: Sequence[OneSide], fields: int) -> frozenset[int]:
    """Return the places of the records in which results are wrong before and right after."""
    return _records(_flips(_joined(before, fields, is_right=False), _joined(after, fields, is_right=True)), fields)


def records_wrong(before: Sequence[OneSide], after: Sequence[OneSide], fields: int) -> frozenset[int]:
    """Return the places of the records in which results are right before and wrong after."""
    return _records(_flips(_joined(before, fields, is_right=True), _joined(after, fields, is_right=False)), fields)


def _records(flips: set[tuple[int, str]], fields: int) -> frozenset[int]:
    return frozenset(cell // fields for cell, _ in flips)


_Chosen = Sequence[tuple[Results, Ints, Ints]]
"""Results, their rows, and a number for the record and field of each."""


def _joined(parts: Sequence[OneSide], fields: int, *, is_right: bool) -> _Chosen:
    chosen = []
    for part in parts:
        here: Bools = part.status == MATCH if is_right else np.isin(part.status, _WRONG)
        chosen.append((part.results, part.at[here], part.record[here].astype(np.int64) * fields + part.field[here]))
    return chosen


def _flipped(one: _Chosen, other: _Chosen) -> int:
    return len(_flips(one, other))


def _flips(one: _Chosen, other: _Chosen) -> set[tuple[int, str]]:
    """Return what is on both sides; only where a record has results of a field on both are paths looked at."""
    shared = np.intersect1d(_cells(one), _cells(other))
    return _places(one, shared) & _places(other, shared) if len(shared) else set()


def _cells(chosen: _Chosen) -> Ints:
    return np.concatenate([np.zeros(0, np.int64), *(cells for _, _, cells in chosen)])


def _places(chosen: _Chosen, shared: Ints) -> set[tuple[int, str]]:
    places: set[tuple[int, str]] = set()
    for results, at, cells in chosen:
        here = np.isin(cells, shared)
        places.update(zip(cells[here].tolist(), results.paths_at(at[here]), strict=True))
    return places
