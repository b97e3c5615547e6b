"""Whether a new review asks again what earlier ones decided."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import streamlit as st

from evaljson.ui.session import server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.workspace.make_review import ReviewScope

_KEY: Final = "review.new"
Answered = tuple[tuple[str, int], ...]
"""(id, last event) of each answered review: what they decide changes with each answer."""


def choose_decided(evaluation: OpenEvaluation, scope: ReviewScope) -> tuple[ReviewScope, Answered]:
    """Ask whether what earlier reviews decided is asked again, if there are any; return their state, too."""
    reviews = tuple((one.id, one.last_event) for one in server.store().reviews.all(evaluation.id) if one.answered)
    if not reviews:
        return scope, ()
    again = st.toggle(
        "Ask again what earlier reviews decided", False, key=f"{_KEY}.decided",
        help="Of what differs. Matching values are drawn among all of them in any case.",
    )  # fmt: skip
    return replace(scope, decided=bool(again)), reviews
