"""What one variant has right and another wrong: field by field, in the records that both have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from evaljson.base.arrays import Bools, Floats, Ints
from evaljson.base.jsontypes import strict_equal
from evaljson.report.records.id_keys import id_labels
from evaljson.report.records.side_by_side import by_field, fields_of_both, shared_places
from evaljson.report.records.wrong_before import wrong_before
from evaljson.results.aggregate import record_ids
from evaljson.results.f1_lost import f1_per_weight
from evaljson.results.field_result import FieldResult
from evaljson.results.losses import NOTHING, lost
from evaljson.results.model import RunResult
from evaljson.wording.values import as_text

_WRONG: Final = ("mismatch", "omission", "hallucination")
_DIGITS: Final = 9
"""Decimals of losses that set them apart: beyond them are errors of rounding."""


@dataclass(frozen=True, slots=True)
class Regression:
    """A field of one record that went wrong, or a record that is missing altogether."""

    record: str
    """As it stands in addresses."""
    place: int
    """Position in the run that has it wrong."""
    field: str | None
    """Schema path; None: that run has nothing for the whole record."""
    lost: float
    """F1 of the record that it costs, 0..1."""


@dataclass(frozen=True, slots=True)
class Regressions:
    """All that went wrong in columns, by record in turns, as `_ranked` says: there may be hundreds of thousands."""

    place: Ints
    """Of the record, in the run that has it wrong."""
    field: Ints
    """The number of the field in `fields`; NOTHING for a record that is missing altogether, which is one of them."""
    lost: Floats
    """F1 of the record that each costs, 0..1."""
    fields: Sequence[str]
    labels: Sequence[str]
    """Of all records of that run, as they stand in addresses."""

    def __len__(self) -> int:
        return len(self.place)

    @property
    def records(self) -> int:
        """In how many records."""
        return len(np.unique(self.place))

    @property
    def _counts(self) -> dict[int, int]:
        """By number of a field, in how many records: a field has at most one in a record."""
        fields, counts = np.unique(self.field, return_counts=True)
        return dict(zip(fields.tolist(), counts.tolist(), strict=True))

    def first(self, most: int) -> tuple[Regression, ...]:
        """Return the worst one of each field, that whose regressions cost most F1 first; then the rest, as they come.

        A field with many of them is one cause, however little each costs: by records alone, it may never be named.
        Records that are missing altogether are one cause as well.
        """
        _, first, group = np.unique(self.field, return_index=True, return_inverse=True)
        costs = np.round(np.bincount(group, self.lost, len(first)), _DIGITS)
        by_cost = first[np.lexsort((first, -costs))]
        rest = np.setdiff1d(np.arange(len(self)), first)[:most]
        return self.at([*by_cost.tolist(), *rest.tolist()][:most])

    def alike(self, regression: Regression) -> int:
        """Count the records with one at the same field; missing records are alike, too."""
        return self._counts[NOTHING if regression.field is None else self.fields.index(regression.field)]

    def at(self, rows: Iterable[int]) -> tuple[Regression, ...]:
        """Return those in some rows of the columns."""
        return tuple(map(self._at, rows))

    def __iter__(self) -> Iterator[Regression]:
        return map(self._at, range(len(self)))

    def _at(self, row: int) -> Regression:
        place, field = int(self.place[row]), int(self.field[row])
        name = None if field == NOTHING else self.fields[field]
        return Regression(self.labels[place], place, name, float(self.lost[row]))

    def places_with(self, field: str | None) -> Ints:
        """Return the places of the records with one at a field; None stands for any."""
        if field is None:
            return np.unique(self.place)
        at = self.fields.index(field) if field in self.fields else len(self.fields)
        return np.unique(self.place[self.field == at])


@dataclass(frozen=True, slots=True)
class RegressionExample:
    """The first wrong value at a field of a record, of the status that most have, and how many more there are."""

    path: str
    """Instance path."""
    status: str
    gold: Any
    extracted: Any
    more: int
    """Wrong values there of the same status."""
    others: tuple[tuple[str, int], ...] = ()
    """How many have another status, by status."""


def regressions(a: RunResult, b: RunResult) -> Regressions:
    """Find what A has fully right and B has not. Raises InputError if the two cannot be compared."""
    at_a, at_b = shared_places(a, b)
    names = fields_of_both(a, b)
    _, before = by_field(a, names, at_a)
    _, after = by_field(b, names, at_b)
    strays = _strays_of_one(b, a)  # where A has nothing, it has nothing wrong
    _, invented = by_field(b, names, strays)
    was_wrong = wrong_before(a, at_a, before, after, names) | are_missing(a)[at_a][:, None]
    losses = np.concatenate([np.where(was_wrong, 0.0, after), invented])
    return _listed(b, names, np.concatenate([at_b, strays]), losses)


def _strays_of_one(b: RunResult, a: RunResult) -> Ints:
    """Return the places of B's strays that A lacks, where strays count as invented."""
    in_a = frozenset(a.invented_records)
    wanted = frozenset(b.invented_records) - in_a
    places = [place for place, record_id in enumerate(record_ids(b.records)) if record_id in wanted] if wanted else []
    return np.array(places, np.intp)


