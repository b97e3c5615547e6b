"""Means over records as they are shown: undefined where no record had anything to score.

A record without anything to score, in gold and in the extraction, counts 1.0 in means (docs/scoring.md), and two empty
objects are a match of their own. A run of nothing but such records has these means too, but they measure nothing, so
nobody is shown an F1 of 100.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from evaljson.base.arrays import Bools
from evaljson.results.field_result import FieldResult, RecordResult
from evaljson.results.groups import Group, MeanFigure
from evaljson.results.model import RunResult

REASON: Final = "No value counts here: there is none, or all are skipped, not judged or of weight 0."
_COUNTED: Final = frozenset(("match", "mismatch", "omission", "hallucination"))


class ShownMeans(NamedTuple):
    """F1, precision and recall from 0 to 1; None where nothing was scored."""

    f1: float | None
    precision: float | None
    recall: float | None


_NOTHING: Final = ShownMeans(None, None, None)
_NO_FIGURE: Final = MeanFigure(None, None)


def shown_means(run: RunResult) -> ShownMeans:
    """Return the means over records of a run, or of a part of one."""
    return ShownMeans(run.mean_f1, run.mean_precision, run.mean_recall) if has_fields(run) else _NOTHING


def shown_pooled(run: RunResult) -> ShownMeans:
    """Return the same over all fields."""
    return ShownMeans(run.pooled_f1, run.pooled_precision, run.pooled_recall) if has_fields(run) else _NOTHING


def shown_figures(group: Group) -> tuple[MeanFigure, MeanFigure, MeanFigure]:
    """Return F1, precision and recall of a group of records, with their intervals."""
    return (group.f1, group.precision, group.recall) if has_fields(group.run) else (_NO_FIGURE,) * 3


def has_fields(run: RunResult) -> bool:
    """Check whether any record of a run has something to score, beside that both sides are empty."""
    _, gold, extracted = run.tallies.by_field()
    if any(path and weight > 0 for path, weight in zip(run.tallies.rows.fields, gold + extracted, strict=True)):
        return True
    return not all(records_without_fields(run))


def records_without_fields(run: RunResult) -> list[bool]:
    """Check for each record whether nothing in it was to score: its figures are 1.0, and say nothing."""
    _, gold, extracted = run.tallies.by_record_and_field()
    of_fields = [place for place, path in enumerate(run.tallies.rows.fields) if path]
    counts: Bools = np.asarray((gold + extracted)[:, of_fields].any(axis=1), np.bool_)
    return [
        not (some or shown_f1(record) is not None) for some, record in zip(counts.tolist(), run.records, strict=True)
    ]


def shown_f1(record: RecordResult) -> float | None:
    """Return the F1 of a record; None if nothing in it counts but that both sides are empty."""
    counts = any(
        result.status in _COUNTED and result.weight > 0 and not _both_empty(result) for result in record.field_results
    )
    return record.f1 if counts else None


def _both_empty(result: FieldResult) -> bool:
    """Check whether it is the match of two records without fields; a record that is one unit has a comparator."""
    return result.path == "" and result.status == "match" and not result.comparator
