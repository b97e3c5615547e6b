"""Whether records, and the rows (elements) of arrays, are right as a whole.

A row is what gold and extraction have at one element: a pair, or an element that one side has alone. It has all results
inside the element, those of arrays within it too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from evaljson.base.arrays import AnyInts, ByteCodes, Floats, Ints
from evaljson.base.paths import elements_above
from evaljson.results.parts import TextColumn
from evaljson.scoring.status import BATCH_ERROR, HALLUCINATION, MATCH, MISMATCH, NAMES, OMISSION
from evaljson.scoring.table_sink import Chunk, Frame

NOTHING, RIGHT, UNDECIDED, WRONG = range(4)
"""Nothing that counts; matches only; something that was not judged, and nothing wrong; something wrong."""
_OF_STATUS: Final = np.array([NOTHING] * len(NAMES), np.int8)
_OF_STATUS[[MATCH, MISMATCH, OMISSION, HALLUCINATION, BATCH_ERROR]] = RIGHT, WRONG, WRONG, WRONG, UNDECIDED


@dataclass(frozen=True, slots=True)
class ArrayRows:
    """The rows of one array, over all records, as parallel arrays; rows in which nothing counts are not there."""

    record: Ints
    """The place of each one's record."""
    state: ByteCodes

    def of_records(self, number: Ints) -> ArrayRows:
        """Return the rows of some records; `number` is each record's number among them, -1 for the others."""
        number_of_row = number[self.record]
        return ArrayRows(number_of_row[number_of_row >= 0], self.state[number_of_row >= 0])


def states(status: ByteCodes, weight: Floats | float) -> ByteCodes:
    """Return what each result says of its record: the worst of them (the maximum) is the record's state."""
    return np.where(np.asarray(weight) > 0, _OF_STATUS[status], NOTHING).astype(np.int8)


def rows_of_chunks(chunks: Sequence[Chunk], frames: Sequence[Frame], fields: Sequence[str]) -> dict[str, ArrayRows]:
    """Return the rows of each array from the engine's results, by schema path of the elements, in schema order."""
    worst = {id(frame): np.zeros(len(frame.parents), np.int8) for frame in frames}
    for chunk in chunks:
        if chunk.frame.parent is not None:
            np.maximum.at(worst[id(chunk.frame)], chunk.rows, states(chunk.status, chunk.plan.weight))
    parts_by_array = dict[str, list[ArrayRows]]()
    for frame in reversed(frames):  # inner frames were appended later
        state = worst[id(frame)]
        if frame.parent is not None and frame.parent.parent is not None:
            np.maximum.at(worst[id(frame.parent)], frame.parents, state)
        if frame.plan is not None and frame.plan.element is not None:
            counted = np.flatnonzero(state)
            rows = ArrayRows(frame.records(counted).astype(np.intp), state[counted])
            parts_by_array.setdefault(frame.plan.element.path, []).append(rows)
    return {
        path: _joined(parts_by_array[path])
        for path in _arrays(fields)
        if path in parts_by_array and any(map(_filled, parts_by_array[path]))
    }


def rows_of_paths(
    record: AnyInts, instance_paths: Iterable[str], fields: Sequence[str], field: AnyInts, state: ByteCodes
) -> dict[str, ArrayRows]:
    """Return the same from the instance path of each result; the other arguments are parallel to these.

    `field` indexes the schema paths in `fields`.
    """
    arrays = [elements_above(path) for path in fields]
    rows_by_array: dict[str, dict[tuple[int, str], int]] = {path: {} for path in _arrays(fields)}
    results = zip(record.tolist(), instance_paths, field.tolist(), state.tolist(), strict=True)
    for place, path, number, seen in results:
        if seen == NOTHING or not arrays[number]:
            continue
        for array, element in zip(arrays[number], elements_above(path), strict=False):
            rows = rows_by_array[array]
            rows[place, element] = max(rows.get((place, element), NOTHING), seen)
    return {
        path: ArrayRows(np.array([place for place, _ in rows], np.intp), np.array(list(rows.values()), np.int8))
        for path, rows in rows_by_array.items()
        if rows
    }


def rows_of_coded_paths(
    record: AnyInts, path: TextColumn, fields: Sequence[str], field: AnyInts, state: ByteCodes
) -> dict[str, ArrayRows]:
    """Return the same as `rows_of_paths`, each distinct instance path looked at once."""
    arrays = [elements_above(one) for one in fields]
    depth = np.array([len(one) for one in arrays], np.intp)[field] if len(fields) else np.zeros(0, np.intp)
    found: dict[str, ArrayRows] = {}
    for level in range(int(depth.max(initial=0))):
        at = np.flatnonzero((state != NOTHING) & (depth > level))
        element = _elements(path, path.codes[at], level)
        at, element = at[element >= 0], element[element >= 0]
        for array in dict.fromkeys(one[level] for one in arrays if len(one) > level):
            inside = np.array([len(one) > level and one[level] == array for one in arrays], np.bool_)[field[at]]
            rows = _worst(record[at[inside]], element[inside], state[at[inside]])
            if _filled(rows):
                found[array] = rows
    return {array: found[array] for array in _arrays(fields) if array in found}


def _elements(path: TextColumn, codes: AnyInts, level: int) -> AnyInts:
    """Return a number for the element that each path leads through at a level; -1 where it leads through none."""
    number: dict[str, int] = {}
    of_text = np.full(len(path.texts), -1, np.intp)
    for code in np.unique(codes).tolist():
        above = elements_above(path.texts[code] or "")
        if len(above) > level:
            of_text[code] = number.setdefault(above[level], len(number))
    numbers: AnyInts = of_text[codes]
    return numbers


def _worst(record: AnyInts, element: AnyInts, state: ByteCodes) -> ArrayRows:
    """Return the rows in the order of their first results, each with the worst of its states."""
    width = int(element.max(initial=0)) + 1
    _, first, row = np.unique(record.astype(np.int64) * width + element, return_index=True, return_inverse=True)
    worst = np.zeros(len(first), np.int8)
    np.maximum.at(worst, row, state)
    order = np.argsort(first, kind="stable")
    return ArrayRows(record[first[order]].astype(np.intp), worst[order])


def joined_rows(parts: Iterable[Mapping[str, ArrayRows]], fields: Sequence[str]) -> dict[str, ArrayRows]:
    """Return the rows of several parts of the records together, in schema order."""
    by_array = dict[str, list[ArrayRows]]()
    for part in parts:
        for path, rows in part.items():
            by_array.setdefault(path, []).append(rows)
    return {path: _joined(by_array[path]) for path in _arrays(fields) if path in by_array}


def _joined(parts: Sequence[ArrayRows]) -> ArrayRows:
    return ArrayRows(np.concatenate([rows.record for rows in parts]), np.concatenate([rows.state for rows in parts]))


def _filled(rows: ArrayRows) -> bool:
    return bool(len(rows.state))


def _arrays(fields: Sequence[str]) -> list[str]:
    """List the schema paths of elements above the fields, in order."""
    return list(dict.fromkeys(array for path in fields for array in elements_above(path)))
