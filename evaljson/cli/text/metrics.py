"""Whole-document metrics as a table and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from evaljson import RunResult
from evaljson.cli.console import printable, shorten
from evaljson.cli.run.metrics import MeasuredMetric
from evaljson.wording.words import fraction

_TITLES = ("metric", "mean", "", "undefined", "missing")
_MIN_NAME = 12


def metric_table(measured: Sequence[MeasuredMetric], width: int) -> Table:
    """Make a row per metric in at most `width` columns: names are shortened in the middle, figures never."""
    rows = [
        [fraction(one.mean), f"{one.direction} is better", f"{one.undefined:,}", f"{len(one.missing):,}"]
        for one in (entry.over_run for entry in measured)
    ]
    taken = sum(2 + max(map(len, column)) for column in zip(_TITLES[1:], *rows, strict=True))
    table = Table(box=None, pad_edge=False, padding=(0, 0, 0, 2), header_style="bold")
    for title in _TITLES:
        table.add_column(title, justify="left" if title in ("metric", "") else "right", no_wrap=True)
    for entry, row in zip(measured, rows, strict=True):
        name = Text(shorten(printable(entry.spec.text), max(_MIN_NAME, width - taken)), "bold")
        table.add_row(name, *row)
    return table


def metric_document(measured: Sequence[MeasuredMetric], run: RunResult) -> list[dict[str, Any]]:
    """Return the part of `--json` for each metric; `scores` are in the order of `records`."""
    ids = [record.record_id for record in run.records]
    return [
        {
            "metric": entry.spec.text,
            "name": entry.over_run.name,
            "params": dict(entry.over_run.params),
            "direction": entry.over_run.direction,
            "mean": entry.over_run.mean,
            "undefined": entry.over_run.undefined,
            "missing": [ids[place] for place in entry.over_run.missing],
            "missing_records": entry.over_run.missing_records,
            "scores": list(entry.over_run.scores),
            "errors": [{"record_id": ids[at], "message": text} for at, text in entry.over_run.errors.items()],
        }
        for entry in measured
    ]
