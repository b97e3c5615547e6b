"""One record that holds most errors of a pattern, or much of what a run loses: a figure over all may be its alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from evaljson.base.arrays import Ints
from evaljson.report.records.id_keys import id_labels
from evaljson.results.aggregate import record_ids
from evaljson.results.f1_lost import f1_lost_by_row, f1_lost_in_all, rounded, shares
from evaljson.results.model import RunResult
from evaljson.scoring.status import HALLUCINATION, MISMATCH, OMISSION

_LEAST_RECORDS: Final = 5
"""Records of a run from which on one of them is not to be expected to have much of everything."""
LEAST_VALUES: Final = 10
_HALF: Final = 0.5
_MUCH: Final = round(1 / 3, 9)  # as shares are rounded


@dataclass(frozen=True, slots=True)
class MostInRecord:
    """The record that has at least half of the errors of a pattern, and at least ten."""

    record: str
    """Its id, as pages show it."""
    values: int
    """Errors in it."""
    is_all: bool
    among: int = 0
    """Errors in all records; 0 in what was kept before they were counted."""
    other_records: int = 0
    """Other records with such errors."""

    @property
    def told(self) -> str:
        """`300 of them in `, or `all in `: what stands before the record."""
        return "all in " if self.is_all else f"{self.values:,} of them in "


@dataclass(frozen=True, slots=True)
class LosesMuch:
    """A record that causes at least a third of what mean F1 loses."""

    record: str
    """Its id, as pages show it."""
    share: float
    """Of what mean F1 loses, 0..1."""


def mostly_in_record(run: RunResult, at: Ints) -> MostInRecord | None:
    """Return the record that has most of these rows of the tallies; None where none stands out, or of few records."""
    rows = run.tallies.rows
    if rows.records < _LEAST_RECORDS or len(at) < LEAST_VALUES:
        return None
    values = np.bincount(rows.record[at], minlength=rows.records)
    place = int(values.argmax())
    most = int(values[place])
    if most < LEAST_VALUES or most < len(at) * _HALF:
        return None
    others = int(np.count_nonzero(values)) - 1
    return MostInRecord(_label(run, place), most, most == len(at), len(at), others)


def loses_much(run: RunResult) -> LosesMuch | None:
    """Return the record that causes at least a third of what mean F1 loses; None where there is none, of few records,
    and where no other record loses anything."""
    rows = run.tallies.rows
    if rows.records < _LEAST_RECORDS:
        return None
    lost = rounded(np.bincount(rows.record, f1_lost_by_row(run.tallies), rows.records))
    place = int(lost.argmax())
    share = float(shares(lost[[place]], f1_lost_in_all(run.tallies))[0])
    if share < _MUCH or np.count_nonzero(lost) == 1:
        return None
    return LosesMuch(_label(run, place), share)


def _label(run: RunResult, place: int) -> str:
    return id_labels(record_ids(run.records))[place]


def fields_mostly_in_record(run: RunResult) -> dict[str, MostInRecord]:
    """Return the fields whose wrong values are mostly in one record, those with most of them first."""
    rows = run.tallies.rows
    faulty = np.flatnonzero(np.isin(rows.status, (MISMATCH, OMISSION, HALLUCINATION)))
    counts = np.bincount(rows.field[faulty], minlength=len(rows.fields))
    in_order = faulty[np.argsort(rows.field[faulty], kind="stable")]
    ends = np.cumsum(counts)
    found = {
        rows.fields[at]: most
        for at in np.argsort(-counts, kind="stable").tolist()
        if counts[at] >= LEAST_VALUES
        and (most := mostly_in_record(run, in_order[ends[at] - counts[at] : ends[at]])) is not None
    }
    return found
