"""A button beside the title of each page that leads to the other evaluations of this server."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.ui.session import open_evaluation, server
from evaljson.ui.shared.plain_text import plain
from evaljson.workspace.history import when
from evaljson.workspace.listing import find, size_in_words, standings

MOST: Final = 10
_KEY: Final = "switch"


def switcher() -> None:
    """Show recently changed evaluations; while closed, nothing is read."""
    popover = st.popover("Other evaluations", key=_KEY, on_change="rerun")
    if not popover.open:
        return
    with popover:
        here = open_evaluation.asked()
        others = [evaluation for evaluation in find(server.store()) if evaluation.id != here]
        known = standings(server.store(), others[:MOST])
        for evaluation in others[:MOST]:
            label = f"{plain(evaluation.name, 60)} · {when(evaluation.updated)} · {size_in_words(evaluation)}"
            if (standing := known.get(evaluation.id)) is not None and standing.is_draft:
                label += " · not scored yet"  # it has the name of the evaluation whose files it changes
            st.button(label, key=f"{_KEY}.{evaluation.id}", type="tertiary", on_click=_open, args=(evaluation.id,))
        if not others:
            st.caption("There is no other evaluation yet.")
        more = f" ({len(others) - MOST:,} more)" if len(others) > MOST else ""
        st.caption(f"The Data page lists, searches, renames and deletes all of them{more}.")


def _open(identity: str) -> None:
    st.session_state[_KEY] = False
    open_evaluation.go_to(identity)
