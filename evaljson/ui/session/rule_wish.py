"""A rule on the way to the Schema page from another one, where it becomes one of the unapplied edits."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.suggest import Suggestion
from evaljson.ui.session.version_asked import here

_WISH: Final = "evaljson.rule-wish"


def go_to_schema(evaluation: str, suggestion: Suggestion) -> None:
    """Open the Schema page at the field of a suggestion, with it among the edits."""
    st.session_state[_WISH] = (evaluation, suggestion)
    st.switch_page("pages/schema.py", query_params={**here(), "field": suggestion.path})


def take_rule_wish(evaluation: str) -> Suggestion | None:
    """Return the suggestion that the page was opened with, once; None where it was opened without."""
    wished, suggestion = st.session_state.pop(_WISH, None) or (None, None)
    return suggestion if wished == evaluation else None
