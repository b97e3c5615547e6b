"""The three heatmaps of the Fields page: fields by kind of result, by variant, and by record."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from evaljson.base.arrays import ByteCodes
from evaljson.report.fields.by_variant import VariantFigures
from evaljson.report.fields.containers import meaning, named
from evaljson.report.fields.fault_kinds import FAULTS, KINDS
from evaljson.report.fields.rolled_up import FEW_RECORDS
from evaljson.report.heatmap_parts import (
    COLUMN,
    CellRow,
    Rule,
    axes,
    clickable,
    faded,
    hover_label,
    label,
    linked,
    with_figures,
)
from evaljson.results.losses import NOTHING
from evaljson.wording.short_names import told_apart
from evaljson.wording.words import Look, counted, points

WITH_SYMBOLS: Final = 60
"""Up to so many records a cell has room for its symbol."""
_FLAT: Final = 6
"""Up to so many variants their names are written level."""
_LAST: Final = 0.999
"""Where the stretch of a kind ends, just before that of the next begins."""
_STRENGTH: Final = {"match": 0.4, "skipped": 0.35, "wrong_type": 0.6}
"""Opacity where all results are of the kind; what is right stays pale, so that what is not stands out, and yellow is
dark enough for light text."""
_STRONGEST: Final = 0.75
_FAINTEST: Final = 0.15
"""A single one must still be seen."""
_OF_ONE: Final = {"match": 0.22, "skipped": 0.12, "wrong_type": 0.6}
"""Opacity of a cell that is one record's."""
LOSS: Final = Look("loss", "%", "of lost F1, in records", "#8A6BBE", "of what the mean F1 of the variant loses")
"""The first column by status: no kind of result."""
_LOSS: Final = "#D55E00"
_PALE: Final = 0.35
"""How much of its colour a field keeps that is in few records."""
_LONG: Final = 100
"""Characters of a field that the pointer shows."""


def kind_heatmap(
    table: pd.DataFrame, text_colour: str, rule: Rule | None = None, whole_names: Mapping[str, str] | None = None
) -> go.Figure:
    """Draw fields as rows in the order of `table` (see kind_table), each with its F1; columns: its share of what mean
    F1 loses with the records that it is in, then `drawn_kinds`. Fields in fewer than FEW_RECORDS records are pale, and
    their names in italics.

    The colour is that share, and the share of the field's results. `whole_names` is from `wholes`, of all fields.
    """
    whole_names = whole_names or {}
    fields, kinds = table["field"].tolist(), drawn_kinds(table)
    results, shares, losses = (table[name].tolist() for name in ("results", "share", "f1_lost"))
    counts = table[[kind.label for kind in kinds]].to_numpy()
    parts = counts / np.maximum(table["results"].to_numpy(), 1)[:, None]
    looks = [LOSS, *kinds]
    # One colour scale for all columns, column i from i to i + 1.
    affected, among = table["affected"].tolist(), table["among"].tolist()
    few = _few(among)
    pale = np.where(few, _PALE, 1)
    filled = np.column_stack([table["share"].to_numpy(), parts]) * pale[:, None]
    figure = _cells(np.arange(len(looks)) + filled * _LAST, 0, len(looks), _shades(looks))
    count_texts = [[f"{count:,}" if count else "" for count in row] for row in counts.tolist()]
    figure.update_traces(
        text=[
            [f"{points(share)}% in {records:,}" if share else "", *line]
            for share, records, line in zip(shares, affected, count_texts, strict=True)
        ],
        texttemplate="%{text}", textfont={"color": text_colour, "size": 13}, xgap=3, ygap=2,
    )  # fmt: skip
    rows = [
        CellRow(
            range(len(looks)),
            [
                f"{points(shares[y])}% of what F1 loses ({points(losses[y], 2)} points)<br>"
                f"wrong, missing or invented in {affected[y]:,} of {counted(among[y], 'record')}",
                *(
                    f"{kind.label}: {_part(count, results[y])}{_wrapped(meaning(kind.status, fields[y], whole_names))}"
                    for kind, count in zip(kinds, line, strict=True)
                ),
            ],
            tail=hover_label(named(fields[y], whole_names), _LONG),
        )
        for y, line in enumerate(counts.tolist())
    ]
    clickable(figure, rows)
    named_rows = [
        f"<i>{name}</i>" if is_few else name for name, is_few in zip(_row_names(fields, whole_names), few, strict=True)
    ]
    names = with_figures(named_rows, _as_points(table["f1"].tolist()))
    # The words of the first column are wider than it is in a narrow window.
    heads = [LOSS.label.replace(", ", ",<br>"), *(kind.label for kind in kinds)]
    axes(figure, heads, linked(names, fields, rule))
    return figure


def drawn_kinds(table: pd.DataFrame) -> list[Look]:
    """Matches and all faults, and other kinds that there are."""
    return [kind for kind in KINDS if kind.status in ("match", *FAULTS) or table[kind.label].any()]


