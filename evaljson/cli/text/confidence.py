"""How far the confidences of a run can be trusted, as a table and as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rich.table import Table
from rich.text import Text

from evaljson import RunResult
from evaljson.cli.console import printable, shorten
from evaljson.confidence import RunConfidence
from evaljson.wording.words import fraction

_TITLES = ("values", "without", "mean\nconf.", "right", "AUROC", "Brier", "calib.\nerror")
_MIN_NAME = 12
_ALL = "all fields"


def confidence_table(confidence: RunConfidence, width: int) -> Table:
    """Make a row per field with values, and one for all fields, in at most `width` columns; only paths are cut."""
    named = [(printable(path) or "(the record)", figures) for path, figures in confidence.per_field.items()]
    shown = [(name, figures) for name, figures in named if figures.n or figures.n_without]
    rows = [
        (f"{of_field.n:,}", f"{of_field.n_without:,}",
         *map(fraction, (of_field.mean_confidence, of_field.share_right, of_field.auroc, of_field.brier, of_field.ece)))
        for _, of_field in (*shown, (_ALL, confidence.overall))
    ]  # fmt: skip
    columns = zip(_TITLES, *rows, strict=True)
    taken = sum(2 + max(map(len, [*title.split("\n"), *column])) for title, *column in columns)
    table = Table(box=None, pad_edge=False, padding=(0, 0, 0, 2), header_style="bold")
    table.add_column("confidence", vertical="bottom")
    for title in _TITLES:
        table.add_column(title, justify="right", no_wrap=True, vertical="bottom")
    room = max(_MIN_NAME, width - taken)
    for (name, _), row in zip(shown, rows, strict=False):
        table.add_row(Text(shorten(name, room)), *row)
    table.add_row(Text(_ALL, "bold"), *rows[-1])
    return table


def confidence_document(run: RunResult) -> dict[str, Any] | None:
    """Return the part of `--json` for confidence; None if the schema declares none."""
    confidence = run.confidence()
    return None if confidence is None else asdict(confidence)
