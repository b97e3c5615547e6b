"""The values of arrays in which elements may be shifted: as codes, gathered while all values of a run are read once."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

import numpy as np

from evaljson.base.arrays import AnyInts, Bools, Ints
from evaljson.report.fields.misplaced import comparable
from evaljson.report.patterns.says_something import says_something
from evaljson.results.compared_values import ComparedValues
from evaljson.results.model import RunResult
from evaljson.scoring.status import HALLUCINATION, MISMATCH, OMISSION, SCORED
from evaljson.scoring.tallies import Rows

LEAST: Final = 2
"""Values at other places that make a shift: a single one may be there by chance."""
_BITS: Final = 32
_NEEDED: Final = ((MISMATCH, OMISSION), (MISMATCH, HALLUCINATION), (OMISSION, HALLUCINATION))
"""Statuses of which an array has one each."""


def combined(high: AnyInts, low: AnyInts) -> Ints:
    """Return one number for each two, in their order; both are below 2 to the power of 31, the second of 32."""
    both: Ints = (high.astype(np.int64) << _BITS) | low.astype(np.int64)
    return both


class ShiftValues:
    """What both sides have in arrays with an error on both sides, and with a value that only one side has."""

    def __init__(self, run: RunResult) -> None:
        self._tallied = run.tallies.rows
        self._array, self._is_chosen = _arrays(self._tallied)
        self.rows: Ints = np.flatnonzero(self._is_chosen)
        """Rows of the tallies, ascending."""
        self.gold: Ints = np.full(len(self.rows), -1, np.intp)
        """The number of each one's value: numbers are equal by value, all else strictly. -1 where there is none."""
        self.extracted: Ints = self.gold.copy()
        self._number: dict[Hashable, int] = {}
        self._says: list[bool] = []

    @property
    def says(self) -> Bools:
        """Whether a value, by its number, is rarely in two elements by chance."""
        return np.array(self._says, np.bool_)

    def take(self, values: ComparedValues) -> None:
        """Take the values of those of these results that are looked at."""
        at = np.flatnonzero(self._is_chosen[values.rows]) if len(self.rows) else self.rows
        if not len(at):
            return
        places = np.searchsorted(self.rows, values.rows[at])
        for numbers, codes in ((self.gold, values.gold[at]), (self.extracted, values.extracted[at])):
            distinct, inverse = np.unique(codes, return_inverse=True)
            of_distinct = [-1 if code < 0 else self._number_of(values.values[code]) for code in distinct.tolist()]
            numbers[places] = np.array(of_distinct, np.intp)[inverse]

    def rows_worth_a_look(self) -> Ints:
        """Return the rows of arrays in which two values at least are in error on both sides, as places in `rows`.

        A value that is at another place than in gold is an error on both sides.
        """
        if not len(self.rows):
            return self.rows
        status, field = self._tallied.status[self.rows], self._tallied.field[self.rows]
        array = self._array[self.rows]
        _, slot = np.unique(combined(array, field), return_inverse=True)
        missed, invented = (
            np.flatnonzero(np.isin(status, (MISMATCH, alone)) & self.says[numbers])
            for alone, numbers in ((OMISSION, self.gold), (HALLUCINATION, self.extracted))
        )
        keys = combined(slot[missed], self.gold[missed]), combined(slot[invented], self.extracted[invented])
        in_both = missed[np.isin(*keys)]
        shared = np.bincount(array[in_both], minlength=int(array.max()) + 1)
        return np.flatnonzero(shared[array] >= LEAST)

    def _number_of(self, value: object) -> int:
        key = comparable(value)
        number = self._number.get(key)
        if number is None:
            number = self._number[key] = len(self._says)
            self._says.append(says_something(value))
        return number


def _arrays(rows: Rows) -> tuple[Ints, Bools]:
    """Return the outermost array of each row, by number, and whether it is one to look at.

    It has a value in error on each side, and one that only one side has.
    """
    number: dict[str, int] = {}
    outermost = [
        number.setdefault(path[: path.index("[]")], len(number)) if "[]" in path else -1 for path in rows.fields
    ]
    if not number:
        return np.zeros(0, np.intp), np.zeros(len(rows.record), np.bool_)
    of_row = np.array(outermost, np.intp)[rows.field]
    array = rows.record * np.intp(len(number)) + of_row
    inside = of_row >= 0
    has = np.zeros((3, rows.records * len(number)), np.bool_)
    for flags, statuses in zip(has, _NEEDED, strict=True):
        flags[array[inside & np.isin(rows.status, statuses)]] = True
    chosen = inside & (has[0] & has[1] & has[2])[array]
    chosen[chosen] = np.isin(rows.status[chosen], SCORED)
    return array, chosen
