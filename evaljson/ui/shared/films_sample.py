"""What the first sample has nothing for, and the other one has: buttons that go there, with the section open."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from evaljson.ui.session import open_evaluation
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.changes import tried
from evaljson.workspace.samples import FILMS, SAMPLES


def offer_films(evaluation: OpenEvaluation, lacking: Mapping[str, str]) -> None:
    """Draw them on samples: titles of sections, by the keys of their expanders. On other evaluations, nothing."""
    if not lacking or not evaluation.is_sample or evaluation.name == SAMPLES[FILMS]:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption("Shown on the sample of thin films:", width="content")
        for opened, title in lacking.items():
            short, _, _ = title.partition(":")
            st.button(short, key=f"films.{opened}", on_click=tried, args=(_go, opened))


def _go(opened: str) -> None:
    open_evaluation.open_sample(FILMS)
    st.session_state[opened] = True
