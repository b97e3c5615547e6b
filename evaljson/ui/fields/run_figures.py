"""The four figures of one run at the top of the Fields page."""

from __future__ import annotations

import streamlit as st

from evaljson.report.fields.straight_through import records_right_in_words
from evaljson.results.fully_right import records_right
from evaljson.results.model import RunResult
from evaljson.wording.words import counted, points


def show_figures(run: RunResult) -> None:
    """Draw F1, precision, recall and the number of records."""
    columns = st.columns(4)
    help_text = "From 0 to 100: the mean over all records."
    columns[0].metric("F1", points(run.mean_f1), help=f"Precision and recall in one figure. {help_text}", border=True)
    columns[1].metric(
        "Precision",
        points(run.mean_precision),
        help=f"How much of what was extracted is right. {help_text}",
        border=True,
    )
    columns[2].metric("Recall", points(run.mean_recall), help=f"How much of gold was found. {help_text}", border=True)
    columns[3].metric("Records", f"{run.total_records:,}", help="Gold records that were scored.", border=True)
    st.caption(f"Fully right: {records_right_in_words(records_right(run.tallies.rows))}.")
    if run.empty_records:
        st.caption(
            f"{counted(run.empty_records, 'record')} produced nothing; "
            "precision counts as 100 there, and recall shows the loss."
        )
