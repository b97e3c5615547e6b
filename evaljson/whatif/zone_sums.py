"""Sums over the results of many zones of one run at once: made one by one, each costs more than what is in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain

import numpy as np

from evaljson.base.arrays import Floats, Ints
from evaljson.results.protocol import Results
from evaljson.scoring.status import BATCH_ERROR, HALLUCINATION, MATCH, MISMATCH, OMISSION
from evaljson.scoring.tallies import RecordFigures, Rows, Tallies, record_figures
from evaljson.whatif.field_index import FieldIndex
from evaljson.whatif.flipped import OneSide
from evaljson.whatif.gains import ROUNDING, minus_losses


class ZoneSums:
    """The results of some zones, as they were or as they are. Zones may share fields: the containers around them."""

    def __init__(self, index: FieldIndex, fields: Sequence[Sequence[str]]) -> None:
        """Take the rows of the fields of each zone."""
        self._tallies, self._at = index.part(list(chain.from_iterable(fields)))
        counts = list(map(len, fields))
        self._first = np.concatenate([[0], np.cumsum(counts, dtype=np.intp)])
        self._zone_of = np.repeat(np.arange(len(fields)), counts)

    @cached_property
    def by_record(self) -> tuple[Floats, Floats, Floats]:
        """S, G and E as zones x records."""
        return self._tallies.by_group_and_record(self._zone_of, len(self._first) - 1)

    def by_field(self, zone: int) -> tuple[Floats, Floats, Floats]:
        """Return S, G and E of each field of a zone."""
        here = self._fields(zone)
        score, gold, extracted = self._tallies.by_field()
        return score[here], gold[here], extracted[here]

    def matches(self, zone: int) -> Ints:
        """Return the number of matches of each field of a zone."""
        return self._statuses[self._fields(zone), MATCH]

    def not_judged(self, zone: int) -> int:
        """Return the number of results of a zone that a judge must decide first."""
        return int(self._statuses[self._fields(zone), BATCH_ERROR].sum())

    def right_and_wrong(self, zone: int) -> tuple[Ints, Ints]:
        """Return the numbers of right and of wrong results of a zone by record."""
        here, rows = slice(*self._spans[zone : zone + 2]), self._tallies.rows
        status, record = rows.status[here], rows.record[here]
        is_wrong = np.isin(status, (MISMATCH, OMISSION, HALLUCINATION))
        right, wrong = (np.bincount(record[chosen], minlength=rows.records) for chosen in (status == MATCH, is_wrong))
        return right, wrong

    def minus_losses(self, zone: int) -> Floats:
        """Return score minus the largest possible score of a zone, as records x fields."""
        return self._minus_losses[:, self._fields(zone)]

    def rows(self, zone: int, records: Sequence[int], *, is_right: bool) -> tuple[Ints, list[int]]:
        """Return the rows of a zone's results of some records that are right, or are not, and their records.

        Rows are those of the whole index.
        """
        here = slice(*self._spans[zone : zone + 2])
        rows, wanted = self._tallies.rows, np.zeros(self._tallies.rows.records, np.bool_)
        wanted[records] = True
        record = rows.record[here]
        chosen = wanted[record] & ((rows.status[here] == MATCH) == is_right)
        return self._at[here][chosen], record[chosen].tolist()

    def part(self, zone: int, results: Results, at: Ints | None, numbers: Mapping[str, int]) -> OneSide:
        """Return the results of a zone at the fields that have a number.

        `results` are those of the whole index; `at` has the row of each of its rows, where it is of a part of them.
        """
        here, rows, fields = slice(*self._spans[zone : zone + 2]), self._tallies.rows, self._fields(zone)
        mine = Rows(
            rows.record[here], rows.field[here] - fields.start, rows.status[here], rows.score[here], rows.weight[here],
            rows.fields[fields], rows.records,
        )  # fmt: skip
        return OneSide.of(results, mine, numbers, self._at[here] if at is None else at[self._at[here]])

    @cached_property
    def _spans(self) -> list[int]:
        """Where the rows of each zone begin: they are sorted by field."""
        spans: list[int] = np.searchsorted(self._tallies.rows.field, self._first).tolist()
        return spans

    def _fields(self, zone: int) -> slice:
        return slice(int(self._first[zone]), int(self._first[zone + 1]))

    @cached_property
    def _statuses(self) -> Ints:
        return self._tallies.statuses_by_field()

    @cached_property
    def _minus_losses(self) -> Floats:
        return minus_losses(self._tallies)


def figures_by_zone(whole: Tallies, old: ZoneSums, new: ZoneSums) -> RecordFigures:
    """Compute precision, recall and F1 as zones x records, each zone as if it were the only one that changed."""
    parts = zip(whole.by_record(), old.by_record, new.by_record, strict=True)
    return record_figures(*(_replaced(*part) for part in parts))


def _replaced(whole: Floats, old: Floats, new: Floats) -> Floats:
    """Return sums with a part of them replaced; what only rounding leaves is nothing."""
    sums = whole + (new - old)
    return np.where(sums <= ROUNDING * whole, 0.0, sums)
