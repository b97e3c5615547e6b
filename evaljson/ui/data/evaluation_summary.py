"""The top of the Data page: which variant scores highest, and the buttons that lead on."""

from __future__ import annotations

import streamlit as st

from evaljson.results.ranking import highest_first
from evaljson.ui.session import open_evaluation
from evaljson.ui.session.drafts import begin_draft, begin_draft_of
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.changes import tried
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.people import name_field
from evaljson.wording.words import counted, points


def verdict(evaluation: OpenEvaluation) -> str:
    """Return one sentence in Markdown: which variant scores highest. It reads no run."""
    figures = {name: run.metrics for name in evaluation.runs if (run := evaluation.scored_run(name))}
    ranked = [
        (name, figures[name]) for name in highest_first({name: metrics["mean_f1"] for name, metrics in figures.items()})
    ]
    if not ranked:
        return "No variant is scored yet."
    (first, best), *others = ranked
    figure = f"F1 **{points(best['mean_f1'])}** over {counted(best['total_records'], 'record')}"
    if not others:
        return f"**{plain(first)}**: {figure}."
    alike = len({metrics["total_records"] for _, metrics in ranked}) == 1
    behind = ", ".join(
        f"{plain(name)} {points(other['mean_f1'])}" + ("" if alike else f" over {other['total_records']:,}")
        for name, other in others[:4]
    )
    more = f" and {len(others) - 4:,} more" if len(others) > 4 else ""
    if not alike:
        unlike = "These averages cover different records: use Compare to compare two variants."
        return f"**{plain(first)}** scores highest: {figure}; {behind}{more}. {unlike}"
    return f"**{plain(first)}** scores highest: {figure}; {behind}{more}."


def show_actions(evaluation: OpenEvaluation) -> None:
    """Draw the buttons that lead on from here."""
    with st.container(horizontal=True):
        if evaluation.runs and st.button("See which fields go wrong", type="primary", key="data.fields"):
            st.switch_page("pages/fields.py")
        if len(evaluation.runs) > 1 and st.button(
            "Compare the variants", key="data.compare", help="Shows whether the highest is really better."
        ):
            st.switch_page("pages/compare.py")
        st.button("Use my data", key="data.own", on_click=tried, args=(begin_draft,))
        if not evaluation.is_sample:
            st.button(
                "Replace gold or change pairing",
                key="data.change",
                on_click=tried,
                args=(begin_draft_of, evaluation),
                **needs("editor", help="Opens these files as a draft. Nothing changes here until you score it."),
            )
            st.button("Open the sample", key="data.sample", on_click=tried, args=(open_evaluation.open_sample,))
        else:
            other = "thin_films" if "invoices" in evaluation.name else "invoices"
            name = other.replace("_", " ")
            args = (open_evaluation.open_sample, other)
            st.button(f"Open the {name} sample", key="data.other-sample", on_click=tried, args=args)
        with st.popover("Your name"):
            name_field()
