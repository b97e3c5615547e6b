"""Errors of arrays paired by position whose values are there, one or more places further: an element is missing before.

Looked for in columns, never pair by pair. In one array, a value that says something, once in gold and once in the
extraction at the same field of an element, ties these two elements; two belong together that share more such values
with each other than either does with any other. Those are kept that cross none: all others that stand before one in
gold stand before it in the extraction too. So if one stands n places nearer to the start than in gold, n more
elements before it are missing than invented. Two such values are needed, and an array that is shorter as a whole;
the mirror image is an invented element.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import numpy as np

from evaljson.base import paths
from evaljson.base.arrays import Bools, ByteCodes, Ints
from evaljson.report.fields.misplaced import elements_above
from evaljson.report.patterns.shift_values import LEAST, ShiftValues, combined
from evaljson.results.model import RunResult
from evaljson.scoring.status import HALLUCINATION, MATCH, OMISSION

Place = tuple[int, str]
"""A record, and the instance path of an array in it."""


@dataclass(frozen=True, slots=True)
class Elements:
    """One side's values in elements of arrays, as parallel arrays."""

    array: Ints
    at: Ints
    """Index of the element."""
    slot: Ints
    """Number of the array and the path inside its elements."""
    value: Ints
    row: Ints
    """Place among the rows that are looked at."""

    def of(self, arrays: Bools) -> Elements:
        """Return those in some arrays, by number."""
        keep = arrays[self.array]
        return Elements(*(column[keep] for column in (self.array, self.at, self.slot, self.value, self.row)))


@dataclass(frozen=True, slots=True)
class Ties:
    """Pairs of a gold and an extracted element that belong together, by array and place, as parallel arrays."""

    array: Ints
    gold: Ints
    extracted: Ints
    values: Ints
    """How many values tie them."""

    def where(self, keep: Bools | Ints) -> Ties:
        """Return some of them, or all in another order."""
        return Ties(*(column[keep] for column in (self.array, self.gold, self.extracted, self.values)))


def of_shifted(run: RunResult, values: ShiftValues) -> tuple[Ints, Ints]:
    """Return the rows of errors that are shifted by a missing element, and those by an invented one."""
    looked_at = values.rows_worth_a_look()
    rows = values.rows[looked_at]
    if not len(rows):
        return rows, rows
    arrays, gold, extracted = _elements(run, rows, (values.gold[looked_at], values.extracted[looked_at]))
    ties = _uncrossed(_ties(gold, extracted, values.says))
    distance = ties.extracted - ties.gold
    is_shift = distance != 0
    is_shift &= _enough(ties, is_shift)
    is_shift &= np.sign(distance) == _longer(run, arrays, np.unique(ties.array[is_shift]))[ties.array]
    is_shift &= _enough(ties, is_shift)
    by = np.zeros((2, len(rows)), np.bool_)
    for mine, other, way in ((gold, extracted, 1), (extracted, gold, -1)):
        _mark(by, ties, is_shift, mine, other, way)
    is_error = run.tallies.rows.status[rows] != MATCH
    return rows[is_error & by[0]], rows[is_error & by[1] & ~by[0]]


def _enough(ties: Ties, chosen: Bools) -> Bools:
    """Mark the pairs of arrays in which the chosen ones share enough values."""
    values = np.bincount(ties.array[chosen], ties.values[chosen], int(ties.array.max(initial=0)) + 1)
    is_enough: Bools = values[ties.array] >= LEAST
    return is_enough


def _elements(run: RunResult, rows: Ints, codes: tuple[Ints, Ints]) -> tuple[dict[Place, int], Elements, Elements]:
    """Return the arrays with the first index that the extraction alone has, by number, and what both sides have.

    Arrays in which two elements at different places are paired are left out: they are not paired by position.
    """
    status, records = run.tallies.rows.status[rows].tolist(), run.tallies.rows.record[rows].tolist()
    number: dict[Place, int] = {}
    slots: dict[tuple[int, str], int] = {}
    moved: set[int] = set()
    alone: dict[int, int] = {}
    gold: list[tuple[int, ...]] = []
    extracted: list[tuple[int, ...]] = []
    values = zip(*(side.tolist() for side in codes), strict=True)
    looked_at = zip(run.table.both_paths_at(rows), values, status, records, strict=True)
    for row, ((path, extracted_path), (left, right), here, record) in enumerate(looked_at):
        others = elements_above(extracted_path or path)
        for (array, at, below), (_, other, other_below) in zip(elements_above(path), others, strict=False):
            one = number.setdefault((record, array), len(number))
            if at < 0:
                alone[one] = min(other, alone.get(one, other))
            elif at != other:
                moved.add(one)
            if here != HALLUCINATION:
                gold.append((one, at, slots.setdefault((one, below), len(slots)), left, row))
            if here != OMISSION:
                extracted.append((one, other, slots.setdefault((one, other_below), len(slots)), right, row))
    by_position = np.ones(len(number), np.bool_)
    by_position[list(moved)] = False
    sides = [Elements(*np.array(side, np.intp).reshape(-1, 5).T).of(by_position) for side in (gold, extracted)]
    return {place: alone.get(one, sys.maxsize) for place, one in number.items()}, sides[0], sides[1]


