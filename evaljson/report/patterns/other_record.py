"""Records whose extraction holds what gold has for another record: a wrong file or id, or rows that slipped by one.

Looked for in columns, among records with many wrong values. What says something, and few gold records have at the same
field, is telling. An extraction looks like another record if most of its telling values are in that one's gold, hardly
any in its own, and so many are rarely the same by chance: the chance is the product over values of the share of gold
records that have them, as for copies (`evaljson.compare.equal_documents`).
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from math import log
from typing import Final

import numpy as np

from evaljson.base.arrays import Bools, ByteCodes, Floats, Ints
from evaljson.report.fields.misplaced import comparable
from evaljson.report.patterns.says_something import says_something
from evaljson.report.patterns.shift_values import combined
from evaljson.report.records.id_keys import id_labels
from evaljson.results.aggregate import record_ids
from evaljson.results.compared_values import NONE, ComparedValues
from evaljson.results.model import RunResult
from evaljson.scoring.status import HALLUCINATION, MATCH, MISMATCH, OMISSION
from evaljson.scoring.tallies import record_figures

LEAST: Final = 3
"""Telling values that are needed."""
_FEW: Final = 5
"""Gold records that may have a telling value."""
_OWN: Final = 4
"""So many times as many are those of the other record as its own."""
_CHANCE: Final = 0.05
"""Records expected to have the same values by chance."""


@dataclass(frozen=True, slots=True)
class LooksLike:
    """A record whose extraction looks like another one's; ids as pages show them."""

    record: str
    other: str


def looks_like(run: RunResult) -> tuple[LooksLike, ...]:
    """Return the records of a run that look like another one, in their order."""
    found = _found(run)
    if not found:
        return ()
    labels = id_labels(record_ids(run.records))
    return tuple(LooksLike(labels[record], labels[other]) for record, other in sorted(found.items()))


def f1_without_look_alikes(run: RunResult) -> Floats | None:
    """Return the F1 of each record, NaN for those that look like another one; None where none does."""
    found = _found(run)
    if not found:
        return None
    f1: Floats = record_figures(*run.tallies.by_record()).f1.copy()
    f1[list(found)] = np.nan
    return f1


def _found(run: RunResult) -> dict[int, int]:
    values = OtherRecords(run)
    if values.is_needed:
        for batch in run.table.compared_values():
            values.take(batch)
    return values.found()


