"""The top of the Data page: which variant is best, and the buttons that lead on."""

from __future__ import annotations

import streamlit as st

from evaljson.ui.session import open_evaluation
from evaljson.ui.session.drafts import begin_draft, begin_draft_of
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.changes import tried
from evaljson.ui.shared.first_verdict import first_verdict
from evaljson.ui.shared.people import name_field
from evaljson.ui.shared.verdict_sentence import show_verdict_sentence


def show_verdict(evaluation: OpenEvaluation) -> None:
    """Draw the verdict as Overview has it, or that there is none."""
    found = first_verdict(evaluation)
    if found is not None:
        show_verdict_sentence(found)
    else:
        scored = "cannot be compared with each other" if evaluation.runs else "are not scored yet"
        st.markdown(f"The variants {scored}." if evaluation.variants else "No variant is there yet.")


def show_actions(evaluation: OpenEvaluation) -> None:
    """Draw the buttons that lead on from here."""
    with st.container(horizontal=True):
        if evaluation.runs and st.button("See which fields go wrong", type="primary", key="data.fields"):
            st.switch_page("pages/fields.py")
        if len(evaluation.runs) > 1 and st.button(
            "Compare the variants", key="data.compare", help="Field by field, with intervals."
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
