"""Whether the confidences of a run can be believed, as text and as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rich.table import Table
from rich.text import Text

from evaljson import RunResult
from evaljson.cli.text.console import printable, shorten
from evaljson.confidence import RunConfidence
from evaljson.wording.words import fraction

_TITLES = ("values", "without", "mean\nconf.", "right", "AUROC", "Brier", "calib.\nerror")
_LEAST = 12
_ALL = "all fields"


def confidence_table(found: RunConfidence, width: int) -> Table:
    """One row a field with values, and one for all, in at most `width` columns: paths are shortened, figures never."""
    named = [(printable(path) or "(the record)", own) for path, own in found.per_field.items()]
    shown = [(name, own) for name, own in named if own.n or own.n_without]
    rows = [
        (f"{own.n:,}", f"{own.n_without:,}",
         *map(fraction, (own.mean_confidence, own.share_right, own.auroc, own.brier, own.ece)))
        for _, own in (*shown, (_ALL, found.overall))
    ]  # fmt: skip
    columns = zip(_TITLES, *rows, strict=True)
    taken = sum(2 + max(map(len, [*title.split("\n"), *column])) for title, *column in columns)
    table = Table(box=None, pad_edge=False, padding=(0, 0, 0, 2), header_style="bold")
    table.add_column("confidence", vertical="bottom")
    for title in _TITLES:
        table.add_column(title, justify="right", no_wrap=True, vertical="bottom")
    room = max(_LEAST, width - taken)
    for (name, _), row in zip(shown, rows, strict=False):
        table.add_row(Text(shorten(name, room)), *row)
    table.add_row(Text(_ALL, "bold"), *rows[-1])
    return table


def confidence_document(run: RunResult) -> dict[str, Any] | None:
    """What `--json` says; None where the schema speaks of no confidence."""
    found = run.confidence()
    return None if found is None else asdict(found)
