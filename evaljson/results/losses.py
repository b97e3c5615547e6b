"""Where a run loses: what mean F1 loses by each field (evaljson.results.f1_lost), and the weight that a record loses.

Lost weight is (G + E) / 2 - S with the sums of evaljson.scoring.tallies: a wrong value loses its weight, a missing
or an invented one half of it. It says how much is wrong in one record; no share is one of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from evaljson.base.arrays import Bools, Floats, Ints
from evaljson.results.aggregate import record_ids
from evaljson.results.f1_lost import Tallied, f1_lost_by_field, f1_lost_in_all, shares
from evaljson.results.model import RunResult
from evaljson.scoring.status import HALLUCINATION, MISMATCH, NAMES, OMISSION
from evaljson.scoring.tallies import Rows
from evaljson.wording.words import CODES, LOOKS

if TYPE_CHECKING:
    import pandas as pd

_CELLS: Final = 8
"""Cells of records x fields for each result up to which all of them are looked at at once."""
NOTHING: Final = -1
"""In place of a field that no result has."""


def lost(score: Floats, gold: Floats, extracted: Floats) -> Floats:
    """Return the lost weight of S, G and E, of any shape; rounding errors become 0."""
    lost_weight: Floats = np.round((gold + extracted) / 2 - score, 12) + 0.0
    return lost_weight


def record_losses(run: RunResult) -> tuple[Floats, Floats]:
    """Return (F1, lost weight) of each record, by position."""
    score, gold, extracted = run.tallies.by_record()
    whole = gold + extracted
    f1 = np.divide(2 * score, whole, out=np.ones_like(score), where=whole > 0)
    return f1, lost(score, gold, extracted)


def worst_first(run: RunResult) -> Ints:
    """Return the positions of all records: lowest F1 first, then the greatest loss, then the order of gold."""
    f1, loss = record_losses(run)
    return np.lexsort((-loss, np.round(f1, 12)))


def field_table(run: Tallied) -> pd.DataFrame:
    """Return one row per field, what costs mean F1 most first.

    Columns: field, f1, precision, recall (pooled over its values, None where undefined), f1_lost (of mean F1, 0..1),
    share (of what mean F1 loses by all fields of the records), results, affected (records in which it is wrong, missing
    or invented), among (records with a result), and one per status, named as in LOOKS.
    """
    import pandas as pd

    tallies = run.tallies
    score, gold, extracted = tallies.by_field()
    losses = f1_lost_by_field(tallies)
    counts = tallies.statuses_by_field()[:, CODES]
    frame = pd.DataFrame(
        {
            "field": pd.Series(tallies.rows.fields, dtype=object),  # a key may hold text that Arrow cannot take
            "f1": _ratios(2 * score, gold + extracted),
            "precision": _ratios(score, extracted),
            "recall": _ratios(score, gold),
            "f1_lost": losses,
            "share": shares(losses, f1_lost_in_all(tallies)),
            "results": counts.sum(axis=1),
            "affected": records_by_field(tallies.rows, faulty=True),
            "among": records_by_field(tallies.rows),
            **{look.label: counts[:, i] for i, look in enumerate(LOOKS)},
        }
    )
    return frame.sort_values("f1_lost", ascending=False, kind="stable", ignore_index=True)


def worst_field(run: Tallied) -> str | None:
    """Return the field that costs mean F1 most, the first one of `field_table`; None without any."""
    losses = f1_lost_by_field(run.tallies)
    return run.tallies.rows.fields[int(np.argmax(losses))] if len(losses) else None


def records_by_field(rows: Rows, *, faulty: bool = False) -> Ints:
    """Count the records with a result at each field; `faulty`: a wrong, missing or invented one."""
    chosen = (
        np.isin(rows.status, (MISMATCH, OMISSION, HALLUCINATION)) if faulty else np.ones(len(rows.status), np.bool_)
    )
    width = len(rows.fields)
    cells = rows.record[chosen].astype(np.int64) * width + rows.field[chosen]
    if rows.records * width > _CELLS * len(rows.record):  # most fields are in few records
        rare: Ints = np.bincount(np.unique(cells) % max(width, 1), minlength=width)
        return rare
    there = np.zeros((rows.records, width), np.bool_)
    there.reshape(-1)[cells] = True
    counts: Ints = there.sum(axis=0)
    return counts


def _ratios(part: Floats, whole: Floats) -> Floats:
    return np.divide(part, whole, out=np.full_like(part, np.nan), where=whole > 0)


def records_with(run: RunResult, status: str | None, field: str | None) -> Bools:
    """Check, by position, which records have a result with this status at this field; None stands for any."""
    rows: Any = run.tallies.rows
    selected = np.ones(len(rows.record), np.bool_)
    if status is not None:
        selected &= rows.status == NAMES.index(status)
    if field is not None:
        selected &= rows.field == (rows.fields.index(field) if field in rows.fields else NOTHING)
    has_result: Bools = np.bincount(rows.record[selected], minlength=rows.records) > 0
    return has_result if status is not None or field is not None else np.ones(rows.records, np.bool_)


def records_losing(run: RunResult, field: str | None) -> Bools:
    """Check, by position, which records have a wrong, missing or invented value at this field (None: at any)."""
    parts = [records_with(run, status, field) for status in ("mismatch", "omission", "hallucination")]
    is_losing: Bools = np.any(parts, axis=0)
    return is_losing


def worsening(a: RunResult, b: RunResult, field: str | None) -> Floats:
    """Compute, by position in `a`, how much worse the record is in `b`; above 0 is worse.

    In lost weight at this field, or in F1 of the whole record where `field` is None. NaN where `b` lacks the record.
    """
    of_a, of_b = (_badness(run, field) for run in (a, b))
    return np.round(_beside(a, b, of_b) - of_a, 12) + 0.0


def f1_beside(a: RunResult, b: RunResult) -> Floats:
    """Return, by position in `a`, the F1 of the record in `b`, without building any; NaN where `b` lacks the record."""
    return _beside(a, b, record_losses(b)[0])


def _beside(a: RunResult, b: RunResult, of_b: Floats) -> Floats:
    """Return a figure of each record of `b` by position in `a`; NaN where `b` lacks the record."""
    places = {record_id: place for place, record_id in enumerate(record_ids(b.records))}
    positions = (places.get(record_id) for record_id in record_ids(a.records))
    return np.array([np.nan if place is None else of_b[place] for place in positions], np.float64)


def _badness(run: RunResult, field: str | None) -> Floats:
    if field is None:
        return -record_losses(run)[0]
    fields = run.tallies.rows.fields
    if field not in fields:
        return np.zeros(len(run.records))
    return lost(*run.tallies.by_record_at(fields.index(field)))
