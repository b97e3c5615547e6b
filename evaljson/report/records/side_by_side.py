"""Two runs side by side: figures, fields and records, with plain differences (B minus A)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from evaljson.base.arrays import Bools, Floats, Ints
from evaljson.base.errors import InputError
from evaljson.report.records.id_keys import id_labels
from evaljson.results.aggregate import record_ids
from evaljson.results.fully_right import are_right
from evaljson.results.losses import lost, record_losses
from evaljson.results.model import RunResult
from evaljson.scoring.tallies import record_figures

_NOTICED = 1e-9


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of both runs, over the records both have."""

    name: str
    a: float
    b: float
    is_count: bool = False

    @property
    def difference(self) -> float:
        """B minus A; what is only rounding is 0."""
        change = self.b - self.a
        return change if abs(change) > _NOTICED else 0.0


@dataclass(frozen=True, slots=True)
class SideBySide:
    """A comparison of two runs."""

    figures: tuple[Figure, ...]
    """F1, precision and recall as means over records, and how many records are exact."""
    fields: pd.DataFrame
    """field, a, b (F1; NaN where undefined), difference, better_in, worse_in, missing (records). Worst change first.

    `better_in` and `worse_in` count records of both sides in which B loses less and more, `missing` those that one side
    did not produce and in which the two do not lose the same."""
    records: pd.DataFrame
    """position (in A), record, a, b (F1), difference. Worst change first."""
    shared: int
    """Records that both runs scored."""
    left_out: int
    """Records that only one of them scored."""


def side_by_side(a: RunResult, b: RunResult) -> SideBySide:
    """Compare two runs over the records both have. Raises InputError where they cannot be compared."""
    at_a, at_b = shared_places(a, b)
    return SideBySide(
        _figures(a, b, at_a, at_b),
        _fields(a, b, at_a, at_b),
        _records(a, b, at_a, at_b),
        len(at_a),
        len(a.records) + len(b.records) - 2 * len(at_a),
    )


def shared_places(a: RunResult, b: RunResult) -> tuple[Ints, Ints]:
    """Return the positions of shared records in each run, in A's order. Raises InputError for runs unlike or apart."""
    _refuse_unlike(a, b)
    ids_b = {record_id: place for place, record_id in enumerate(record_ids(b.records))}
    pairs = [(i, ids_b[record_id]) for i, record_id in enumerate(record_ids(a.records)) if record_id in ids_b]
    if not pairs:
        raise InputError("the two runs have no record in common: score both against the same gold")
    at_a, at_b = (np.array(side, np.intp) for side in zip(*pairs, strict=True))
    return at_a, at_b


def _refuse_unlike(a: RunResult, b: RunResult) -> None:
    for part, what in (("gold", "gold"), ("schema", "eval schema"), ("engine", "version of evaljson")):
        if a.signature[part] != b.signature[part]:
            raise InputError(f"the two runs cannot be compared: they used another {what}. Score both again")


def _figures(a: RunResult, b: RunResult, at_a: Ints, at_b: Ints) -> tuple[Figure, ...]:
    of_a, of_b = (record_figures(*(part[at] for part in run.tallies.by_record())) for run, at in ((a, at_a), (b, at_b)))
    right = [float(are_right(run.tallies.rows)[at].sum()) for run, at in ((a, at_a), (b, at_b))]
    return (
        Figure("F1", float(of_a.f1.mean()), float(of_b.f1.mean())),
        Figure("Precision", float(of_a.precision.mean()), float(of_b.precision.mean())),
        Figure("Recall", float(of_a.recall.mean()), float(of_b.recall.mean())),
        Figure("Records fully right", right[0], right[1], is_count=True),
    )


def _fields(a: RunResult, b: RunResult, at_a: Ints, at_b: Ints) -> pd.DataFrame:
    names = fields_of_both(a, b)
    f1_a, loss_a = by_field(a, names, at_a)
    f1_b, loss_b = by_field(b, names, at_b)
    change = loss_a - loss_b
    gone = ~(_produced(a, at_a) & _produced(b, at_b))
    frame = pd.DataFrame(
        {
            "field": names,
            "a": f1_a,
            "b": f1_b,
            "difference": np.where(np.abs(f1_b - f1_a) <= _NOTICED, 0.0, f1_b - f1_a),
            "better_in": (change[~gone] > _NOTICED).sum(axis=0),
            "worse_in": (change[~gone] < -_NOTICED).sum(axis=0),
            "missing": (np.abs(change[gone]) > _NOTICED).sum(axis=0),
        }
    )
    return frame.sort_values("difference", kind="stable", ignore_index=True, na_position="last")


def _produced(run: RunResult, at: Ints) -> Bools:
    return np.array([run.positions[place][1] is not None for place in at.tolist()], np.bool_)


def by_field(run: RunResult, names: list[str], at: Ints) -> tuple[Floats, Floats]:
    """Return (F1 of each field, losses as records x fields); a field that the run lacks has no F1 and no loss."""
    known = {name: i for i, name in enumerate(run.tallies.rows.fields)}
    there = [i for i, name in enumerate(names) if name in known]
    columns = np.array([known[names[i]] for i in there], np.intp)
    score, gold, extracted = (part[np.ix_(at, columns)] for part in run.tallies.by_record_and_field())
    losses, f1 = np.zeros((len(at), len(names))), np.full(len(names), np.nan)
    losses[:, there] = lost(score, gold, extracted)
    whole = (gold + extracted).sum(axis=0)
    f1[there] = np.divide(2 * score.sum(axis=0), whole, out=np.full(len(there), np.nan), where=whole > 0)
    return f1, losses


def fields_of_both(a: RunResult, b: RunResult) -> list[str]:
    """Schema paths that either run knows, those of A first."""
    return list(dict.fromkeys([*a.tallies.rows.fields, *b.tallies.rows.fields]))


def _records(a: RunResult, b: RunResult, at_a: Ints, at_b: Ints) -> pd.DataFrame:
    f1_a, f1_b = record_losses(a)[0][at_a], record_losses(b)[0][at_b]
    change = f1_b - f1_a
    labels = id_labels(record_ids(a.records))
    frame = pd.DataFrame(
        {
            "position": at_a,
            "record": [labels[i] for i in at_a.tolist()],
            "a": f1_a,
            "b": f1_b,
            "difference": np.where(np.abs(change) <= _NOTICED, 0.0, change),
        }
    )
    return frame.sort_values("difference", kind="stable", ignore_index=True)
