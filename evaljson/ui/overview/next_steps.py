"""What a reader of Overview can do next: see what broke, use own data; and the page before anything is scored."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.ui.overview.verdict import Found
from evaljson.ui.session.address import go_to_records
from evaljson.ui.session.drafts import begin_draft, draft_in
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.review_wish import ReviewWish
from evaljson.ui.session.version_asked import here
from evaljson.ui.shared.exports import show_report_button
from evaljson.ui.shared.parts import open_sample_button
from evaljson.ui.shared.record_filters import BROKE
from evaljson.ui.shared.review_these import review_these, variant_ids
from evaljson.wording.words import counted
from evaljson.workspace.make_review import ReviewScope

DECIDING: Final = 50
"""Disagreements that a review has at most which is begun on Overview."""


def sentence(evaluation: OpenEvaluation) -> str:
    """Return what the open evaluation holds, in Markdown."""
    if draft_in(evaluation) is not None:
        return "These files are not scored yet."
    if evaluation.stored.gold is None:
        return "This evaluation has no gold yet."
    kind = "made-up gold record" if evaluation.is_sample else "gold record"
    return f"{counted(evaluation.stored.gold.count, kind)}, {counted(len(evaluation.variants), 'variant')}."


def show_empty(evaluation: OpenEvaluation) -> None:
    """Draw the empty state: one action, and the sample."""
    if draft_in(evaluation) is not None:
        st.info("Continue on the Data page to score these files.")
        label = "Continue with these files"
    elif evaluation.stored.gold is None or not evaluation.variants:
        st.info("Nothing to show yet. Add gold and at least one variant.")
        label = "Add them on Data"
    else:
        st.info("Nothing to show yet: no variant is scored.")
        label = "See the files on Data"
    with st.container(horizontal=True):
        if st.button(label, key="overview.to-data", type="primary"):
            _to_data()
        if draft_in(evaluation) is None:
            _own_data_button()
        open_sample_button("overview.sample")


def show_actions(evaluation: OpenEvaluation, a: str, b: str | None, findings: Found) -> None:
    """Draw the buttons that lead on from here."""
    with st.container(horizontal=True):
        label = "See what broke" if findings.beside is not None else "See which fields go wrong"
        if len(findings.wrong) and st.button(label, key="overview.broke", type="primary"):
            if findings.beside is not None:
                go_to_records(a=a, b=b, change=BROKE)
            else:
                st.switch_page("pages/fields.py")
        if findings.beside is not None and st.button("Compare field by field", key="overview.compare"):
            st.switch_page("pages/compare.py")
        if len(findings.wrong):
            names = [name for name in (a, b) if name is not None]
            review_these(evaluation, "overview", lambda: _deciding(evaluation, names), "Review what decides")
        show_report_button(evaluation, a, b)
        _own_data_button()
        if not evaluation.is_sample:
            open_sample_button("overview.sample")


def _deciding(evaluation: OpenEvaluation, names: list[str]) -> ReviewWish:
    """Return the disagreements with most at stake in what is compared."""
    words = f"what costs F1 most, {' and '.join(names)}"
    return ReviewWish(ReviewScope(variants=variant_ids(evaluation, names)), words, DECIDING)


def _own_data_button() -> None:
    if st.button("Use my data", key="overview.own"):
        begin_draft()
        _to_data()


def _to_data() -> None:
    """Open the Data page with what is open in its address: that may have changed just now."""
    st.switch_page("pages/data.py", query_params=here())