def variant_heatmap(figures: VariantFigures, text_colour: str, rule: Rule | None = None) -> go.Figure:
    """Draw fields as rows and variants as columns; a cell is the F1, stronger if lower. The best of a row is bold."""
    figure = _cells(1 - figures.f1, 0, 1, [[0, faded(_LOSS, 0)], [1, faded(_LOSS, _STRONGEST)]])
    text = []
    for best, row in zip(figures.best().tolist(), figures.f1.tolist(), strict=True):
        f1_texts = _as_points(row)
        stands_out = not math.isnan(best) and len({one for one in f1_texts if one != points(None)}) > 1
        shown = points(best) if stands_out else None
        text.append([f"<b>{f1_text}</b>" if f1_text == shown else f1_text for f1_text in f1_texts])
    # A cell without a figure is not a cell of the heatmap and shows no text; what the pointer says tells it.
    figure.update_traces(text=text, texttemplate="%{text}", textfont={"color": text_colour, "size": 13}, xgap=3, ygap=2)
    names = [hover_label(name, 60) for name in figures.variants]
    lines = zip(figures.fields, figures.f1.tolist(), figures.f1_lost.tolist(), figures.affected.tolist(), strict=True)
    rows = [
        CellRow(
            range(len(names)),
            [
                f"{name}: {_figure(f1, loss, records)}"
                for name, f1, loss, records in zip(names, row_f1, losses, affected, strict=True)
            ],
            tail=hover_label(named(field, figures.wholes), _LONG),
        )
        for field, row_f1, losses, affected in lines
    ]
    clickable(figure, rows)
    angle = 0 if len(names) <= _FLAT else -45
    own_names = linked(_row_names(figures.fields, figures.wholes), figures.fields, rule)
    axes(figure, [label(name, 18) for name in told_apart(figures.variants, 18)], own_names, angle)
    return figure


def record_heatmap(
    worst: ByteCodes,
    fields: Sequence[str],
    record_ids: Sequence[str],
    text_colour: str,
    rule: Rule | None = None,
    whole_names: Mapping[str, str] | None = None,
) -> go.Figure:
    """Draw fields as rows and records as columns; a colour is the worst kind. `worst` is from `worst_kinds`.

    `whole_names` is from `wholes`, of all fields.
    """
    whole_names = whole_names or {}
    grid = worst.T
    # Numbers of one byte: with 200 records a heatmap has ten thousand cells. What is above the scale is not drawn.
    drawn = np.where(grid == NOTHING, len(KINDS), grid).astype(np.uint8)
    figure = _cells(drawn, 0, len(KINDS), _steps())
    symbols = len(record_ids) <= WITH_SYMBOLS
    figure.update_traces(xgap=1, ygap=1)
    if symbols:
        signs = [*(kind.symbol for kind in KINDS), ""]
        text = [[signs[code] for code in row] for row in drawn.tolist()]
        figure.update_traces(text=text, texttemplate="%{text}", textfont={"color": text_colour, "size": 11})
    names = [label(name, 18 if symbols else 60) for name in record_ids]
    # Where many columns go without their names, the axis holds them for the pointer: sent once, not once a cell. What
    # is right has no word, only its record: it is most of all cells.
    heads = [label(name, 60) for name in record_ids] if symbols else [""] * len(record_ids)
    kind_texts = ["" if kind.status == "match" else f"<br>{kind.label}" for kind in KINDS]
    rows = []
    for field, line in zip(fields, grid.tolist(), strict=True):
        there = [x for x, code in enumerate(line) if code != NOTHING]
        head = "" if symbols else COLUMN
        tail = hover_label(named(field, whole_names), _LONG)
        rows.append(CellRow(there, [heads[x] + kind_texts[line[x]] for x in there], head, tail))
    clickable(figure, rows)
    rows_told = linked(_row_names(fields, whole_names), fields, rule)
    axes(figure, names, rows_told, -90 if symbols else 0, symbols)
    return figure


def _row_names(fields: Sequence[str], whole_names: Mapping[str, str]) -> list[str]:
    """Name the rows: paths are cut, but what distinguishes an object from its parts is not."""
    return [label(field) + (f" ({whole_names[field]})" if field in whole_names else "") for field in fields]


def _few(among: Sequence[int]) -> list[bool]:
    """Check which fields few records have, where others are in more."""
    return [records < FEW_RECORDS <= max(among) for records in among]


def _wrapped(text: str) -> str:
    """Put a text on a line of its own."""
    return text and f"<br>{text.strip()}"


def _cells(z: Any, low: float, high: float, scale: list[list[Any]]) -> go.Figure:
    figure = go.Figure()
    figure.add_heatmap(z=z, zmin=low, zmax=high, colorscale=scale, showscale=False, hoverinfo="skip")
    return figure


def _as_points(shares: Sequence[float]) -> list[str]:
    return [points(None if math.isnan(share) else share) for share in shares]


def _figure(f1: float, loss: float, records: float) -> str:
    if math.isnan(f1):
        return "no result"
    return f"F1 {points(f1)}, costs {points(loss, 2)} of mean F1" + (
        f" in {counted(int(records), 'record')}" if records else ""
    )


def _part(count: int, whole: int) -> str:
    return f"{count:,} of {whole:,} ({points(count / max(whole, 1), 0)}%)"


def _steps() -> list[list[Any]]:
    """Build a colour scale of equal steps, one per kind, and nothing at its upper end: a cell without a result."""
    last = len(KINDS)
    scale = []
    for i, kind in enumerate(KINDS):
        colour = faded(kind.colour, _OF_ONE.get(kind.status, _STRONGEST))
        scale += [[max(i - 0.5, 0) / last, colour], [(i + 0.5) / last, colour]]
    empty = faded("#000000", 0)
    return [*scale, [(last - 0.5) / last, empty], [1, empty]]


def _shades(kinds: Sequence[Look]) -> list[list[Any]]:
    """Build a stretch per kind, over the share of a field's results: nothing for none."""
    scale: list[list[Any]] = []
    for i, kind in enumerate(kinds):
        full = _STRENGTH.get(kind.status, _STRONGEST)
        for share, opacity in ((0, 0), (0.001, 0), (0.002, _FAINTEST), (_LAST, full)):
            scale.append([(i + share) / len(kinds), faded(kind.colour, opacity)])
    return [*scale, [1, scale[-1][1]]]
