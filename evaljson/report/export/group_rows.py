"""The figures of groups of records as plain rows: for CSV, JSON and tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from evaljson.results.groups import Group

if TYPE_CHECKING:
    import pandas as pd


def group_rows(groups: Iterable[Group]) -> list[dict[str, Any]]:
    """Return a dict per group: each figure from 0 to 1 with the ends of its interval at 95%, then counts."""
    return [_row(group) for group in groups]


def group_frame(groups: Iterable[Group]) -> pd.DataFrame:
    """Return the same as a table; undefined is missing."""
    import pandas as pd

    return pd.DataFrame(group_rows(groups)).convert_dtypes()


def _row(group: Group) -> dict[str, Any]:
    right, accuracy = group.fully_right, group.accuracy
    figures = {
        "f1": (group.f1.mean, group.f1.interval),
        "precision": (group.precision.mean, group.precision.interval),
        "recall": (group.recall.mean, group.recall.interval),
        "records_right": (right.records.share, right.records.interval),
        "rows_right": (right.rows.share, right.rows.interval),
        "accuracy": (accuracy.share, accuracy.interval),
    }
    row: dict[str, Any] = {"group": group.label, "records": group.records, "few_records": group.has_few}
    for name, (value, ends) in figures.items():
        low, high = (None, None) if ends is None else ends
        row |= {name: value, f"{name}_low": low, f"{name}_high": high}
    return row | {
        "records_fully_right": right.records.right,
        "records_undecided": right.records.undecided,
        "rows_fully_right": right.rows.right,
        "rows_wrong": right.rows.wrong,
        "rows_undecided": right.rows.undecided,
        "matches": accuracy.matches,
        "leaves": accuracy.leaves,
    }
