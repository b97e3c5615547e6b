"""Draws differences with their intervals, one row each, worst first: verdicts have a colour, a symbol and a word."""

from __future__ import annotations

from typing import Final

import pandas as pd
import plotly.graph_objects as go

from evaljson.report.figure_layout import lay_out
from evaljson.report.heatmap_parts import hover_label, label, with_figures
from evaljson.wording.differences import alone

COLOURS: Final = {"better": "#009E73", "worse": "#D55E00", "no detectable difference": "#8C8C8C"}
"""Okabe and Ito's colours, which colour-blind people can tell apart."""
SYMBOLS: Final = {"better": "triangle-up", "worse": "triangle-down", "no detectable difference": "circle"}
_SAME: Final = 1e-9
"""Points up to which two are the same."""
VERDICTS: Final = ("better", "worse", "no detectable difference")
DRAWN: Final = 50
"""The most rows to draw; the table has all."""
_ROW, _AXIS, _WIDER = 24, 70, 1.08
_LEAST_SPAN = 1.0
_SIDE: Final = 16
"""Characters of a variant behind the counts of a field."""
"""The least that the axis shows on either side of 0, in points."""


def forest_figure(rows: pd.DataFrame, name: str, text_colour: str) -> go.Figure:
    """Draw `rows` of field_rows or slice_rows; `name` is the column with the names.

    customdata of a click: [number of the row in `rows`].
    """
    drawn = drawable(rows).head(DRAWN)
    figure = go.Figure()
    numbered = drawn.assign(y=range(len(drawn)), row=drawn.index)
    for verdict in VERDICTS:
        marks = numbered[numbered["verdict"] == verdict]
        if len(marks):
            _points(figure, marks, name, verdict)
    widest = max([_LEAST_SPAN, *drawn["low"].abs(), *drawn["high"].abs()]) * _WIDER
    lay_out(
        figure,
        xaxis={
            "range": [-widest, widest],
            "title": {"text": "difference in points: left of 0 is worse, right of 0 is better"},
            "zeroline": True, "zerolinecolor": text_colour, "zerolinewidth": 1, "gridcolor": "rgba(140,140,140,0.25)",
            "fixedrange": True, "tickformat": "+~g", "labelalias": {"+0": "0"},
        },
        yaxis={
            "tickvals": list(range(len(drawn))), "ticktext": _names(drawn, name), "showgrid": False, "zeroline": False,
            "range": [len(drawn) - 0.4, -0.6], "fixedrange": True, "automargin": True,
        },
        height=_ROW * len(drawn) + _AXIS + 40, margin={"l": 10, "r": 10, "t": 40, "b": 45}, hovermode="closest",
        dragmode=False, clickmode="event+select", plot_bgcolor="rgba(0,0,0,0)", paper_bgcolor="rgba(0,0,0,0)",
        font={"color": text_colour}, showlegend=True,
        hoverlabel={"bgcolor": "#262730", "font": {"color": "#f2f2f2"}, "align": "left"},
        legend={
            "orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "itemclick": False, "itemdoubleclick": False,
        },
    )  # fmt: skip
    return figure


def _names(drawn: pd.DataFrame, name: str) -> list[str]:
    """Name the rows; those of fields with the records that got better, worse, and missing."""
    names = [label(str(text), 44) for text in drawn[name]]
    if "better_in" not in drawn:
        return names
    columns = ("better_in", "worse_in", "missing", "omitted_by")
    counts = zip(*(drawn[column].tolist() for column in columns), strict=True)
    return with_figures(
        names,
        [
            f"▲{up:,} ▼{down:,}{f' ○{gone:,}' if gone else ''}{f' omitted by {label(by, _SIDE)}' if by else ''}"
            for up, down, gone, by in counts
        ],
    )


def drawable(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with an interval; without results on one side there is none."""
    return rows[rows["low"].notna() & rows["high"].notna()]


def _points(figure: go.Figure, rows: pd.DataFrame, name: str, verdict: str) -> None:
    colour = COLOURS[verdict]
    figure.add_scatter(
        x=rows["difference"].round(3), y=rows["y"], mode="markers", name=verdict,
        marker={"color": colour, "symbol": SYMBOLS[verdict], "size": 11 if verdict in ("better", "worse") else 8},
        error_x={
            "type": "data", "symmetric": False, "color": colour, "thickness": 2, "width": 4,
            "array": (rows["high"] - rows["difference"]).round(3),
            "arrayminus": (rows["difference"] - rows["low"]).round(3),
        },
        customdata=[[int(row)] for row in rows["row"]],
        text=[
            f"<b>{hover_label(str(line[name]))}</b><br>{alone(line['a'] / 100, line['b'] / 100)} points "
            f"({line['interval']})<br>{verdict}"
            for line in rows.to_dict("records")
        ],
        hovertemplate="%{text}<extra></extra>", unselected={"marker": {"opacity": 1}},
    )  # fmt: skip


def first_of(rows: pd.DataFrame, name: str) -> str:
    """Describe the first rows in a sentence, for people who cannot see the figure."""
    moved = rows[rows["verdict"] != "no detectable difference"]
    if moved.empty:
        return "None differs beyond chance."
    phrases = (
        f"{line[name]} {line['verdict']} "
        + ("at the same F1" if same else f"by {alone(line['a'] / 100, line['b'] / 100).lstrip('+−')} points")
        for line, same in zip(moved.head(5).to_dict("records"), at_zero(moved), strict=False)
    )
    return f"Beyond chance: {', '.join(phrases)}."


def at_zero(rows: pd.DataFrame) -> pd.Series[bool]:
    """Return which rows have a verdict though F1 is the same on both sides: they lose less or more weight."""
    differs = rows["verdict"] != "no detectable difference"
    return differs & (rows["difference"].abs() < _SAME)
