"""What the Data page says about the evaluation that is open: scores first, then its files."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from evaljson.report.words import counted, points
from evaljson.ui import state
from evaljson.ui.evaluation import Draft, Evaluation, draft_of
from evaljson.ui.parts import plain, show_failures


def verdict(evaluation: Evaluation) -> str:
    """One sentence in Markdown: who scores highest."""
    ranked = sorted(evaluation.runs.items(), key=lambda item: -(item[1].mean_f1 or 0))
    if not ranked:
        return "No variant is scored yet."
    (first, run), *others = ranked
    figure = f"F1 **{points(run.mean_f1)}** over {counted(run.total_records, 'record')}"
    if not others:
        return f"**{plain(first)}**: {figure}."
    behind = ", ".join(f"{plain(name)} {points(other.mean_f1)}" for name, other in others[:4])
    return f"**{plain(first)}** scores highest: {figure}; {behind}."


def show_scores(evaluation: Evaluation) -> None:
    """A row a variant."""
    show_failures(evaluation)
    rows = [
        (
            name,
            run.mean_f1 or 0,
            run.mean_precision or 0,
            run.mean_recall or 0,
            run.total_matches,
            run.total_mismatches,
            run.total_omissions,
            run.total_hallucinations,
            len(run.missing),
        )
        for name, run in evaluation.runs.items()
    ]
    if not rows:
        return
    names = ["Variant", "F1", "Precision", "Recall", "✓ match", "✗ wrong", "○ missing", "+ invented", "Records missing"]
    frame = pd.DataFrame(rows, columns=names)
    frame[["F1", "Precision", "Recall"]] *= 100
    figure = st.column_config.NumberColumn(format="%.1f", help="From 0 to 100; the mean over all records.")
    st.dataframe(frame, hide_index=True, column_config=dict.fromkeys(["F1", "Precision", "Recall"], figure))


def show_actions(evaluation: Evaluation) -> None:
    """Where to go from here."""
    with st.container(horizontal=True):
        if evaluation.runs and st.button("See which fields go wrong", type="primary", key="data.fields"):
            st.switch_page("pages/fields.py")
        if len(evaluation.runs) > 1 and st.button("Compare the variants", key="data.compare"):
            st.switch_page("pages/compare.py")
        st.button("Use my data", key="data.own", on_click=state.set_draft, args=(Draft(),))
        if not evaluation.is_sample:
            st.button("Add or remove files", key="data.change", on_click=lambda: state.set_draft(draft_of(evaluation)))
            st.button("Open the sample", key="data.sample", on_click=state.open_sample)
        else:
            other = "thin_films" if "invoices" in evaluation.name else "invoices"
            name = other.replace("_", " ")
            st.button(f"Open the {name} sample", key="data.other-sample", on_click=state.open_sample, args=(other,))
