"""Review effort: the risk-coverage curve as a figure and as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import plotly.graph_objects as go

from evaljson.effort import AuditPlan, Part, RiskCoverage
from evaljson.report.figure_layout import lay_out
from evaljson.wording.words import counted, points, points_column

_CURVE, _GREY = "#2A8AC6", "#8C8C8C"
_NOUN = {"values": "value", "records": "record"}


def risk_figure(found: RiskCoverage, target: float, text_colour: str) -> go.Figure:
    """Share of wrong values over the accepted part, with the target as a line; the largest shown part is marked."""
    figure = go.Figure()
    figure.add_scatter(
        x=[0, 100], y=[100 * target] * 2, mode="lines", line={"color": _GREY, "dash": "dash", "width": 1},
        hoverinfo="skip",
    )  # fmt: skip
    figure.add_scatter(
        x=[100 * part.coverage for part in found.curve],
        y=[None if part.share is None else 100 * part.share for part in found.curve],
        mode="lines+markers",
        line={"color": _CURVE, "width": 2},
        marker={"color": _CURVE, "size": 5},
        text=[_told(part, found) for part in found.curve],
        hovertemplate="%{text}<extra></extra>",
    )
    if found.promised is not None:
        figure.add_scatter(
            x=[100 * found.promised.coverage], y=[100 * (found.promised.share or 0.0)], mode="markers",
            marker={"color": _CURVE, "size": 14, "symbol": "diamond"},
            text=[f"shown to keep the target<br>{_told(found.promised, found)}"],
            hovertemplate="%{text}<extra></extra>",
        )  # fmt: skip
    axis = {"ticksuffix": "%", "fixedrange": True, "zeroline": False, "gridcolor": "#8C8C8C40"}
    lay_out(
        figure,
        xaxis={"title": {"text": f"{found.of} accepted, surest first"}, "range": [-2, 102], **axis},
        yaxis={"title": {"text": "values that are wrong"}, "rangemode": "tozero", **axis},
        height=320, margin={"l": 70, "r": 10, "t": 8, "b": 55}, showlegend=False, dragmode=False, hovermode="closest",
        plot_bgcolor="rgba(0,0,0,0)", paper_bgcolor="rgba(0,0,0,0)", font={"color": text_colour},
    )  # fmt: skip
    return figure


def _told(part: Part, found: RiskCoverage) -> str:
    interval = "" if part.low is None else f" (95%: {points(part.low)} to {points(part.high)}%)"
    return (
        f"from {part.written}: {counted(part.accepted, _NOUN[found.of])}, {points(part.coverage)}%<br>"
        f"{part.wrong:,} of {counted(part.values, 'value')} wrong, {points(part.share)}%{interval}"
    )


def risk_table(found: RiskCoverage) -> pd.DataFrame:
    """Return one row per part of the curve, in per cent: the numbers of the figure."""
    curve = found.curve
    return pd.DataFrame(
        {
            "Accepted": points_column(part.coverage for part in curve),
            "Confidence from": [part.threshold for part in curve],
            "Values": [part.values for part in curve],
            "Wrong": [part.wrong for part in curve],
            "Wrong, %": points_column(part.share for part in curve),
            "From, %": points_column(part.low for part in curve),
            "To, %": points_column(part.high for part in curve),
        }
    )


def effort_by_field(per_field: Mapping[str, RiskCoverage]) -> pd.DataFrame:
    """Return one row per field: which part keeps the target here, and which is shown to."""
    found = list(per_field.values())

    def coverage(parts: Sequence[Part | None]) -> list[float | None]:
        return points_column((0.0 if part is None else part.coverage for part in parts), 0)

    return pd.DataFrame(
        {
            "Field": list(per_field),
            "Values": [one.values for one in found],
            "Wrong": [one.wrong for one in found],
            "Keeps it here": coverage([one.observed for one in found]),
            "Shown to keep it": coverage([one.promised for one in found]),
            "From": pd.Series(
                [None if one.promised is None else one.promised.threshold for one in found], dtype="Float64"
            ),
            "Area": pd.Series([one.area for one in found], dtype="Float64"),
        }
    )


def audit_table(plans: Sequence[AuditPlan]) -> pd.DataFrame:
    """Return one row per audit."""
    return pd.DataFrame(
        {
            "Values to draw": [plan.drawn for plan in plans],
            "Wrong, at most": [plan.allowed for plan in plans],
            "Passed": points_column(plan.chance for plan in plans),
        }
    )
