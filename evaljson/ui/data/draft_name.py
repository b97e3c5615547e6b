"""The name of a draft, and the name of its author."""

from __future__ import annotations

import streamlit as st

from evaljson.ui.session import open_evaluation, server
from evaljson.ui.session.drafts import rename_draft
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.people import name_field
from evaljson.workspace.drafts import UNNAMED
from evaljson.workspace.listing import DRAFT, find


def show_name(proposed: str) -> None:
    """Draw the name field; if it is empty, the evaluation gets the `proposed` name."""
    evaluation = open_evaluation.current()
    named = evaluation.name if evaluation.name != UNNAMED else ""
    key = f"draft.name.{evaluation.id}.{evaluation.name}"
    with st.container(horizontal=True, vertical_alignment="bottom"):
        typed = st.text_input(
            "Name",
            named,
            key=key,
            max_chars=200,
            placeholder=f"If empty: {proposed}",
            on_change=_rename,
            args=(evaluation, named, key),
            help="Files are stored as soon as you drop them. After a refresh you see the same, and so does anyone with "
            "the link.",
        )
        with st.popover("Your name"):
            name_field()
    if typed is not None and typed.strip() != named:
        # A click right after typing, as on Score, ends the run in which the field tells of its change, and with it
        # the callback. The value is here all the same.
        _rename(evaluation, named, key)
    if named and _is_taken(evaluation, named):
        st.caption("Another evaluation has this name too: lists tell them apart by size and time.")


def _is_taken(evaluation: OpenEvaluation, name: str) -> bool:
    """Check whether another evaluation has the name, apart from the one whose files this draft changes."""
    own = (evaluation.id, evaluation.stored.settings.get(DRAFT, {}).get("of"))
    return any(one.name == name and one.id not in own for one in find(server.store()))


def _rename(evaluation: OpenEvaluation, named: str, key: str) -> None:
    """Rename it to what was typed.

    A browser says again what the field held when the field is gone, as after Score: then no one has typed.
    """
    typed = str(st.session_state[key]).strip()
    if typed != named:
        attempt(lambda: rename_draft(evaluation, typed or UNNAMED))
