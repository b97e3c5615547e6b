"""What the Compare page says where there is nothing to compare, and the way out."""

from __future__ import annotations

import streamlit as st

from evaljson.base.errors import InputError
from evaljson.ui.compare.comparison_choice import Chosen
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared import scoring_work
from evaljson.ui.shared.parts import open_sample_button, plain, problem_box


def show_one_alone() -> None:
    """There is but one scored variant."""
    st.info("Comparing takes two scored variants; there is one. Add another on the Data page.")
    with st.container(horizontal=True):
        if st.button("Go to Data", type="primary", key="compare.to-data"):
            st.switch_page("pages/data.py")
        open_sample_button("compare.sample")


def show_same(chosen: Chosen) -> None:
    """A variant against itself, or against repeats that it is one of."""
    if chosen.a.name == chosen.b.name:
        st.info("This is the same variant twice. Choose another one on either side.")
    else:
        st.info(
            f"{plain(chosen.a.title)} and {plain(chosen.b.title)} have runs in common. Choose another on either side."
        )


def show_refused(evaluation: OpenEvaluation, chosen: Chosen, error: InputError) -> None:
    """Why the two cannot be compared, and the button that makes them comparable."""
    late = [name for name in (*chosen.a.variants, *chosen.b.variants) if name in evaluation.outdated]
    if late:
        problem_box(error.problem, error.path, "Score again what was scored before the last change.")
        st.button(
            "Score both again",
            key="compare.rescore",
            type="primary",
            on_click=scoring_work.score,
            args=(evaluation.id,),
        )
    else:
        problem_box(error.problem, error.path, "Choose two variants that share records, or score both again on Data.")
