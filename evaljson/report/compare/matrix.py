"""Draws fields x variants as a heatmap with clickable cells: how much each differs from the baseline."""

from __future__ import annotations

from typing import Final

import numpy as np
import plotly.graph_objects as go

from evaljson.compare.many import Cell, ManyComparison
from evaljson.report.figure_layout import lay_out
from evaljson.report.heatmap_parts import CellRow, axes, clickable, hover_label, label
from evaljson.wording.differences import alone
from evaljson.wording.short_names import told_apart

_SCALE: Final = [[0.0, "rgba(213,94,0,0.85)"], [0.5, "rgba(140,140,140,0.08)"], [1.0, "rgba(0,158,115,0.85)"]]
_MARK: Final = {"better": "▲ ", "worse": "▼ "}
_LEAST = 0.05
"""The smallest share of F1 with full colour: half a point must not look like a large loss."""


def fields_of(comparison: ManyComparison) -> list[str]:
    """List schema paths: worse in most variants first, then better in most, then by the greatest loss.

    Of equals, fields of the schema come before keys that it lacks; those without a difference are last.
    """
    declared = {field.path for one in comparison.comparisons.values() for field in one.fields if field.declared}
    cells: dict[str, list[Cell]] = {}
    for cell in comparison.cells:
        cells.setdefault(cell.path or "", []).append(cell)

    def key(path: str) -> tuple[int, int, bool, float]:
        known = [cell.difference for cell in cells[path] if cell.difference is not None]
        worse, better = (sum(cell.verdict == way for cell in cells[path]) for way in ("worse", "better"))
        return -worse, -better, path not in declared, min(known, default=2.0)

    return sorted(cells, key=key)


def only_fields(comparison: ManyComparison, shown: str) -> list[str]:
    """List fields by `shown`: "worse" or "better" beyond chance in any variant, "changed", or "all".

    A field has changed if any record loses more or less in it, however its F1 comes out.
    """
    fields = fields_of(comparison)
    if shown == "all":
        return fields
    if shown == "changed":
        every = (field for one in comparison.comparisons.values() for field in one.fields)
        selected = {field.path or "" for field in every if field.better_in or field.worse_in or field.missing}
    else:
        selected = {cell.path or "" for cell in comparison.cells if cell.verdict == shown}
    return [field for field in fields if field in selected]


def matrix_figure(comparison: ManyComparison, fields: list[str], text_colour: str) -> go.Figure:
    """Draw one row per field and one column per variant; `clicked_cell` reads a click."""
    names = list(comparison.comparisons)
    cells = {(cell.path or "", cell.variant): cell for cell in comparison.cells}
    rows = [[cells.get((field, name)) for name in names] for field in fields]
    values = np.array([[_value(cell) for cell in row] for row in rows], np.float64).reshape(len(fields), len(names))
    widest = max(float(np.nanmax(np.abs(values), initial=0.0)), _LEAST)
    figure = go.Figure(
        go.Heatmap(
            z=values, text=[[_text(cell) for cell in row] for row in rows], texttemplate="%{text}", colorscale=_SCALE,
            zmin=-widest, zmax=widest, showscale=False, hoverinfo="skip", xgap=2, ygap=2,
            textfont={"color": text_colour},
        )
    )  # fmt: skip
    clickable(
        figure,
        [
            CellRow(
                list(range(len(names))),
                [_hover(name, cell) for name, cell in zip(names, row, strict=True)],
                f"<b>{hover_label(field or '(the record)')}</b><br>",
            )
            for field, row in zip(fields, rows, strict=True)
        ],
    )
    angle = 0 if len(names) <= 6 else -30
    heads = [label(name, 22) for name in told_apart(names, 22)]
    axes(figure, heads, [label(field or "(the record)", 40) for field in fields], angle)
    lay_out(figure, font={"color": text_colour})
    return figure


def _value(cell: Cell | None) -> float:
    return float("nan") if cell is None or cell.difference is None else cell.difference


def one_sided(cell: Cell | None) -> str:
    """Say which side alone has results, so that there is no difference of F1 though it may lose more; "" elsewhere."""
    if cell is None or (cell.sides[0] is None) == (cell.sides[1] is None):
        return ""
    return "only here" if cell.sides[0] is None else "only baseline"


def _text(cell: Cell | None) -> str:
    if cell is None:
        return "–"
    return f"{_MARK.get(cell.verdict, '')}{one_sided(cell) or alone(*cell.sides)}"


def _hover(name: str, cell: Cell | None) -> str:
    if cell is None:
        change = "no result"
    elif only := one_sided(cell):
        change = f"{only}, so there is no F1 of the other side; {cell.verdict}"
    else:
        change = f"{alone(*cell.sides)} points, {cell.verdict}"
    return f"{label(name, 40)}: {change}"
