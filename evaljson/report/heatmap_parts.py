"""What heatmaps share: cells that take clicks, axes, colours, and text that plotly does not read as HTML.

A clicked go.Heatmap selects nothing, so an invisible row of bars lies over each of its rows: bars are hit exactly,
however narrow they are, where the nearest of many markers would be a guess. See `clicked_cell`.
"""

from __future__ import annotations

import html
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import plotly.graph_objects as go

from evaljson.report.figure_layout import lay_out

ROW_HEIGHT: Final = 26
FIGURE_SPACE: Final = "\u2007"
"""As wide as a digit."""
COLUMN: Final = "%{x}"
_MARGIN: Final = 90


@dataclass(frozen=True, slots=True)
class CellRow:
    """The cells of one row that take clicks."""

    columns: Sequence[int]
    hover: Sequence[str]
    """What the pointer shows on each."""
    head: str = ""
    """Before it, the same for all: sent once. COLUMN stands for the name of the column."""
    tail: str = ""
    """Below it, the same for all."""


def clickable(figure: go.Figure, rows: Sequence[CellRow]) -> None:
    """Lay the bars over a heatmap that is the figure's first and only trace so far."""
    for y, row in enumerate(rows):
        tail = f"<br>{row.tail}" if row.tail else ""
        figure.add_bar(
            x=np.array(row.columns, np.uint16),
            y=np.ones(len(row.columns), np.uint8),
            base=y - 0.5,
            width=1,
            opacity=0,
            hovertext=list(row.hover),
            hovertemplate=f"{row.head}%{{hovertext}}{tail}<extra></extra>",
        )


def clicked_cell(event: Mapping[str, Any] | None) -> tuple[int, int] | None:
    """(row, column) of the cell that was clicked, from what Streamlit says of a selection."""
    points = (event or {}).get("selection", {}).get("points", [])
    if not points or not points[0].get("curve_number"):
        return None
    return int(points[0]["curve_number"]) - 1, int(points[0]["x"])


def axes(figure: go.Figure, columns: Sequence[str], rows: Sequence[str], angle: int = 0, named: bool = True) -> None:
    """Name the columns above, if they are `named`, and the rows beside; all names are HTML already (see `label`)."""
    lay_out(
        figure,
        xaxis={
            "tickvals": list(range(len(columns))), "ticktext": list(columns), "side": "top", "tickangle": angle,
            "showgrid": False, "zeroline": False, "range": [-0.5, len(columns) - 0.5], "fixedrange": True, "ticks": "",
            "automargin": True, "showticklabels": named,
        },
        yaxis={
            "tickvals": list(range(len(rows))), "ticktext": list(rows), "showgrid": False, "zeroline": False,
            "range": [len(rows) - 0.5, -0.5], "fixedrange": True, "ticks": "", "automargin": True,
        },
        height=ROW_HEIGHT * len(rows) + _MARGIN, margin={"l": 0, "r": 0, "t": 0, "b": 0}, hovermode="closest",
        hoverlabel={"bgcolor": "#262730", "font": {"color": "#f2f2f2"}, "align": "left"}, barmode="overlay", bargap=0,
        dragmode=False, clickmode="event+select", plot_bgcolor="rgba(0,0,0,0)", paper_bgcolor="rgba(0,0,0,0)",
        showlegend=False,
    )  # fmt: skip


Rule = Callable[[str], str | None]
"""The address of the rule of a field; None where it has none."""


def linked(names: Sequence[str], fields: Sequence[str], rule: Rule | None) -> list[str]:
    """Link names of rows, as HTML, to the rules of their fields."""
    if rule is None:
        return list(names)
    links = ((name, rule(field)) for name, field in zip(names, fields, strict=True))
    return [name if to is None else f'<a href="{html.escape(to)}">{name}</a>' for name, to in links]


def with_figures(rows: Sequence[str], figures: Sequence[str]) -> list[str]:
    """Write names of rows, which are HTML already, with a figure behind each, in bold and in a column."""
    wide = max(map(len, figures), default=0)
    pairs = zip(rows, figures, strict=True)
    return [f"{_apart(row)}   <b>{figure.rjust(wide, FIGURE_SPACE)}</b>" for row, figure in pairs]


def _apart(text: str) -> str:
    """Isolate a name that runs from right to left, so that the figure stays behind it."""
    return text if text.isascii() else f"\u200e\u2068{text}\u2069\u200e"


def label(text: str, most: int = 38) -> str:
    """Prepare text for a figure, which would read HTML in it: escaped, on one line, cut in the middle."""
    ends = text if len(text) <= 2 * most else text[:most] + text[-most:]
    line = "".join(c if c.isprintable() else " " for c in ends)
    if len(line) > most:
        line = f"{line[: most // 2]}…{line[-(most // 2) + 1 :]}"
    return html.escape(line, quote=False)  # plotly knows &lt; &gt; and &amp; alone


def label_in_lines(text: str, most: int, lines: int) -> str:
    """Prepare text like `label`, of so many characters in a line; it is cut where it does not fit into the lines."""
    parts = textwrap.wrap("".join(c if c.isprintable() else " " for c in text[: most * lines]), most)
    whole = len(text) <= most * lines and len(parts) <= lines
    return "<br>".join(label(part, most) for part in parts) if whole else label(text, most)


def hover_label(text: str, most: int = 80) -> str:
    """Prepare text like `label`, for a hover template, in which %{…} would be read."""
    return label(text, most).replace("%{", "%\u200b{")


def faded(colour: str, opacity: float) -> str:
    """Make a colour #rrggbb let the background through."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity})"
