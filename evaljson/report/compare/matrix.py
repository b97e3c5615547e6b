"""Fields x variants: by how much each differs from the baseline, as a heatmap whose cells take clicks."""

from __future__ import annotations

from typing import Final

import numpy as np
import plotly.graph_objects as go

from evaljson.compare.many import Cell, ManyComparison
from evaljson.report.heatmap_parts import CellRow, axes, clickable, hover_label, label
from evaljson.wording.words import signed_points

_SCALE: Final = [[0.0, "rgba(213,94,0,0.85)"], [0.5, "rgba(140,140,140,0.08)"], [1.0, "rgba(0,158,115,0.85)"]]
_MARK: Final = {"better": "▲ ", "worse": "▼ "}
_LEAST = 0.05
"""Share of F1 at which the colour is full at least: a step of half a point must not look like a fall."""


def fields_of(found: ManyComparison) -> list[str]:
    """Schema paths: what got worse in most variants first, then by the greatest loss; what nobody has comes last."""
    cells: dict[str, list[Cell]] = {}
    for cell in found.cells:
        cells.setdefault(cell.path or "", []).append(cell)

    def key(path: str) -> tuple[int, float]:
        known = [cell.difference for cell in cells[path] if cell.difference is not None]
        return -sum(cell.verdict == "worse" for cell in cells[path]), min(known, default=2.0)

    return sorted(cells, key=key)


def only_fields(found: ManyComparison, shown: str) -> list[str]:
    """Of fields_of, those that are worse or better beyond chance in any variant, or changed, or all."""
    every = fields_of(found)
    if shown == "all":
        return every
    kept = {
        cell.path or ""
        for cell in found.cells
        if cell.verdict == shown or (shown == "changed" and (cell.difference or cell.verdict in _MARK))
    }
    return [field for field in every if field in kept]


def matrix_figure(found: ManyComparison, fields: list[str], text_colour: str) -> go.Figure:
    """A row a field of `fields`, a column a variant; see `clicked_cell` for what a click gives."""
    names = list(found.comparisons)
    cells = {(cell.path or "", cell.variant): cell for cell in found.cells}
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
    axes(figure, [label(name, 22) for name in names], [label(field or "(the record)", 40) for field in fields], angle)
    figure.update_layout(font={"color": text_colour})
    return figure


def _value(cell: Cell | None) -> float:
    return float("nan") if cell is None or cell.difference is None else cell.difference


def _text(cell: Cell | None) -> str:
    return "–" if cell is None else f"{_MARK.get(cell.verdict, '')}{signed_points(cell.difference)}"


def _hover(name: str, cell: Cell | None) -> str:
    told = "no result" if cell is None else f"{signed_points(cell.difference)} points, {cell.verdict}"
    return f"{label(name, 40)}: {told}"
