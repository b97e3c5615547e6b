"""Whole-document metrics next to the scores by field, computed on request."""

from __future__ import annotations

from typing import Any, Final

import pandas as pd
import streamlit as st

from evaljson.metrics import METRICS, Metric, RunMetric
from evaljson.report.fields.published import published_frame
from evaljson.results.model import RunResult
from evaljson.ui.session import cache
from evaljson.ui.shared.text_width import text_width

NO_METRIC = "none"
_NUMBER: Final = 90
"""Pixels of a column of numbers."""
_DOC: Final = 640
"""And of what a metric is: by itself, that is cut in a window of the usual size."""
OPENED = "fields.metrics"
"""Key of the expander."""


def run_metric(run: RunResult, key: str, metric: Metric) -> RunMetric:
    """Return the metric over the run, computed once."""
    return cache.shared(("metric", key, metric.name), lambda: run.metric(metric.name))


def in_words(metric: Metric) -> str:
    """Say which direction is better, and the metric's bounds."""
    return f"{metric.direction} is better, {metric.best:g} is best"


def show_metrics(run: RunResult, key: str) -> None:
    """Show one row per metric in an expander; a closed expander costs nothing."""
    expander = st.expander("Whole-document metrics", key=OPENED, on_change="rerun")
    if not expander.open:
        return
    with expander:
        with st.spinner("Working out the metrics"):
            values = {name: run_metric(run, key, metric) for name, metric in METRICS.items()}
        frame = pd.DataFrame(
            {
                "Metric": [metric.title for metric in METRICS.values()],
                "Value": pd.array([value.mean for value in values.values()], dtype="Float64"),
                "Direction": [in_words(metric) for metric in METRICS.values()],
                "Undefined": [value.undefined for value in values.values()],
                "What it is": [metric.doc for metric in METRICS.values()],
            }
        )
        column = st.column_config
        wide = {name: text_width(frame[name], most=_DOC) for name in ("Metric", "Direction", "What it is")}
        st.dataframe(
            frame,
            hide_index=True,
            placeholder="",
            column_config={
                **{name: column.TextColumn(width=width) for name, width in wide.items()},
                "Value": column.NumberColumn(
                    format="%.3f", width=_NUMBER, help="The mean over the records; empty where undefined."
                ),
                "Undefined": column.NumberColumn(
                    width=_NUMBER, help="Records for which the metric says nothing; not in the mean."
                ),
            },
        )
        shares = column.NumberColumn(format="%.3f")
        st.dataframe(
            cache.shared(("published", key), lambda: published_frame(run)),
            hide_index=True,
            placeholder="",
            column_config={
                "Value": column.NumberColumn(format="%.3f", help="From the field results; empty where undefined."),
                "From": shares,
                "To": column.NumberColumn(format="%.3f", help="From and To: the interval at 95% confidence."),
            },
        )
        missing = len(next(iter(values.values())).missing)
        st.caption(
            "The first table compares whole records, without the eval schema."
            + (f" Without an extracted record, and counted as all wrong: {missing:,}." if missing else "")
        )


def choose_metric(key: str) -> Metric | None:
    """Choose a metric to show next to the records; None until one is chosen."""
    chosen: Any = st.selectbox(
        "Whole-document metric",
        [NO_METRIC, *METRICS],
        key=key,
        width=320,
        format_func=lambda name: METRICS[name].title if name in METRICS else name,
        help="One more column: the record as a whole, without the eval schema.",
    )
    return METRICS.get(str(chosen))


def metric_column(metric: Metric) -> Any:
    """Return the column format of a metric's scores in a list of records; undefined scores are empty."""
    return st.column_config.NumberColumn(
        format="%.4g", help=f"{metric.doc} {in_words(metric).capitalize()}. Empty where it is undefined."
    )