class OtherRecords:
    """Looks for them, from values that are gathered while all values of a run are read once."""

    def __init__(self, run: RunResult) -> None:
        self._tallied = run.tallies.rows
        self._records = sum(one.gold is not None for one in run.records)
        self._is_looked_at = _with_many_wrong(run)
        self._batches: list[ComparedValues] = []

    @property
    def is_needed(self) -> bool:
        """Whether any record is looked at."""
        return self._records > 1 and bool(self._is_looked_at.any())

    def take(self, values: ComparedValues) -> None:
        """Take some of the values; all of them are looked at together."""
        if self.is_needed:
            self._batches.append(values)

    def found(self) -> dict[int, int]:
        """Return by place of each record that looks like another one the place of that one."""
        if not self.is_needed:
            return {}
        gold, wrong, right = self._pairs()
        counts = _counted(gold.key)
        own = _distinct(right.where(counts.of(right.key) <= _FEW))
        wrong = _distinct(wrong.where(counts.of(wrong.key) <= _FEW))
        by_key = gold.where(np.argsort(gold.key, kind="stable"))
        start, end = (np.searchsorted(by_key.key, wrong.key, side=side) for side in ("left", "right"))
        times = end - start
        record = np.repeat(wrong.record, times)
        ends = np.cumsum(times)
        other = by_key.record[np.arange(len(record)) - np.repeat(ends - times, times) + np.repeat(start, times)]
        rarity = np.repeat(-np.log(np.maximum(times, 1) / self._records), times)
        right_in, wrong_in = (np.bincount(side.record, minlength=self._tallied.records) for side in (own, wrong))
        return self._chosen(record, other, rarity, right_in, wrong_in)

    def _chosen(self, record: Ints, other: Ints, rarity: Floats, right: Ints, wrong: Ints) -> dict[int, int]:
        """Return which record looks like which, from each wrong telling value and a record that has it in gold.

        `right` and `wrong` count the telling values of each record.
        """
        of_pair, inverse = np.unique(combined(record, other), return_inverse=True)
        values, weight = np.bincount(inverse), np.bincount(inverse, rarity)
        one, like = (of_pair >> 32).astype(np.intp), (of_pair & 0xFFFFFFFF).astype(np.intp)
        is_own = one == like
        own = right.copy()
        own[one[is_own]] += values[is_own]
        fits = ~is_own & (values >= LEAST) & (2 * values >= (right + wrong)[one]) & (_OWN * own[one] <= values)
        fits &= weight >= -log(_CHANCE / self._records)
        found: dict[int, int] = {}
        for at in np.lexsort((like, -values, -weight.round(9), one)).tolist():
            if fits[at]:
                found.setdefault(int(one[at]), int(like[at]))
        return found

    def _pairs(self) -> tuple[_FieldValues, _FieldValues, _FieldValues]:
        """Return the pairs of a field and a value that gold has, each once a record, and those that the records looked
        at have in wrong extracted values, and in right ones (as gold has them)."""
        number: dict[Hashable, int] = {}
        chosen = []
        for batch in self._batches:
            status = self._tallied.status[batch.rows]
            looked_at = self._is_looked_at[self._tallied.record[batch.rows]]
            wrong, right = looked_at & _is_wrong(status), looked_at & (status == MATCH)
            codes = np.unique(np.concatenate([batch.extracted[wrong], batch.gold[right]]))
            for code in codes[codes != NONE].tolist():
                if says_something(batch.values[code]):
                    number.setdefault(comparable(batch.values[code]), len(number))
            chosen.append((wrong, right))
        sides: tuple[list[_FieldValues], list[_FieldValues], list[_FieldValues]] = ([], [], [])
        for batch, (wrong, right) in zip(self._batches, chosen, strict=True):
            has_gold = np.isin(self._tallied.status[batch.rows], (MATCH, MISMATCH, OMISSION))
            numbers = np.full(len(batch.values) + 1, -1, np.intp)
            used = np.unique(np.concatenate([batch.gold[has_gold], batch.extracted[wrong]]))
            for code in used[used != NONE].tolist():
                numbers[code] = number.get(comparable(batch.values[code]), -1)
            for pairs, mask, side in zip(
                sides, (has_gold, wrong, right), (batch.gold, batch.extracted, batch.gold), strict=True
            ):
                pairs.append(self._those(batch.rows[mask], numbers[side[mask]]))
        gold, of_wrong, of_right = (_joined(pairs) for pairs in sides)
        return _distinct(gold), of_wrong, of_right

    def _those(self, rows: Ints, numbers: Ints) -> _FieldValues:
        rows, numbers = rows[numbers >= 0], numbers[numbers >= 0]
        return _FieldValues(self._tallied.record[rows].astype(np.intp), combined(self._tallied.field[rows], numbers))


@dataclass(frozen=True, slots=True)
class _FieldValues:
    """Fields with a value, as one number each, and the record that has it, as parallel arrays."""

    record: Ints
    key: Ints

    def where(self, keep: Bools | Ints) -> _FieldValues:
        return _FieldValues(self.record[keep], self.key[keep])


@dataclass(frozen=True, slots=True)
class _Counts:
    """How many gold records have each pair."""

    keys: Ints
    counts: Ints

    def of(self, keys: Ints) -> Ints:
        if not len(self.keys):
            return np.zeros(len(keys), np.intp)
        at = np.clip(np.searchsorted(self.keys, keys), 0, len(self.keys) - 1)
        return np.where(self.keys[at] == keys, self.counts[at], 0)


def _counted(keys: Ints) -> _Counts:
    return _Counts(*np.unique(keys, return_counts=True))


def _joined(pairs: list[_FieldValues]) -> _FieldValues:
    return _FieldValues(np.concatenate([one.record for one in pairs]), np.concatenate([one.key for one in pairs]))


def _distinct(pairs: _FieldValues) -> _FieldValues:
    """Return each pair once a record."""
    order = np.lexsort((pairs.key, pairs.record))
    record, key = pairs.record[order], pairs.key[order]
    is_first = np.ones(len(order), np.bool_)
    is_first[1:] = (record[1:] != record[:-1]) | (key[1:] != key[:-1])
    return _FieldValues(record[is_first], key[is_first])


def _is_wrong(status: ByteCodes) -> Bools:
    wrong: Bools = np.isin(status, (MISMATCH, HALLUCINATION))
    return wrong


def _with_many_wrong(run: RunResult) -> Bools:
    """Mark the records with so many wrong extracted values that they may be another record's."""
    rows = run.tallies.rows
    wrong, right = (
        np.bincount(rows.record[mask], minlength=rows.records)
        for mask in (_is_wrong(rows.status), rows.status == MATCH)
    )
    return (wrong >= LEAST) & (_OWN * wrong >= right)
