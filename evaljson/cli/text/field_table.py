"""The figures of a run as text: a row per field, and a table for the whole run."""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from evaljson import FieldAggregation, RunResult
from evaljson.cli.console import printable, shorten
from evaljson.cli.text.fields import all_fields
from evaljson.floor import Floors
from evaljson.results.f1_lost import f1_lost_by_field
from evaljson.results.ranking import lowest_first
from evaljson.results.shown_means import REASON, shown_means, shown_pooled
from evaljson.wording.words import BY_STATUS, points

GOOD, FAIR = 0.95, 0.8
"""The F1 from which a figure is green, and yellow."""
_MIN_NAME = 12
_MAX_TYPE = 50
"""Columns for the name of a document type."""

_COUNTS: tuple[tuple[str, str, Callable[[FieldAggregation], int]], ...] = (
    ("match", "green", lambda field: field.matches),
    ("mismatch", "red", lambda field: field.mismatches),
    ("omission", "yellow", lambda field: field.omissions),
    ("hallucination", "magenta", lambda field: field.hallucinations),
    ("skipped", "dim", lambda field: field.skipped),
    ("batch_error", "dim", lambda field: field.batch_errors),
)
_ALWAYS = 4


def field_table(run: RunResult, order: str, width: int, floors: Floors | None = None) -> Table:
    """Make a row per field in at most `width` columns: paths are shortened in the middle, figures never.

    "skipped" and "not judged" have a column only if there are any, the floor if there is one. `order`: schema, worst
    or lost.
    """
    fields = list(all_fields(run).items())
    shown = [c for i, c in enumerate(_COUNTS) if i < _ALWAYS or any(c[2](field) for _, field in fields)]
    lowest = [[] if floors is None else [points(_floor(floors, path))] for path, _ in fields]
    figures = 3 if floors is None else 4
    rows = [
        [points(field.f1), *floor, *map(points, (field.precision, field.recall)),
         *(f"{count(field):,}" for *_, count in shown)]
        for (_, field), floor in zip(fields, lowest, strict=True)
    ]  # fmt: skip
    headers = [
        "F1",
        *(["floor"] if floors else []),
        "prec.",
        "recall",
        *(BY_STATUS[status].word.replace(" ", "\n") for status, *_ in shown),
    ]
    taken = sum(max(map(len, [*header.split("\n"), *column])) for header, *column in zip(headers, *rows, strict=True))
    names = [printable(path) or "(the record)" for path, _ in fields]
    gap = 2 if max(map(cell_len, names), default=0) + taken + 2 * len(headers) <= width else 1
    table = Table(box=None, pad_edge=False, padding=(0, 0, 0, gap), header_style="bold")
    table.add_column("field", vertical="bottom")
    for header in headers:
        table.add_column(header, justify="right", no_wrap=True, vertical="bottom")
    room = max(_MIN_NAME, width - taken - gap * len(headers))
    styles = [style for _, style, _ in shown]
    for at in _order(run, order):
        counts = [
            Text(text, style if text != "0" else "dim") for text, style in zip(rows[at][figures:], styles, strict=True)
        ]
        f1 = Text(rows[at][0], _colour(fields[at][1].f1))
        table.add_row(Text(shorten(names[at], room)), f1, *rows[at][1:figures], *counts)
    return table


def _floor(floors: Floors, path: str) -> float | None:
    found = floors.at(path)
    return None if found is None else found[1]


def run_table(run: RunResult) -> Table:
    """Make a row for the mean over records, one for all fields pooled, and one per document type."""
    table = Table(box=None, pad_edge=False, padding=(0, 0, 0, 2), header_style="bold")
    for header in ("", "F1", "prec.", "recall"):
        table.add_column(header, justify="right" if header else "left")
    means = shown_means(run)
    pooled = shown_pooled(run)
    for name, (f1, *others) in (("mean over records", means), ("pooled over all fields", pooled)):
        table.add_row(Text(name, "bold"), Text(points(f1), _colour(f1)), *map(points, others))
    for kind, part in run.by_type().items():
        name = f"mean over {part.total_records:,} {'without a type' if kind is None else 'of ' + printable(kind)}"
        f1, *others = shown_means(part)
        table.add_row(Text(shorten(name, _MAX_TYPE)), Text(points(f1), _colour(f1)), *map(points, others))
    if run.total_records and means.f1 is None:
        table.caption, table.caption_justify = REASON, "left"
    return table


def _colour(value: float | None) -> str:
    return "dim" if value is None else "green" if value >= GOOD else "yellow" if value >= FAIR else "red"


def _order(run: RunResult, order: str) -> list[int]:
    """Sort the places of the fields: as in the schema, lowest F1 first, or what costs mean F1 most first."""
    fields = list(all_fields(run).items())
    places = list(range(len(fields)))
    if order == "worst":
        return lowest_first({at: fields[at][1].f1 for at in places})
    if order == "lost":
        lost = dict(zip(run.tallies.rows.fields, f1_lost_by_field(run.tallies).tolist(), strict=True))
        return sorted(places, key=lambda at: -lost[fields[at][0]])
    return places
