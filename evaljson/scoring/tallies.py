"""Additive counts and sums of results, and the figures computed from them.

precision = S / E, recall = S / G, F1 = 2S / (G + E), where S sums weight x score over matches and mismatches, E the
weights of matches, mismatches and hallucinations, G those of matches, mismatches and omissions. With one result per
field F1 is the harmonic mean of the two.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from evaljson.base.arrays import AnyInts, Bools, ByteCodes, Codes, Floats, Ints
from evaljson.base.exact_sums import as_floats, exact_sum, exact_sums, mean_of, steps
from evaljson.scoring.status import HALLUCINATION, MATCH, MISMATCH, NAMES, OMISSION

_AT_ONCE: Final = 1 << 16
"""Rows that are added up at a time, which bounds the memory that it takes."""
_ALL: Final = slice(None)
_WHOLE: Final = 2.0**53
"""Up to here floats have every whole number."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Results as parallel arrays; `field` indexes `fields`, the schema paths in schema order."""

    record: Codes
    field: Codes
    status: ByteCodes
    score: Floats
    weight: Floats
    fields: list[str]
    records: int
    orders: tuple[tuple[int, str], ...] = ()
    """The place of each field among all that records under the schema may have, to put fields of several runs in order;
    empty where it is not known."""


class Tallies:
    """Sums over the rows of one run: by record, by field and overall."""

    def __init__(self, rows: Rows, part_of: Tallies | None = None) -> None:
        """Take the rows; `part_of` are the tallies of the whole records where these are only some of their rows."""
        self.rows = rows
        self._part_of = part_of
        self._statuses = self._statuses_by_field()
        self.counts: Ints = self._statuses.sum(axis=0)
        """Results by status."""

    @property
    def whole(self) -> Tallies:
        """The tallies of all rows of these records, by the same numbers."""
        return self if self._part_of is None else self._part_of.whole

    def by_record(self) -> tuple[Floats, Floats, Floats]:
        """Return S, G and E of each record, read-only."""
        return self._of_records

    def by_field(self) -> tuple[Floats, Floats, Floats]:
        """Return S, G and E of each field, read-only. Each is rounded once, so it is the same in any order."""
        return self._of_fields

    def exact_by_field(self) -> tuple[list[int], list[int], list[int]]:
        """Return S, G and E of each field without rounding, in the steps of `base.exact_sums`."""
        size = len(self.rows.fields)
        if self._are_whole:
            score, gold, extracted = ([steps(one) for one in part.tolist()] for part in self.by_field())
            return score, gold, extracted
        score, gold, extracted = (
            exact_sums(part(_ALL), self.rows.field, size) for part in (self._score, self._gold, self._extracted)
        )
        return score, gold, extracted

    @cached_property
    def _of_records(self) -> tuple[Floats, Floats, Floats]:
        return _fixed(self._sums(self.rows.record, self.rows.records))

    @cached_property
    def _of_fields(self) -> tuple[Floats, Floats, Floats]:
        rows, size = self.rows, len(self.rows.fields)
        if self._are_whole and _is_shared(rows.weight):  # then counts say what G and E are
            paired = self._statuses[:, MATCH] + self._statuses[:, MISMATCH]
            gold, extracted = (
                (paired + self._statuses[:, alone]) * rows.weight[0] for alone in (OMISSION, HALLUCINATION)
            )
            return _fixed((self._added(rows.field, size, self._score), gold, extracted))
        if self._are_whole:
            return _fixed(self._sums(rows.field, size))
        score, gold, extracted = (as_floats(part) for part in self.exact_by_field())
        return _fixed((score, gold, extracted))

    @cached_property
    def _are_whole(self) -> bool:
        """Whether all sums are whole numbers, which floats add up without rounding."""
        score, weight = self.rows.score, self.rows.weight
        if not len(weight):
            return True
        some = weight[:1] if _is_shared(weight) else weight
        are_small = bool(some.max() * len(weight) < _WHOLE)
        return are_small and bool((some == np.trunc(some)).all() and ((score == 0) | (score == 1)).all())

    def by_record_at(self, field: int) -> tuple[Floats, Floats, Floats]:
        """Return S, G and E of each record at one field, by the number of the field."""
        rows, at_field = self.rows, self.rows.field == field
        record, field_code, status = rows.record[at_field], rows.field[at_field], rows.status[at_field]
        part = Rows(record, field_code, status, rows.score[at_field], rows.weight[at_field], rows.fields, rows.records)
        return Tallies(part).by_record()

    def by_record_and_field(self) -> tuple[Floats, Floats, Floats]:
        """Return S, G and E as records x fields: the sufficient statistics for comparing runs."""
        width = len(self.rows.fields)
        shape = self.rows.records, width
        sums = self._sums(self.rows.record.astype(np.int64) * width + self.rows.field, shape[0] * width)
        return sums[0].reshape(shape), sums[1].reshape(shape), sums[2].reshape(shape)

    def by_group_and_record(self, group_of_field: Ints, groups: int) -> tuple[Floats, Floats, Floats]:
        """Return S, G and E as groups x records, by the number of the group that each field is in."""
        shape = groups, self.rows.records
        sums = self._sums(group_of_field[self.rows.field] * shape[1] + self.rows.record, groups * shape[1])
        return sums[0].reshape(shape), sums[1].reshape(shape), sums[2].reshape(shape)

    def statuses_by_field(self) -> Ints:
        """Return counts as fields x statuses, read-only."""
        return self._statuses

    def _statuses_by_field(self) -> Ints:
        width = len(NAMES)
        field, status, fields = self.rows.field, self.rows.status, len(self.rows.fields)
        counts = self._counted(fields * width, lambda span: field[span] * width + status[span]).reshape(fields, width)
        counts.setflags(write=False)
        return counts

    def _counted(self, size: int, of: Callable[[slice], AnyInts]) -> Ints:
        """Count the numbers that a function gives for spans of rows."""
        counts = np.zeros(size, np.intp)
        for start in range(0, len(self.rows.status), _AT_ONCE):
            counts += np.bincount(of(slice(start, start + _AT_ONCE)), minlength=size)
        return counts

    def weight_of_fields(self) -> dict[int, float]:
        """Return each field's weight, by number; the mean over its results where document types differ in it."""
        field, weight = self.rows.field, self.rows.weight
        if _is_shared(weight):
            return dict.fromkeys(np.flatnonzero(self.statuses_by_field().any(axis=1)).tolist(), float(weight[0]))
        last = np.zeros(len(self.rows.fields))
        last[field] = weight  # the last one of each field
        weights = {number: float(last[number]) for number in np.flatnonzero(np.bincount(field)).tolist()}
        for number in np.unique(field[weight != last[field]]).tolist():
            of_field = weight[field == number]
            weights[number] = mean_of(exact_sum(of_field), len(of_field)) or 0.0
        return weights

    def only(self, places: Ints) -> Tallies:
        """Return the tallies of some records, numbered in this order."""
        number = np.full(self.rows.records, -1, np.int32)
        number[places] = np.arange(len(places), dtype=np.int32)
        chosen = number[self.rows.record] >= 0
        rows = self.rows
        parts = (rows.field[chosen], rows.status[chosen], rows.score[chosen], rows.weight[chosen])
        return Tallies(Rows(number[rows.record[chosen]], *parts, rows.fields, len(places)))

    def score_sums_by_field(self) -> Floats:
        """Return unweighted score sums over the four statuses that count."""
        return as_floats(self.exact_score_sums_by_field())

    def exact_score_sums_by_field(self) -> list[int]:
        """Return the same without rounding, in the steps of `base.exact_sums`."""
        status, score, size = self.rows.status, self.rows.score, len(self.rows.fields)

        def counted(span: slice) -> Floats:
            return np.where(status[span] <= HALLUCINATION, score[span], 0.0)

        if self._are_whole:
            return [steps(one) for one in self._added(self.rows.field, size, counted).tolist()]
        return exact_sums(counted(_ALL), self.rows.field, size)

    def exact_weights_by_field(self) -> list[int]:
        """Return the sum of the weights of all results of each field, in the steps of `base.exact_sums`."""
        field, weight, size = self.rows.field, self.rows.weight, len(self.rows.fields)
        if self._are_whole and _is_shared(weight):
            return [steps(one) for one in (self._statuses.sum(axis=1) * weight[0]).tolist()]
        if self._are_whole:
            return [steps(one) for one in self._added(field, size, lambda span: weight[span]).tolist()]
        return exact_sums(weight, field, size)

    def _sums(self, by: AnyInts, size: int) -> tuple[Floats, Floats, Floats]:
        score, gold, extracted = (self._added(by, size, part) for part in (self._score, self._gold, self._extracted))
        return score, gold, extracted

    def _added(self, by: AnyInts, size: int, of: Callable[[slice], Floats]) -> Floats:
        """Add up the numbers that a function gives for spans of rows.

        Sums of whole numbers are the same in any order, so that of those it gives a part at a time.
        """
        at_once = max(_AT_ONCE, size) if self._are_whole else max(len(by), 1)
        total = np.zeros(size)
        for start in range(0, len(by), at_once):
            span = slice(start, start + at_once)
            total += np.bincount(by[span], of(span), size)
        return total

    def _paired(self, span: slice) -> Bools:
        status = self.rows.status[span]
        paired: Bools = (status == MATCH) | (status == MISMATCH)
        return paired

    def _score(self, span: slice) -> Floats:
        """Return what rows add to S."""
        return np.where(self._paired(span), self.rows.weight[span] * self.rows.score[span], 0.0)

    def _gold(self, span: slice) -> Floats:
        """Return what they add to G."""
        return np.where(self._paired(span) | (self.rows.status[span] == OMISSION), self.rows.weight[span], 0.0)

    def _extracted(self, span: slice) -> Floats:
        """Return what they add to E."""
        return np.where(self._paired(span) | (self.rows.status[span] == HALLUCINATION), self.rows.weight[span], 0.0)


