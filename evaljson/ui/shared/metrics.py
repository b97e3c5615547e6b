"""Whole-document metrics beside the scores by field: worked out only when somebody asks for them."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from evaljson.metrics import METRICS, Metric, RunMetric
from evaljson.results.model import RunResult
from evaljson.ui.session import cache

NO_METRIC = "none"
OPENED = "fields.metrics"
"""Key of the expander."""


def run_metric(run: RunResult, key: str, metric: Metric) -> RunMetric:
    """The metric over the run, worked out once."""
    return cache.derived(("metric", key, metric.name), lambda: run.metric(metric.name))


def in_words(metric: Metric) -> str:
    """Which way is better, and where it ends."""
    return f"{metric.direction} is better, {metric.best:g} is best"


def show_metrics(run: RunResult, key: str) -> None:
    """A row a metric, in an expander; closed, it costs nothing."""
    expander = st.expander("Whole-document metrics", key=OPENED, on_change="rerun")
    if not expander.open:
        return
    with expander:
        with st.spinner("Working out the metrics"):
            found = {name: run_metric(run, key, metric) for name, metric in METRICS.items()}
        frame = pd.DataFrame(
            {
                "Metric": [metric.title for metric in METRICS.values()],
                "Value": pd.array([one.mean for one in found.values()], dtype="Float64"),
                "Direction": [in_words(metric) for metric in METRICS.values()],
                "Undefined": [one.undefined for one in found.values()],
                "What it is": [metric.doc for metric in METRICS.values()],
            }
        )
        column = st.column_config
        st.dataframe(
            frame,
            hide_index=True,
            placeholder="",
            column_config={
                "Value": column.NumberColumn(format="%.3f", help="The mean over the records; empty where undefined."),
                "Undefined": column.NumberColumn(help="Records for which the metric says nothing; not in the mean."),
            },
        )
        missing = len(next(iter(found.values())).missing)
        st.caption(
            "Each compares a record as a whole, without the eval schema: no rules, no alignment, no weights."
            + (f" Without an extracted record, and counted as all wrong: {missing:,}." if missing else "")
        )


def choose_metric(key: str) -> Metric | None:
    """The metric that somebody wants beside the records; None until then."""
    chosen: Any = st.selectbox(
        "Whole-document metric",
        [NO_METRIC, *METRICS],
        key=key,
        width=320,
        format_func=lambda name: METRICS[name].title if name in METRICS else name,
        help="One more column. It compares a record as a whole, without the eval schema.",
    )
    return METRICS.get(str(chosen))


def metric_column(metric: Metric) -> Any:
    """How its scores are shown in a list of records; those that are undefined are empty."""
    return st.column_config.NumberColumn(
        format="%.4g", help=f"{metric.doc} {in_words(metric).capitalize()}. Empty where it is undefined."
    )
