"""Whether the extraction is right where it says that it is sure: on the Fields page, where it says so."""

from __future__ import annotations

from typing import Any

import streamlit as st

from evaljson.confidence import RunConfidence
from evaljson.report.fields.reliability import FEW, curve_table, field_frame, in_words, reliability_figure
from evaljson.results.model import RunResult
from evaljson.ui.session import cache
from evaljson.ui.shared.parts import text_colour
from evaljson.wording.words import counted

OPENED = "fields.confidence"
"""Key of the expander."""
ALL = ""
"""Stands for all fields in the choice; no field has this path where there is something to choose."""


def show_confidence(run: RunResult, key: str) -> None:
    """The figures, the curve and a sentence, in an expander; closed, it costs nothing."""
    expander = st.expander("Confidence", key=OPENED, on_change="rerun")
    if not expander.open:
        return
    with expander:
        found: RunConfidence | None = cache.derived(("confidence", key), run.confidence)
        if found is not None:
            _show(found, key)


def _show(found: RunConfidence, key: str) -> None:
    fields = [path for path, own in found.per_field.items() if own.n and path]
    chosen: Any = st.selectbox(
        "Curve of", [ALL, *fields], key=f"fields.confidence.of.{key}", width=320,
        format_func=lambda path: path or "all fields",
    )  # fmt: skip
    own = found.per_field[chosen] if chosen else found.overall
    st.markdown(in_words(own))
    without = f" {counted(own.n_without, 'value')} without a confidence left out." if own.n_without else ""
    few = f" With fewer than {FEW} values a share says little." if 0 < own.n < FEW else ""
    st.caption(
        "On the dashed line it could be believed: 80% sure, 80% right. Below it, it is too sure. A larger point stands "
        f"for more values; the bars are intervals at 95%.{few}{without}"
    )
    if own.n:
        colour = text_colour()
        st.plotly_chart(
            cache.derived(("reliability", key, chosen, colour), lambda: reliability_figure(own.curve, colour)),
            key=f"fields.confidence.curve.{chosen}",
            config={"displayModeBar": False},
            theme=None,
            alt="Reliability curve: the share of values that are right, by how sure the extraction says it is.",
        )
        _show_curve_table(own)
    _show_fields(found)


def _show_curve_table(own: Any) -> None:
    percent = st.column_config.NumberColumn(format="%.0f%%")
    st.caption("The same curve as a table")
    st.dataframe(
        curve_table(own.curve),
        hide_index=True,
        placeholder="",
        column_config={
            **dict.fromkeys(("Mean confidence", "Right"), percent),
            "Right, from": st.column_config.NumberColumn(format="%.0f%%", help="The interval at 95% (Wilson's)."),
            "Right, to": percent,
        },
    )


def _show_fields(found: RunConfidence) -> None:
    number = st.column_config.NumberColumn
    st.caption("All fields")
    st.dataframe(
        field_frame(dict(found.per_field)),
        hide_index=True,
        placeholder="",
        column_config={
            "field": st.column_config.TextColumn("Field", pinned=True),
            "n": number("Values", help="Extracted values with a confidence."),
            "n_without": number("Without", help="Extracted values that carry none; in no figure here."),
            "omissions": number("Missing", help="Not extracted, so without a confidence; in no figure here."),
            "mean_confidence": number("Confidence", format="%.0f%%", help="The mean."),
            "share_right": number("Right", format="%.0f%%", help="The share of those values that match gold."),
            "auroc": number(
                "AUROC", format="%.3f",
                help="The chance that a right value has a higher confidence than a wrong one: 1 is best, 0.5 chance. "
                "Empty where all are right, or all wrong.",
            ),
            "brier": number("Brier", format="%.3f", help="Squared distance of confidence from the outcome: 0 is best."),
            "ece": number(
                "Calibration error", format="%.3f",
                help="How far confidence and the share of right values lie apart: 0 is best.",
            ),
        },
    )  # fmt: skip
