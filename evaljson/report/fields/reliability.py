"""The reliability curve: as a figure, as a table, and in one sentence."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import plotly.graph_objects as go

from evaljson.confidence import ConfidenceFigures
from evaljson.report.figure_layout import lay_out
from evaljson.stats import ReliabilityBin
from evaljson.wording.words import counted, fraction, points, points_column

FEW = 20
"""With fewer values, the share that is right says little."""
# A blue that stands out by more than 3 to 1 from a light and from a dark ground.
_CURVE, _GREY = "#2A8AC6", "#8C8C8C"


def reliability_figure(curve: Sequence[ReliabilityBin], text_colour: str) -> go.Figure:
    """Share right over mean confidence, with Wilson's interval at 95%, beside the diagonal of one who can be believed.

    Size of a point: how many values it stands for. Empty stretches have none.
    """
    filled = [stretch for stretch in curve if stretch.count]
    sure = [(stretch.mean_confidence or 0) * 100 for stretch in filled]
    right = [(stretch.share_right or 0) * 100 for stretch in filled]
    ends = [(low * 100, high * 100) for low, high in (stretch.interval or (0, 0) for stretch in filled)]
    most = max((stretch.count for stretch in filled), default=1)
    figure = go.Figure()
    figure.add_scatter(
        x=[0, 100], y=[0, 100], mode="lines", line={"color": _GREY, "dash": "dash", "width": 1}, hoverinfo="skip"
    )
    figure.add_scatter(
        x=sure,
        y=right,
        mode="lines+markers",
        line={"color": _CURVE, "width": 2},
        marker={"color": _CURVE, "opacity": 1, "size": [7 + 11 * (stretch.count / most) ** 0.5 for stretch in filled]},
        error_y={
            "type": "data",
            "array": [high - at for (_, high), at in zip(ends, right, strict=True)],
            "arrayminus": [at - low for (low, _), at in zip(ends, right, strict=True)],
            "color": _CURVE,
            "thickness": 1,
            "width": 4,
        },
        text=[
            f"{_stretch(stretch)} sure: {counted(stretch.count, 'value')}<br>"
            f"{at:.0f}% right (95%: {low:.0f} to {high:.0f}%)<br>mean confidence {mean:.0f}%"
            for stretch, at, mean, (low, high) in zip(filled, right, sure, ends, strict=True)
        ],
        hovertemplate="%{text}<extra></extra>",
    )
    axis = {
        "range": [-3, 103],
        "dtick": 20,
        "ticksuffix": "%",
        "fixedrange": True,
        "zeroline": False,
        "gridcolor": "#8C8C8C40",
    }
    lay_out(
        figure,
        xaxis={"title": {"text": "how sure it says it is"}, "constrain": "domain", **axis},
        yaxis={"title": {"text": "how many are right"}, "scaleanchor": "x", **axis},
        height=400, margin={"l": 70, "r": 10, "t": 8, "b": 55}, showlegend=False, dragmode=False, hovermode="closest",
        plot_bgcolor="rgba(0,0,0,0)", paper_bgcolor="rgba(0,0,0,0)", font={"color": text_colour},
    )  # fmt: skip
    return figure


def curve_table(curve: Sequence[ReliabilityBin]) -> pd.DataFrame:
    """Return one row per stretch: the same numbers as the figure, in whole per cent; empty stretches have none."""

    def column(values: list[float | None]) -> pd.Series[float]:
        return pd.Series(points_column(values, 0), dtype="Float64")

    return pd.DataFrame(
        {
            "Confidence": [_stretch(stretch) for stretch in curve],
            "Values": [stretch.count for stretch in curve],
            "Mean confidence": column([stretch.mean_confidence for stretch in curve]),
            "Right": column([stretch.share_right for stretch in curve]),
            "Right, from": column([stretch.interval[0] if stretch.interval else None for stretch in curve]),
            "Right, to": column([stretch.interval[1] if stretch.interval else None for stretch in curve]),
        }
    )


def field_frame(per_field: dict[str, ConfidenceFigures]) -> pd.DataFrame:
    """Return one row per field with values; shares in whole per cent."""
    with_values = {path: figures for path, figures in per_field.items() if figures.n or figures.n_without}

    def column(name: str, kind: str) -> pd.Series[float]:
        values = [getattr(figures, name) for figures in with_values.values()]
        return pd.Series(points_column(values, 0) if name in ("mean_confidence", "share_right") else values, dtype=kind)

    return pd.DataFrame(
        {
            "field": pd.Series(list(with_values), dtype="str"),
            **{name: column(name, "Int64") for name in ("n", "n_without", "omissions")},
            **{name: column(name, "Float64") for name in ("mean_confidence", "share_right", "auroc", "brier", "ece")},
        }
    )


def in_words(figures: ConfidenceFigures) -> str:
    """Say what the figures mean: "Of the 312 values it was 90 to 100% sure of, 82% were right"."""
    if not figures.n or figures.mean_confidence is None or figures.share_right is None:
        return "No value carries a confidence here."
    top = max(
        (stretch for stretch in figures.curve if stretch.count), key=lambda stretch: (stretch.count >= FEW, stretch.low)
    )
    sentence = (
        f"The one value it was {_stretch(top)} sure of was {'right' if top.share_right == 1 else 'wrong'}."
        if top.count == 1
        else f"Of the {top.count:,} values it was {_stretch(top)} sure of, {_percent(top.share_right)} were right."
    )
    gap = figures.mean_confidence - figures.share_right
    if abs(gap) < 0.02:
        return f"{sentence} On average it is about as sure as it is right: {_percent(figures.mean_confidence)}."
    kind = "surer than it is right" if gap > 0 else "less sure than it is right"
    means = f"{_percent(figures.mean_confidence)} sure, {_percent(figures.share_right)} right"
    return f"{sentence} On average it is {kind}: {means}."


def intervals_in_words(figures: ConfidenceFigures) -> str:
    """Write AUROC, Brier score and calibration error, each with its 95% interval, for those that are defined."""
    named = (
        ("AUROC", figures.auroc, figures.auroc_interval),
        ("Brier score", figures.brier, figures.brier_interval),
        ("calibration error", figures.ece, figures.ece_interval),
    )
    parts = [
        f"{name} {fraction(value)} ({fraction(interval[0])} to {fraction(interval[1])})"
        for name, value, interval in named
        if value is not None and interval is not None
    ]
    return f"With 95% intervals: {', '.join(parts)}." if parts else ""


def _stretch(stretch: ReliabilityBin) -> str:
    return f"{stretch.low * 100:g} to {stretch.high * 100:g}%"


def _percent(share: float | None) -> str:
    """Write a share in whole per cent; with a decimal where it is not quite all or none but would look like it."""
    if share is None:
        return "–"
    digits = 1 if 0 < share < 1 and round(share * 100) in (0, 100) else 0
    return f"{points(share, digits)}%"
