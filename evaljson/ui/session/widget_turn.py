"""A number in the keys of widgets that start again after each commit: a widget with a new key forgets its value."""

from __future__ import annotations

from typing import Final

import streamlit as st

_TURN: Final = "evaljson.turn"


def current() -> int:
    """Return the number for the keys."""
    return int(st.session_state.setdefault(_TURN, 0))


def advance() -> None:
    """Let those widgets start again."""
    st.session_state[_TURN] = current() + 1
