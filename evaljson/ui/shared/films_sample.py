"""What the first sample has nothing for, and the other one has: a button that goes there, with the section open."""

from __future__ import annotations

import streamlit as st

from evaljson.ui.session import open_evaluation
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.changes import tried
from evaljson.workspace.samples import FILMS, SAMPLES


def offer_films(evaluation: OpenEvaluation, label: str, opened: str) -> None:
    """Draw the button on samples; `opened` is the key of the section's expander. On other evaluations, nothing."""
    if evaluation.is_sample and evaluation.name != SAMPLES[FILMS]:
        st.button(
            f"{label} · *on {SAMPLES[FILMS].lower()}*", key=f"films.{opened}", type="tertiary",
            on_click=tried, args=(_go, opened),
        )  # fmt: skip


def _go(opened: str) -> None:
    open_evaluation.open_sample(FILMS)
    st.session_state[opened] = True