def _ties(gold: Elements, extracted: Elements, says: Bools) -> Ties:
    """Return the pairs that share more values with each other than either does with any other element."""
    alone = [_once(side, says) for side in (gold, extracted)]
    _, left, right = np.intersect1d(alone[0][0], alone[1][0], assume_unique=True, return_indices=True)
    left, right = alone[0][1][left], alone[1][1][right]
    pairs = np.stack([gold.array[left], gold.at[left], extracted.at[right]])
    (array, i, j), values = np.unique(pairs, axis=1, return_counts=True)
    return Ties(array, i, j, values).where(_largest(combined(array, i), values) & _largest(combined(array, j), values))


def _largest(group: Ints, values: Ints) -> Bools:
    """Mark what is larger than all others of its group."""
    _, of = np.unique(group, return_inverse=True)
    top = np.zeros(len(group), np.intp)
    np.maximum.at(top, of, values)
    is_top: Bools = values == top[of]
    is_alone: Bools = np.bincount(of, is_top, len(group))[of] == 1
    return is_top & is_alone


def _once(side: Elements, says: Bools) -> tuple[Ints, Ints]:
    """Return the values that are in one element of an array alone, at a path inside it: sorted codes, and places."""
    places = np.flatnonzero(says[side.value])
    key = combined(side.slot[places], side.value[places])
    codes, first, counts = np.unique(key, return_index=True, return_counts=True)
    return codes[counts == 1], places[first[counts == 1]]


def _uncrossed(ties: Ties) -> Ties:
    """Return the pairs, in gold's order, before which and after which the same others stand on both sides."""
    ties = ties.where(np.lexsort((ties.gold, ties.array)))
    if not len(ties.array):
        return ties
    end = combined(ties.array, ties.extracted)
    before = np.concatenate([[-1], np.maximum.accumulate(end)[:-1]])
    after = np.concatenate([np.minimum.accumulate(end[::-1])[::-1][1:], [np.iinfo(np.int64).max]])
    return ties.where((before < end) & (end < after))


def _longer(run: RunResult, arrays: dict[Place, int], chosen: Ints) -> ByteCodes:
    """Return of some arrays, by number, 1 where the extraction has more elements than gold, -1 where fewer.

    0 where neither is so, and where elements stay alone beside others that do: these are not paired by position.
    """
    longer, listed = np.zeros(len(arrays), np.int8), list(arrays.items())
    for number in chosen.tolist():
        (record, path), alone = listed[number]
        whole = run.records[record]
        gold, extracted = (_inside(side, path) for side in (whole.gold, whole.extracted))
        if isinstance(gold, list) and isinstance(extracted, list) and alone >= len(gold):
            longer[number] = np.sign(len(extracted) - len(gold))
    return longer


def _inside(value: Any, path: str) -> Any:
    """Return what is at an instance path; None where nothing is."""
    for step in paths.split(path):
        if isinstance(value, dict) and isinstance(step, str):
            value = value.get(step)
        else:
            is_there = isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value)
            value = value[step] if is_there else None
    return value


def _mark(by: Bools, ties: Ties, is_shift: Bools, mine: Elements, other: Elements, way: int) -> None:
    """Mark the rows whose value is as far away as the nearest shift says: by a missing (0) or an invented element (1).

    That is the distance of the last pair before the element, or of the first after it. `way` is 1 where `mine` is gold.
    """
    if not is_shift.any():
        return
    start = combined(ties.array, ties.gold if way > 0 else ties.extracted)
    here = combined(mine.array, mine.at)
    for tie in (np.searchsorted(start, here, side="right") - 1, np.searchsorted(start, here)):
        near = np.clip(tie, 0, len(start) - 1)
        distance = ties.extracted[near] - ties.gold[near]
        at = mine.at + way * distance
        may = np.flatnonzero(is_shift[near] & (ties.array[near] == mine.array) & (at >= 0))
        there = _value_at(other, combined(mine.slot[may], at[may]))
        is_there = may[there == mine.value[may]]
        by[(distance[is_there] > 0).astype(np.intp), mine.row[is_there]] = True


def _value_at(side: Elements, wanted: Ints) -> Ints:
    """Return the number of the value at each slot and index, -1 where there is none."""
    keys = combined(side.slot, side.at)
    order = np.argsort(keys)
    place = np.clip(np.searchsorted(keys[order], wanted), 0, len(keys) - 1)
    return np.where(keys[order[place]] == wanted, side.value[order[place]], -1)