def _is_shared(weight: Floats) -> bool:
    """Check whether all results have one weight, which is held once."""
    return len(weight) > 0 and weight.strides == (0,)


def _fixed(parts: tuple[Floats, Floats, Floats]) -> tuple[Floats, Floats, Floats]:
    for part in parts:
        part.setflags(write=False)
    return parts


@dataclass(frozen=True, slots=True)
class RecordFigures:
    """Precision, recall and F1 of each record."""

    precision: Floats
    recall: Floats
    f1: Floats


def record_figures(score: Floats, gold: Floats, extracted: Floats) -> RecordFigures:
    """Compute the figures per record: with an empty denominator 1.0; F1 is 0 where P + R = 0."""
    precision = np.divide(score, extracted, out=np.ones_like(score), where=extracted > 0)
    recall = np.divide(score, gold, out=np.ones_like(score), where=gold > 0)
    both = precision + recall
    f1 = np.divide(2 * precision * recall, both, out=np.zeros_like(score), where=both > 0)
    return RecordFigures(precision, recall, f1)


def ratio(part: float, whole: float) -> float | None:
    """Return part / whole, None where whole is 0."""
    return float(part / whole) if whole > 0 else None


def mean(values: Floats) -> float | None:
    """Return the arithmetic mean, rounded once, so that order changes nothing; None without values."""
    return mean_of(exact_sum(values), len(values))
