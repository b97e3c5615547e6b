"""The layout of a figure, set at once."""

from typing import Any

import plotly.graph_objects as go

from evaljson.report.figure_layout import lay_out

LAYOUT: dict[str, Any] = {
    "xaxis": {"title": {"text": "F1"}, "tickvals": [0, 1], "ticktext": ["a", "b"], "range": [-0.5, 1.5]},
    "yaxis": {"ticks": "", "labelalias": {"+0": "0"}},
    "margin": {"l": 0, "t": 40},
    "font": {"color": "#123456"},
    "showlegend": False,
}


def test_a_figure_is_the_same_as_after_an_update_and_keeps_what_was_drawn_before() -> None:
    laid_out, updated = go.Figure(go.Bar(y=[1, 2])), go.Figure(go.Bar(y=[1, 2]))
    for figure in (laid_out, updated):
        figure.add_vline(x=0.5)
        figure.add_annotation(x=0.5, text="mark")
    lay_out(laid_out, **LAYOUT)
    updated.update_layout(**LAYOUT)
    assert laid_out.to_plotly_json() == updated.to_plotly_json()
