"""The two heatmaps: field x status, and field x record.

A clicked go.Heatmap selects nothing, so an invisible scatter of squares lies over it; its
customdata says what a cell is.
"""

from __future__ import annotations

import html
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import plotly.graph_objects as go

from evaljson.report.words import CODES, LOOKS, Look, points
from evaljson.scoring.status import NAMES, SCORED

ROW_HEIGHT = 26
FIGURE_SPACE = "\u2007"
"""As wide as a digit."""
_LAST = 0.999
"""Where the stretch of a status ends, just before that of the next begins."""
SCORED_LOOKS = frozenset(NAMES[code] for code in SCORED)
"""Statuses that are drawn even where no result has them."""
WITH_SYMBOLS = 60
"""Up to so many records a cell has room for its symbol."""
_MARGIN = 90
_STRENGTH = {"match": 0.4, "skipped": 0.35}
"""Opacity where all results have the status; what is right stays pale, so that what is not stands out."""
_STRONGEST = 0.75
_FAINTEST = 0.15
"""A single one must still be seen."""


def status_heatmap(table: pd.DataFrame, text_colour: str) -> go.Figure:
    """Rows: fields in the order of `table` (see field_table), each with its F1 beside its name; columns: statuses.

    The colour is the share of the field's results.
    customdata of a click: [row, column] as in the figure; see `drawn_looks` for the columns.
    """
    fields = table["field"].tolist()
    looks = drawn_looks(table)
    results = table["results"].tolist()
    counts = table[[look.label for look in looks]].to_numpy()
    shares = counts / np.maximum(table["results"].to_numpy(), 1)[:, None]
    figure = go.Figure()
    figure.add_heatmap(
        x=list(range(len(looks))),
        y=list(range(len(fields))),
        # One colour scale for all columns, column i from i to i + 1: a heatmap for each column takes no clicks.
        z=np.arange(len(looks)) + shares * _LAST,
        zmin=0,
        zmax=len(looks),
        colorscale=_shades(looks),
        text=[[f"{count:,}" if count else "" for count in row] for row in counts.tolist()],
        texttemplate="%{text}",
        textfont={"color": text_colour, "size": 13},
        showscale=False,
        hoverinfo="skip",
        xgap=3,
        ygap=2,
    )
    cells = [(x, y) for y in range(len(fields)) for x in range(len(looks))]
    _clickable(
        figure,
        cells,
        [f"{label(fields[y], 80)}<br>{looks[x].label}: {_part(int(counts[y, x]), results[y])}" for x, y in cells],
    )
    _axes(figure, [look.label for look in looks], fields, 0, table["f1"].tolist())
    return figure


def drawn_looks(table: pd.DataFrame) -> list[Look]:
    """The columns of `status_heatmap`: the statuses that count, and others that there are."""
    return [look for look in LOOKS if look.status in SCORED_LOOKS or table[look.label].any()]


def record_heatmap(
    statuses: npt.NDArray[np.int8], fields: Sequence[str], record_ids: Sequence[Any], text_colour: str
) -> go.Figure:
    """Rows: fields; columns: records; a cell's colour: its worst status. `statuses` is records x fields.

    customdata of a click: [index into fields, index into record_ids].
    """
    grid = statuses.T
    look_at = {code: i for i, code in enumerate(CODES)}
    drawn = np.full(grid.shape, np.nan)
    for code, i in look_at.items():
        drawn[grid == code] = i
    symbols = len(record_ids) <= WITH_SYMBOLS
    figure = go.Figure()
    figure.add_heatmap(
        x=list(range(len(record_ids))),
        y=list(range(len(fields))),
        z=drawn,
        zmin=-0.5,
        zmax=len(LOOKS) - 0.5,
        colorscale=_steps(),
        text=[[LOOKS[look_at[code]].symbol if code in look_at else "" for code in row] for row in grid.tolist()],
        texttemplate="%{text}" if symbols else "",
        textfont={"color": text_colour, "size": 11},
        showscale=False,
        hoverinfo="skip",
        xgap=1,
        ygap=1,
    )
    cells = [(x, y) for y, x in np.argwhere(~np.isnan(drawn)).tolist()]
    heads = [label(str(name), 60) for name in record_ids]
    # Ten thousand cells and more: what the axis says already is not sent again with each of them.
    tails = [f"{label(field, 80)}<br>" if symbols else "" for field in fields]
    _clickable(
        figure,
        cells,
        [f"{heads[x]}<br>{tails[y]}{LOOKS[look_at[int(grid[y, x])]].label}" for x, y in cells],
    )
    columns = [str(name) for name in record_ids] if symbols else [""] * len(record_ids)
    _axes(figure, columns, fields, -90 if symbols else 0)
    return figure


