"""What one variant has right and another wrong: field by field, in the records that both have."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from evaljson.base.arrays import Floats, Ints
from evaljson.report.records.id_keys import id_labels
from evaljson.report.records.side_by_side import by_field, fields_of_both, shared_places
from evaljson.results.losses import lost
from evaljson.results.model import RunResult

_WRONG: Final = ("mismatch", "omission", "hallucination")


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
    """Weight."""


@dataclass(frozen=True, slots=True)
class Regressions:
    """All that went wrong, worst first."""

    all: tuple[Regression, ...]
    """A record that is missing altogether is one of them, whatever number of fields it has."""
    records: int
    """In how many records."""


@dataclass(frozen=True, slots=True)
class RegressionExample:
    """The first wrong value at a field of a record, and how many more there are."""

    path: str
    """Instance path."""
    status: str
    gold: Any
    extracted: Any
    more: int


def regressions(a: RunResult, b: RunResult) -> Regressions:
    """Find what A has fully right and B has not. Raises InputError if the two cannot be compared."""
    at_a, at_b = shared_places(a, b)
    names = fields_of_both(a, b)
    _, before = by_field(a, names, at_a)
    _, after = by_field(b, names, at_b)
    strays = _strays_of_one(b, a)  # where A has nothing, it has nothing wrong
    _, invented = by_field(b, names, strays)
    losses = np.concatenate([np.where(before == 0, after, 0.0), invented])
    return _listed(b, names, np.concatenate([at_b, strays]), losses)


def _strays_of_one(b: RunResult, a: RunResult) -> Ints:
    """Return the places of B's strays that A lacks, where strays count as invented."""
    in_a = frozenset(a.invented_records)
    wanted = frozenset(b.invented_records) - in_a
    places = [place for place, record in enumerate(b.records) if record.record_id in wanted] if wanted else []
    return np.array(places, np.intp)


def errors(run: RunResult) -> Regressions:
    """Find all that one run has wrong, as if it had been right before."""
    losses = lost(*run.tallies.by_record_and_field())
    return _listed(run, run.tallies.rows.fields, np.arange(len(run.records)), losses)


def _listed(run: RunResult, names: list[str], at: Ints, losses: Floats) -> Regressions:
    """`losses` is records x fields; `at` says where each of its records stands in the run."""
    places = at.tolist()
    missing = np.array([run.records[place].extracted is None for place in places], np.bool_)
    rows, columns = np.nonzero((losses > 0) & ~missing[:, None])
    of_field = losses.sum(axis=0)
    cells = zip(rows.tolist(), columns.tolist(), losses[rows, columns].tolist(), strict=True)
    all_cells: list[_Cell] = [(-amount, -float(of_field[column]), row, names[column]) for row, column, amount in cells]
    gone = np.flatnonzero(missing & (losses > 0).any(axis=1)).tolist()
    all_cells += [(-float(losses[row].sum()), 0.0, row, None) for row in gone]
    labels = id_labels([record.record_id for record in run.records])
    ranked = [Regression(labels[places[row]], places[row], field, -loss) for loss, _, row, field in _ranked(all_cells)]
    return Regressions(tuple(ranked), len({regression.place for regression in ranked}))


_Cell = tuple[float, float, int, str | None]
"""Minus the loss here, minus that of the field in all records, the row, the field."""


def _ranked(cells: list[_Cell]) -> list[_Cell]:
    """Greatest loss first; of equal ones the first of each record, then the second of each, and so on.

    So five lines show five records where they can.
    """
    turns: Counter[int] = Counter()
    keyed = []
    for loss, of_field, row, field in sorted(cells, key=lambda cell: cell[:3]):
        turns[row] += 1
        keyed.append(((round(loss, 9), turns[row], of_field, row), (loss, of_field, row, field)))
    return [cell for _, cell in sorted(keyed, key=lambda entry: entry[0])]


def example(run: RunResult, regression: Regression) -> RegressionExample | None:
    """Return the first value of the run that is wrong there; None for a record that is missing altogether."""
    results = zip(run.records[regression.place].field_results, run.table.fields_of(regression.place), strict=True)
    wrong = [result for result, field in results if field == regression.field and result.status in _WRONG]
    if not wrong:
        return None
    first = wrong[0]
    return RegressionExample(first.path, first.status, first.gold_value, first.extracted_value, len(wrong) - 1)
