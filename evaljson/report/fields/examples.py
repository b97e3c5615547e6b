"""Facts about a field for the Schema page: an example, how often it is wrong, and the share of the total it holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from evaljson.base.jsontypes import ABSENT, value_at
from evaljson.base.paths import is_below
from evaljson.results.field_result import FieldResult, RecordResult
from evaljson.results.model import RunResult
from evaljson.scoring.status import HALLUCINATION, MATCH, MISMATCH, OMISSION
from evaljson.scoring.tallies import Tallies
from evaljson.wording.around import cut_around
from evaljson.wording.values import as_text

_CUT = 60
_COUNTED = (MATCH, MISMATCH, OMISSION, HALLUCINATION)


@dataclass(frozen=True, slots=True)
class FieldExample:
    """One field in one run."""

    gold: str
    """A value as text, from a record in which the field is wrong if there is one; (absent) where there is none."""
    extracted: str
    wrong: float | None
    """Share of its results that are wrong, missing or invented; None where it has none that count."""


def field_examples(run: RunResult) -> dict[str, FieldExample]:
    """Return an example of each field that has results, by schema path."""
    tallies: Tallies = run.tallies
    counts = tallies.statuses_by_field()[:, list(_COUNTED)]
    whole = counts.sum(axis=1)
    wrong = whole - counts[:, 0]
    numbers = np.unique(tallies.rows.field).tolist()
    rows = _first_rows(tallies)
    records = (run.records[place] for place in tallies.rows.record[rows].tolist())
    return {
        tallies.rows.fields[i]: FieldExample(*_texts(result, record), float(wrong[i] / whole[i]) if whole[i] else None)
        for i, result, record in zip(numbers, run.table.some(rows), records, strict=True)
    }


def weight_shares(tallies: Tallies) -> dict[str, float]:
    """Return the share of the weight of all results that each field has, 0..1, by schema path."""
    _, gold, extracted = tallies.by_field()
    whole = float(gold.sum() + extracted.sum())
    return {path: float(gold[i] + extracted[i]) / whole if whole else 0.0 for i, path in enumerate(tallies.rows.fields)}


def share_at(shares: Mapping[str, float], path: str) -> float:
    """Return the share of a field, or of all fields inside a container."""
    return sum(share for field, share in shares.items() if is_below(field, path))


def _first_rows(tallies: Tallies) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    """Find the row to show for each field with rows, in order of its number.

    That is its first mismatch, else its first row that is not a match, else its first.
    """
    status, field = tallies.rows.status, tallies.rows.field
    rank = np.where(status == MISMATCH, 0, np.where(np.isin(status, _COUNTED[1:]), 1, 2))
    order = np.lexsort((np.arange(len(field)), rank, field))
    _, first = np.unique(field[order], return_index=True)
    chosen: np.ndarray[tuple[int], np.dtype[np.intp]] = order[first]
    return chosen


def _texts(result: FieldResult, record: RecordResult) -> tuple[str, str]:
    """Write both sides as the record has them: a result has None for what is null and for what is absent."""
    to = result.extracted_path
    extracted = ABSENT if to is None else value_at(record.extracted, to)
    return cut_around(_text(value_at(record.gold, result.path)), _text(extracted), _CUT)


def _text(value: object) -> str:
    if value is ABSENT:
        return "(absent)"
    return '""' if value == "" else as_text(value)
