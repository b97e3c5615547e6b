"""A rule on the way to the Schema page from another one, where it becomes one of the unapplied edits."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.suggest import Suggestion
from evaljson.suggest.edit import Edit
from evaljson.ui.session.address import begin_at_address
from evaljson.ui.session.version_asked import here

_WISH: Final = "evaljson.rule-wish"


def go_to_schema(evaluation: str, rule: Suggestion | Edit, **chosen: str) -> None:
    """Open the Schema page at the field of a suggestion, or of an edit, with it among the edits, and these choices."""
    st.session_state[_WISH] = (evaluation, rule)
    begin_at_address()
    st.switch_page("pages/schema.py", query_params={**here(), "field": rule.path, **chosen})


def take_rule_wish(evaluation: str) -> Suggestion | Edit | None:
    """Return what the page was opened with, once; None where it was opened without."""
    wished, rule = st.session_state.pop(_WISH, None) or (None, None)
    return rule if wished == evaluation else None
