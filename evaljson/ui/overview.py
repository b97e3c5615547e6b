"""What the Data page says about the evaluation that is open: scores first, then its files."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from evaljson.report.words import counted, points
from evaljson.ui import state
from evaljson.ui.evaluation import Draft, Evaluation, draft_of
from evaljson.ui.files import pairing_of, show_file, show_pairing
from evaljson.ui.parts import plain, show_failures, show_remarks


def verdict(evaluation: Evaluation) -> str:
    """One sentence in Markdown: who scores highest."""
    ranked = sorted(evaluation.runs.items(), key=lambda item: -(item[1].mean_f1 or 0))
    if not ranked:
        return "No variant is scored yet."
    (first, run), *others = ranked
    text = f"**{plain(first)}** has an F1 of **{points(run.mean_f1)}** over {counted(run.total_records, 'record')}"
    if others:
        behind = ", ".join(f"{plain(name)} {points(other.mean_f1)}" for name, other in others[:4])
        text = f"**{plain(first)}** scores highest: F1 **{points(run.mean_f1)}** over {counted(run.total_records, 'record')}; {behind}"
    return text + "."


def show_scores(evaluation: Evaluation) -> None:
    """A row a variant."""
    show_failures(evaluation)
    rows = [
        (
            name, run.mean_f1 or 0, run.mean_precision or 0, run.mean_recall or 0, run.total_matches, run.total_mismatches,
            run.total_omissions, run.total_hallucinations, len(run.missing),
        )
        for name, run in evaluation.runs.items()
    ]  # fmt: skip
    if not rows:
        return
    names = ["Variant", "F1", "Precision", "Recall", "✓ match", "✗ wrong", "○ missing", "+ invented", "Records missing"]
    frame = pd.DataFrame(rows, columns=names)
    frame[["F1", "Precision", "Recall"]] *= 100
    figure = st.column_config.NumberColumn(format="%.1f", help="From 0 to 100; the mean over all records.")
    st.dataframe(frame, hide_index=True, column_config=dict.fromkeys(["F1", "Precision", "Recall"], figure))


def show_files(evaluation: Evaluation) -> None:
    """What was read, and how it pairs."""
    with st.container(border=True):
        st.subheader("Gold", anchor=False)
        show_file(evaluation.gold.name, evaluation.gold)
    with st.container(border=True):
        st.subheader("Variants", anchor=False)
        for name, loaded in evaluation.variants.items():
            show_file(name, loaded)
    with st.container(border=True):
        id_key = evaluation.schema.get("x-eval-id")
        st.subheader("Record id", anchor=False)
        st.markdown(
            f"Records pair by **{plain(id_key)}**."
            if id_key
            else "Records pair by position: the first with the first, and so on."
        )
        for name, loaded in evaluation.variants.items():
            show_pairing(name, pairing_of(evaluation.gold, loaded, id_key))
    for name, run in evaluation.runs.items():
        show_remarks(name, run)


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
