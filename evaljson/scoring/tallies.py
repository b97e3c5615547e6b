"""Additive counts and sums of results, and the figures computed from them.

precision = S / E, recall = S / G, F1 = 2S / (G + E), where S sums weight x score over matches and mismatches, E the
weights of matches, mismatches and hallucinations, G those of matches, mismatches and omissions. With one result per
field F1 is the harmonic mean of the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import ByteCodes, Codes, Floats, Ints
from evaljson.base.exact_sums import as_floats, exact_sum, exact_sums, mean_of, steps
from evaljson.scoring.status import HALLUCINATION, MATCH, MISMATCH, NAMES, OMISSION

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

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.counts = np.bincount(rows.status, minlength=len(NAMES))
        """Results by status."""

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
        of_score, of_gold, of_extracted = self._parts()
        return (
            exact_sums(of_score, self.rows.field, size),
            exact_sums(of_gold, self.rows.field, size),
            exact_sums(of_extracted, self.rows.field, size),
        )

    @cached_property
    def _of_records(self) -> tuple[Floats, Floats, Floats]:
        return _fixed(self._sums(self.rows.record, self.rows.records))

    @cached_property
    def _of_fields(self) -> tuple[Floats, Floats, Floats]:
        if self._are_whole:
            return _fixed(self._sums(self.rows.field, len(self.rows.fields)))
        score, gold, extracted = self.exact_by_field()
        return _fixed((as_floats(score), as_floats(gold), as_floats(extracted)))

    @cached_property
    def _are_whole(self) -> bool:
        """Whether all sums are whole numbers, which floats add up without rounding."""
        score, weight = self.rows.score, self.rows.weight
        if not len(weight):
            return True
        are_small = bool(weight.max() * len(weight) < _WHOLE)
        return are_small and bool((weight == np.trunc(weight)).all() and ((score == 0) | (score == 1)).all())

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
        """Return counts as fields x statuses."""
        width = len(NAMES)
        flat = np.bincount(self.rows.field * width + self.rows.status, minlength=len(self.rows.fields) * width)
        return flat.reshape(len(self.rows.fields), width)

    def weight_of_fields(self) -> dict[int, float]:
        """Return each field's weight, by number; the mean over its results where document types differ in it."""
        field, weight = self.rows.field, self.rows.weight
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
        counted, size = self.rows.status <= HALLUCINATION, len(self.rows.fields)
        scores = np.where(counted, self.rows.score, 0.0)
        if self._are_whole:
            return [steps(float(one)) for one in np.bincount(self.rows.field, scores, size).tolist()]
        return exact_sums(scores, self.rows.field, size)

    def exact_weights_by_field(self) -> list[int]:
        """Return the sum of the weights of all results of each field, in the steps of `base.exact_sums`."""
        if self._are_whole:
            sums = np.bincount(self.rows.field, self.rows.weight, len(self.rows.fields))
            return [steps(float(one)) for one in sums.tolist()]
        return exact_sums(self.rows.weight, self.rows.field, len(self.rows.fields))

    def _sums(self, by: npt.NDArray[np.signedinteger[Any]], size: int) -> tuple[Floats, Floats, Floats]:
        score, gold, extracted = self._parts()

        def summed(values: Floats) -> Floats:
            return np.bincount(by, values, size).astype(np.float64)  # bincount of nothing gives integers

        return summed(score), summed(gold), summed(extracted)

    def _parts(self) -> tuple[Floats, Floats, Floats]:
        """Return what each row adds to S, G and E."""
        status, weight = self.rows.status, self.rows.weight
        paired = (status == MATCH) | (status == MISMATCH)
        return (
            np.where(paired, weight * self.rows.score, 0.0),
            np.where(paired | (status == OMISSION), weight, 0.0),
            np.where(paired | (status == HALLUCINATION), weight, 0.0),
        )


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
