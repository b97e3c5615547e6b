"""Draws records on both sides: F1 of A across, of B up; records at one place share a mark, sized by their number."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from evaljson.report.compare.forest import COLOURS, SYMBOLS
from evaljson.report.figure_layout import lay_out
from evaljson.report.heatmap_parts import hover_label, label
from evaljson.wording.words import counted

_WORDS: Final = {"worse": "got worse", "better": "got better", "no detectable difference": "as before"}
_HEIGHT, _SMALLEST, _LARGEST, _LISTED = 460, 8.0, 30.0, 5
_STEPS, _TICKS = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0), 7
_ROOM, _EDGE = 0.08, 4.0
"""Room beside the outermost marks, as a share of their range; and points beyond 0 and 100 at most."""


@dataclass(frozen=True, slots=True)
class RecordSpot:
    """The F1 of some records on both sides, in points with two decimals."""

    a: float
    b: float

    def __str__(self) -> str:
        return f"{self.a:.2f}-{self.b:.2f}"

    def holds(self, rows: pd.DataFrame) -> pd.Series[bool]:
        """Select the rows of record_rows that are at this spot."""
        return (rows["a"].round(2) == round(self.a, 2)) & (rows["b"].round(2) == round(self.b, 2))


def read_spot(text: str | None) -> RecordSpot | None:
    """Read a spot as URLs have it: 90.48-66.67. None for any other text."""
    left, _, right = (text or "").partition("-")
    try:
        spot = RecordSpot(float(left), float(right))
    except ValueError:
        return None
    return spot if all(0 <= f1 <= 100 for f1 in (spot.a, spot.b)) else None


def spots(rows: pd.DataFrame) -> pd.DataFrame:
    """Group `rows` of record_rows by their spot: a, b, records (how many), names (of some of them)."""
    rounded = rows.assign(a=rows["a"].round(2), b=rows["b"].round(2))
    groups = rounded.groupby(["a", "b"], sort=True)["record"]
    return groups.agg(records="size", names=lambda group: list(group[:_LISTED])).reset_index()


def scatter_figure(rows: pd.DataFrame, names: tuple[str, str], text_colour: str) -> go.Figure:
    """Draw the records; customdata of a click: [the RecordSpot as text, its only record or ""]."""
    marks = spots(rows)
    ends = shown_range(marks)
    figure = go.Figure()
    figure.add_scatter(
        x=ends, y=ends, mode="lines", line={"color": "#8C8C8C", "dash": "dot", "width": 1}, hoverinfo="skip",
        showlegend=False,
    )  # fmt: skip
    change = np.sign((marks["b"] - marks["a"]).round(2))
    most = max(int(marks["records"].max()), 2) if len(marks) else 2
    for verdict, sign in (("no detectable difference", 0), ("better", 1), ("worse", -1)):
        changed_so = marks[change == sign]
        if len(changed_so):
            _add_marks(figure, changed_so, verdict, most)
    whole = {
        "range": ends,
        "tickvals": ticks(ends),
        "gridcolor": "rgba(140,140,140,0.25)",
        "zeroline": False,
        "fixedrange": True,
    }
    lay_out(
        figure,
        xaxis={"title": {"text": f"F1 of {label(names[0], 40)}"}, **whole},
        yaxis={"title": {"text": f"F1 of {label(names[1], 40)}"}, **whole},
        height=_HEIGHT, margin={"l": 60, "r": 10, "t": 40, "b": 50}, hovermode="closest", dragmode=False,
        clickmode="event+select", plot_bgcolor="rgba(0,0,0,0)", paper_bgcolor="rgba(0,0,0,0)",
        font={"color": text_colour}, showlegend=True,
        hoverlabel={"bgcolor": "#262730", "font": {"color": "#f2f2f2"}, "align": "left"},
        legend={"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "itemclick": False, "itemdoubleclick": False},
    )  # fmt: skip
    return figure


def ticks(ends: list[float]) -> list[float]:
    """Return where the axes have a figure: at even ones from 0 to 100, as there is no F1 beyond."""
    low, high = max(ends[0], 0.0), min(ends[1], 100.0)
    step = next(step for step in _STEPS if (high - low) / step <= _TICKS)
    return [round(step * at, 2) for at in range(math.ceil(low / step), math.floor(high / step) + 1)]


def shown_range(marks: pd.DataFrame) -> list[float]:
    """Return what both axes show: all marks with a little room, the same on both, so that the diagonal is one."""
    if marks.empty:
        return [-_EDGE, 100 + _EDGE]
    both = marks[["a", "b"]].to_numpy(np.float64)
    low, high = float(both.min()), float(both.max())
    room = max((high - low) * _ROOM, _EDGE / 2)
    return [max(low - room, -_EDGE), min(high + room, 100 + _EDGE)]


def _add_marks(figure: go.Figure, marks: pd.DataFrame, verdict: str, most: int) -> None:
    lines: list[dict[str, Any]] = marks.to_dict("records")  # type: ignore[assignment]  # the names of columns are text
    figure.add_scatter(
        x=marks["a"], y=marks["b"], mode="markers", name=_WORDS[verdict],
        marker={
            "color": COLOURS[verdict], "symbol": SYMBOLS[verdict], "opacity": 0.75,
            "size": _SMALLEST + (_LARGEST - _SMALLEST) * np.sqrt((marks["records"] - 1) / (most - 1)),
            "line": {"width": 1, "color": "rgba(255,255,255,0.6)"},
        },
        customdata=[
            [str(RecordSpot(line["a"], line["b"])), line["names"][0] if line["records"] == 1 else ""] for line in lines
        ],
        text=[_hover(line) for line in lines],
        hovertemplate="%{text}<extra></extra>", unselected={"marker": {"opacity": 0.75}},
    )  # fmt: skip


def _hover(line: dict[str, object]) -> str:
    names, count = line["names"], line["records"]
    assert isinstance(names, list)
    assert isinstance(count, int)
    listed = ", ".join(hover_label(str(name), 30) for name in names)
    more = f" and {count - len(names):,} more" if count > len(names) else ""
    return f"<b>{line['a']:.1f} → {line['b']:.1f}</b><br>{counted(count, 'record')}: {listed}{more}"