def errors(run: RunResult) -> Regressions:
    """Find all that one run has wrong, as if it had been right before."""
    losses = lost(*run.tallies.by_record_and_field())
    return _listed(run, run.tallies.rows.fields, np.arange(len(run.records)), losses)


def _listed(run: RunResult, names: list[str], at: Ints, losses: Floats) -> Regressions:
    """`losses`, in weight, is records x fields; `at` says where each of its records stands in the run."""
    losses = losses * f1_per_weight(run.tallies, 1)[at][:, None]
    missing = are_missing(run)[at]
    rows, columns = np.nonzero((losses > 0) & ~missing[:, None])
    of_field = losses.sum(axis=0)
    gone = np.flatnonzero(missing & (losses > 0).any(axis=1))
    row, field = np.concatenate([rows, gone]), np.concatenate([columns, np.full(len(gone), NOTHING)])
    loss = np.concatenate([losses[rows, columns], losses[gone].sum(axis=1)])
    of_cell = np.concatenate([of_field[columns], np.zeros(len(gone))])
    order = _ranked(loss, of_cell, row)
    labels = id_labels(record_ids(run.records))
    return Regressions(at[row[order]], field[order], loss[order], names, labels)


def are_missing(run: RunResult) -> Bools:
    """Check for each record of a run that nothing was extracted for it."""
    if run.positions:  # that says it without a look at the records
        return np.array([place is None for _, place in run.positions], np.bool_)
    return np.array([record.extracted is None for record in run.records], np.bool_)


def _ranked(loss: Floats, of_field: Floats, row: Ints) -> Ints:
    """Take the first of each record, then the second of each, and so on; the record that loses most in all goes first.

    So the first few are of the records where mean F1 loses most. Within a record, the greatest loss goes first.
    `of_field` is the loss of the field in all records.
    """
    order = np.lexsort((-of_field, -np.round(loss, _DIGITS), row))
    of_record = np.round(np.bincount(row, loss), _DIGITS)
    begins = np.append(True, row[order][1:] != row[order][:-1])[: len(row)]
    counted = np.arange(len(row))
    turn = counted - np.maximum.accumulate(np.where(begins, counted, 0))
    ranked: Ints = order[np.lexsort((row[order], -of_record[row[order]], turn))]
    return ranked


def example(run: RunResult, regression: Regression) -> RegressionExample | None:
    """Return the first value that is wrong there, as most are; None for a record that is missing altogether."""
    results = run.records[regression.place].field_results
    fields = zip(results, run.table.fields_of(regression.place), strict=True)
    wrong = [result for result, field in fields if field == regression.field and result.status in _WRONG]
    if not wrong:
        return None
    (status, count), *others = Counter(result.status for result in wrong).most_common()
    first = next(result for result in wrong if result.status == status)
    gold, extracted = _with_siblings(first, results)
    return RegressionExample(first.path, status, gold, extracted, count - 1, tuple(others))


def _with_siblings(first: FieldResult, results: Iterable[FieldResult]) -> tuple[Any, Any]:
    """Return both values; where they are the same and what differs is beside them, as in 5 mg and 5 g, all of it."""
    both = first.gold_value, first.extracted_value
    if not strict_equal(*both):
        return both
    parent, _, key = first.path.rpartition(".")
    together = f"judged with {key}"
    beside = [one for one in results if one.reason == together and one.path.rpartition(".")[0] == parent]
    if not beside:
        return both
    sides = ([both[0], *(one.gold_value for one in beside)], [both[1], *(one.extracted_value for one in beside)])
    gold, extracted = (" ".join(as_text(value) for value in side if value is not None) for side in sides)
    return gold, extracted
