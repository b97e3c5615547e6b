"""Which review the address names; a link to a review needs nothing else."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.store import NotFound, Review
from evaljson.ui.session import server
from evaljson.ui.session.open_evaluation import ADDRESS
from evaljson.ui.shared.parts import data_line

REVIEW: Final = "review"
"""The name in the address of the id of the review."""


def asked_review() -> Review | None:
    """Return the review that the address names, and put its evaluation there; None without one, or if it is gone."""
    identity = st.query_params.get(REVIEW)
    if identity is None:
        return None
    try:
        review = server.store().reviews.get(identity)
    except NotFound:
        return None
    if st.query_params.get(ADDRESS) != review.evaluation:
        st.query_params[ADDRESS] = review.evaluation
    return review


def show_gone() -> None:
    """Say that the address names a review that is not there, if it does."""
    identity = st.query_params.get(REVIEW)
    if identity is None:
        return
    with st.container(border=True):
        st.markdown("**There is no such review on this server. It may have been deleted.**")
        data_line(f"Its id is {identity[:60]!r}.")
        st.button("OK", key="review.gone", on_click=_forget)


def _forget() -> None:
    st.query_params.pop(REVIEW, None)
