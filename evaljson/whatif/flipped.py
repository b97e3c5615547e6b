"""Single results that an edit makes right or wrong, or no longer counts. Sums hide them: where elements pair otherwise,
some of each are.

A result is known by its record, its field and its instance path, which is the place of the value in gold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from evaljson.base.arrays import AnyInts, Bools, ByteCodes, Ints
from evaljson.results.protocol import Results
from evaljson.scoring.status import HALLUCINATION, MATCH, MISMATCH, OMISSION
from evaljson.scoring.tallies import Rows

_NONE: Final = -1
_RIGHT: Final = (MATCH,)
_WRONG: Final = (MISMATCH, OMISSION, HALLUCINATION)
_COUNTED: Final = (*_RIGHT, *_WRONG)


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
    in_f1: Bools
    """Whether it counts in F1 by its weight."""

    @classmethod
    def of(cls, results: Results, rows: Rows, numbers: Mapping[str, int], at: Ints | None = None) -> OneSide:
        """Take the rows of the fields that have a number; `at` has the row of `results` of each, where it differs."""
        code = np.array([numbers.get(path, _NONE) for path in rows.fields], np.intp)
        field = code[rows.field] if rows.fields else rows.field
        here = np.flatnonzero(field != _NONE)
        places = here if at is None else at[here]
        return cls(results, places, rows.record[here], field[here], rows.status[here], rows.weight[here] > 0)


def become_right(before: Sequence[OneSide], after: Sequence[OneSide], fields: int) -> int:
    """Count the results that are wrong before and right after; both sides are of the same records and fields."""
    return _flipped(_joined(before, fields, _WRONG), _joined(after, fields, _RIGHT))


def become_wrong(before: Sequence[OneSide], after: Sequence[OneSide], fields: int) -> int:
    """Count the results that are right before and wrong after."""
    return _flipped(_joined(before, fields, _RIGHT), _joined(after, fields, _WRONG))


def no_longer_counted(before: Sequence[OneSide], after: Sequence[OneSide], fields: int) -> int:
    """Count the results that are right before, and after neither right nor wrong in F1: skipped, not there, or of
    weight 0. Those of weight 0 before are not among them.

    Where a record has as many right results of a field as before, and as many in all, they only have other paths, as
    elements do that pair otherwise: paths are looked at in the other records.
    """
    before, after = list(map(_in_f1, before)), list(map(_in_f1, after))
    right, now = _joined(before, fields, _RIGHT), _joined(after, fields, _COUNTED)
    was_right, is_right = _counts(right), _counts(_joined(after, fields, _RIGHT))
    was_counted, is_counted = _counts(_joined(before, fields, _COUNTED)), _counts(now)
    other = [
        cell
        for cell, count in was_right.items()
        if count != is_right.get(cell, 0) or was_counted[cell] != is_counted.get(cell, 0)
    ]
    if not other:
        return 0
    cells = np.array(other, np.int64)
    return len(_places(right, cells) - _places(now, cells))


def _in_f1(side: OneSide) -> OneSide:
    """Return those that count in F1."""
    here = side.in_f1
    return OneSide(side.results, side.at[here], side.record[here], side.field[here], side.status[here], here[here])


def _counts(chosen: _Chosen) -> dict[int, int]:
    """Return by record and field how many results there are."""
    cells, counts = np.unique(_cells(chosen), return_counts=True)
    return dict(zip(cells.tolist(), counts.tolist(), strict=True))


def right_by_record(before: Sequence[OneSide], after: Sequence[OneSide], fields: int) -> Counter[int]:
    """Count by the place of a record the results that are wrong before and right after."""
    flips = _flips(_joined(before, fields, _WRONG), _joined(after, fields, _RIGHT))
    return Counter(cell // fields for cell, _ in flips)


def records_wrong(before: Sequence[OneSide], after: Sequence[OneSide], fields: int) -> frozenset[int]:
    """Return the places of the records in which results are right before and wrong after."""
    flips = _flips(_joined(before, fields, _RIGHT), _joined(after, fields, _WRONG))
    return frozenset(cell // fields for cell, _ in flips)


_Chosen = Sequence[tuple[Results, Ints, Ints]]
"""Results, their rows, and a number for the record and field of each."""


def _joined(parts: Sequence[OneSide], fields: int, statuses: Sequence[int]) -> _Chosen:
    chosen = []
    for part in parts:
        here: Bools = np.isin(part.status, statuses)
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
