"""What the Compare page shows when it cannot compare, and how to go on."""

from __future__ import annotations

import streamlit as st

from evaljson.base.errors import InputError
from evaljson.ui.compare.comparison_choice import Chosen
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared import scoring_work
from evaljson.ui.shared.parts import open_sample_button, plain, problem_box


def show_one_alone() -> None:
    """Say that only one variant is scored."""
    st.info("A comparison needs two scored variants. Add another on the Data page.")
    with st.container(horizontal=True):
        if st.button("Go to Data", type="primary", key="compare.to-data"):
            st.switch_page("pages/data.py")
        open_sample_button("compare.sample")


def show_same(chosen: Chosen) -> None:
    """Say that both sides share a run: the same variant twice, or a variant and repeats that include it."""
    if chosen.a.name == chosen.b.name:
        st.info("Both sides are the same variant. Choose another.")
    else:
        st.info(
            f"{plain(chosen.a.title)} and {plain(chosen.b.title)} have runs in common. Choose a different variant on "
            "either side."
        )


def show_refused(evaluation: OpenEvaluation, chosen: Chosen, error: InputError) -> None:
    """Say why the two cannot be compared, with a button that makes them comparable where one can."""
    late = [name for name in (*chosen.a.variants, *chosen.b.variants) if name in evaluation.outdated]
    if late:
        problem_box(error.problem, error.path, "Score both again: one was scored before the last change.")
        st.button(
            "Score both again",
            key="compare.rescore",
            type="primary",
            on_click=scoring_work.score,
            args=(evaluation.id,),
        )
    else:
        problem_box(error.problem, error.path, "Do that on Data, or choose other variants.")
