"""The Confidence section of Fields: whether values are right as often as the extraction is sure of them."""

from __future__ import annotations

from typing import Any

import streamlit as st

from evaljson.compare.words.cluster_notes import of_intervals
from evaljson.confidence import RunConfidence
from evaljson.report.fields.reliability import (
    FEW,
    curve_table,
    field_frame,
    in_words,
    intervals_in_words,
    reliability_figure,
)
from evaljson.results.model import RunResult
from evaljson.ui.session import cache
from evaljson.ui.shared.parts import plain, text_colour
from evaljson.wording.words import counted

OPENED = "fields.confidence"
"""Key of the expander."""
ALL = ""
"""All fields, as an option; no field has this path if there is something to choose."""


def show_confidence(run: RunResult, key: str) -> None:
    """Draw a sentence, the curve and the figures in an expander; closed, nothing is computed."""
    expander = st.expander("Confidence", key=OPENED, on_change="rerun")
    if not expander.open:
        return
    with expander:
        confidence: RunConfidence | None = cache.shared(("confidence", key), run.confidence)
        if confidence is not None:
            _show(confidence, key, of_intervals(run.clustered))


def _show(confidence: RunConfidence, key: str, clusters: str) -> None:
    fields = [path for path, figures in confidence.per_field.items() if figures.n and path]
    chosen: Any = st.selectbox(
        "Show", [ALL, *fields], key=f"fields.confidence.of.{key}", width=320,
        format_func=lambda path: path or "all fields",
    )  # fmt: skip
    figures = confidence.per_field[chosen] if chosen else confidence.overall
    st.markdown(in_words(figures))
    if intervals := intervals_in_words(figures):
        st.caption(" ".join(filter(None, (intervals, plain(clusters, 200)))))
    without = f" Left out: {counted(figures.n_without, 'value')} without a confidence." if figures.n_without else ""
    few = f" With fewer than {FEW} values, shares are unreliable." if 0 < figures.n < FEW else ""
    st.caption(
        "On the dashed line, 80% sure means 80% right; below it, confidence is too high. Larger points: "
        f"more values. Bars: 95% intervals{', each value by itself' if clusters else ''}.{few}{without}"
    )
    if figures.n:
        colour = text_colour()
        st.plotly_chart(
            cache.derived(("reliability", key, chosen, colour), lambda: reliability_figure(figures.curve, colour)),
            key=f"fields.confidence.curve.{chosen}",
            config={"displayModeBar": False},
            theme=None,
            alt="Reliability curve: share of values that are right, by the confidence of the extraction.",
        )
        _show_curve_table(figures)
    _show_fields(confidence)


def _show_curve_table(figures: Any) -> None:
    percent = st.column_config.NumberColumn(format="%.0f%%")
    st.caption("The same curve as a table")
    st.dataframe(
        curve_table(figures.curve),
        hide_index=True,
        placeholder="",
        column_config={
            **dict.fromkeys(("Mean confidence", "Right"), percent),
            "Right, from": st.column_config.NumberColumn(
                format="%.0f%%", help="Lower end of the 95% interval (Wilson)."
            ),
            "Right, to": percent,
        },
    )


def _show_fields(confidence: RunConfidence) -> None:
    number = st.column_config.NumberColumn
    st.caption("All fields")
    st.dataframe(
        field_frame(dict(confidence.per_field)),
        hide_index=True,
        placeholder="",
        column_config={
            "field": st.column_config.TextColumn("Field", pinned=True),
            "n": number("Values", help="Values with a confidence."),
            "n_without": number("Without", help="Extracted values without a confidence; not counted here."),
            "omissions": number("Missing", help="Not extracted, so without confidence; not counted here."),
            "mean_confidence": number("Confidence", format="%.0f%%", help="Mean confidence."),
            "share_right": number("Right", format="%.0f%%", help="Share that is right."),
            "auroc": number(
                "AUROC", format="%.3f",
                help="How often a right value has more confidence than a wrong one: 1 is best, 0.5 chance.",
            ),
            "brier": number("Brier", format="%.3f", help="Mean squared error of the confidence: 0 is best."),
            "ece": number(
                "Calibration error", format="%.3f",
                help="Gap between confidence and share right (root mean square, bias of few values removed): "
                     "0 is best.",
            ),
        },
    )  # fmt: skip
