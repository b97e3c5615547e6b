"""What was open before this session last changed the schema, to show what the change did and to undo it."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.ui.session.evaluation import OpenEvaluation

_BEFORE: Final = "evaljson.before"


def before(now: OpenEvaluation) -> OpenEvaluation | None:
    """Return what was open before the last change, with its runs.

    None once another evaluation is open or the schema was changed again: going back would undo that as well.
    """
    old, number = st.session_state.get(_BEFORE) or (None, None)
    return old if old is not None and now.stored.schema_number == number else None


def remember(old: OpenEvaluation, number: int) -> None:
    """Keep what was open before the change that became version `number`."""
    st.session_state[_BEFORE] = (old, number)


def forget() -> None:
    """Drop it: the result was read, or another evaluation is open."""
    st.session_state[_BEFORE] = None