def label(text: str, most: int = 38) -> str:
    """Text for a figure, which would take HTML in it for its own: escaped, on one line, cut in the middle."""
    ends = text if len(text) <= 2 * most else text[:most] + text[-most:]
    line = "".join(c if c.isprintable() else " " for c in ends)
    if len(line) > most:
        line = f"{line[: most // 2]}…{line[-(most // 2) + 1 :]}"
    return html.escape(line, quote=False)  # plotly knows &lt; &gt; and &amp; alone


def _part(count: int, whole: int) -> str:
    return f"{count:,} of {whole:,} ({count / max(whole, 1):.0%})"


def _clickable(figure: go.Figure, cells: list[tuple[int, int]], hover: list[str]) -> None:
    figure.add_scatter(
        x=[x for x, _ in cells],
        y=[y for _, y in cells],
        mode="markers",
        marker={"symbol": "square", "size": ROW_HEIGHT - 4, "opacity": 0},
        opacity=0,
        customdata=[[y, x] for x, y in cells],
        text=hover,
        hovertemplate="%{text}<extra></extra>",
        showlegend=False,
    )


def _axes(figure: go.Figure, columns: list[str], fields: Sequence[str], angle: int, f1: Sequence[float] = ()) -> None:
    names = [label(column, 18) for column in columns]
    rows = [label(field) for field in fields]
    if f1:
        told = [points(None if math.isnan(figure) else figure) for figure in f1]
        # Labels end at the same place, so that figure spaces before the shorter ones keep the figures in a column.
        rows = [f"{row}   <b>{own.rjust(5, FIGURE_SPACE)}</b>" for row, own in zip(rows, told, strict=True)]
    figure.update_xaxes(
        tickvals=list(range(len(names))), ticktext=names, side="top", tickangle=angle, showgrid=False, zeroline=False,
        range=[-0.5, len(names) - 0.5], fixedrange=True, ticks="",
    )  # fmt: skip
    figure.update_yaxes(
        tickvals=list(range(len(fields))), ticktext=rows, showgrid=False, zeroline=False,
        range=[len(fields) - 0.5, -0.5], fixedrange=True, ticks="",
    )  # fmt: skip
    figure.update_layout(
        height=ROW_HEIGHT * len(fields) + _MARGIN, margin={"l": 0, "r": 0, "t": 0, "b": 0}, hovermode="closest",
        hoverdistance=-1, dragmode=False, clickmode="event+select", plot_bgcolor="rgba(0,0,0,0)",
        paper_bgcolor="rgba(0,0,0,0)", showlegend=False,
    )  # fmt: skip
    figure.update_xaxes(automargin=True)
    figure.update_yaxes(automargin=True)


def _steps() -> list[list[Any]]:
    """A colour scale of equal steps, one a status."""
    strength = {"match": 0.22, "skipped": 0.12}
    scale = []
    for i, look in enumerate(LOOKS):
        colour = _faded(look.colour, strength.get(look.status, _STRONGEST))
        scale += [[i / len(LOOKS), colour], [(i + 1) / len(LOOKS), colour]]
    return scale


def _shades(looks: Sequence[Look]) -> list[list[Any]]:
    """A stretch a status, over the share of a field's results: nothing for none."""
    scale: list[list[Any]] = []
    for i, look in enumerate(looks):
        full = _STRENGTH.get(look.status, _STRONGEST)
        for share, opacity in ((0, 0), (0.001, 0), (0.002, _FAINTEST), (_LAST, full)):
            scale.append([(i + share) / len(looks), _faded(look.colour, opacity)])
    return [*scale, [1, scale[-1][1]]]


def _faded(colour: str, opacity: float) -> str:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity})"
