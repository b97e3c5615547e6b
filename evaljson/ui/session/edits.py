"""Cells of the schema grid that were edited and not applied; they survive a visit to another page."""

from __future__ import annotations

from typing import Any

import streamlit as st

Cells = dict[str, dict[str, Any]]
"""Path -> column -> cell."""
_PENDING, _TYPED = "evaljson.pending", "evaljson.typed"


def pending() -> Cells:
    """Return the edits that the grid starts with, on top of the schema."""
    cells: Cells = st.session_state.get(_PENDING, {})
    return cells


def typed() -> Cells:
    """Return all edits that are not applied yet."""
    cells: Cells = st.session_state.get(_TYPED, {})
    return cells


def is_known() -> bool:
    """Check whether the Schema page was open in this session, so that it knows its edits, if only that it has none."""
    return _TYPED in st.session_state


def set_pending(cells: Cells) -> None:
    """Let the grid start with these edits."""
    st.session_state[_PENDING] = cells
    st.session_state[_TYPED] = cells


def set_typed(cells: Cells) -> None:
    """Remember the edits that are not applied yet."""
    st.session_state[_TYPED] = cells


def forget() -> None:
    """Drop all edits, as when another evaluation is opened."""
    for name in (_PENDING, _TYPED):
        st.session_state.pop(name, None)
