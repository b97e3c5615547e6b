"""The parts of a review on its page, and the way from one to another."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.ui.session.address import clicked, widget_key

PAGE: Final = "review"
ANSWER, SETTLE, OUTCOME = "answer", "settle", "outcome"


def go_to_part(part: str) -> None:
    """Open a part of the review that is shown, as a click on its name does."""
    st.session_state[widget_key(PAGE, "part")] = part
    clicked()
