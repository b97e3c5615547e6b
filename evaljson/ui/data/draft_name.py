"""The name of a draft, and the name of its author."""

from __future__ import annotations

import streamlit as st

from evaljson.ui.session import open_evaluation
from evaljson.ui.session.drafts import rename_draft
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.people import name_field
from evaljson.workspace.drafts import UNNAMED


def show_name() -> None:
    """Draw the name field; if it is empty, the evaluation gets the name of its gold file."""
    evaluation = open_evaluation.current()
    named = evaluation.name if evaluation.name != UNNAMED else ""
    key = f"draft.name.{evaluation.id}.{evaluation.name}"
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(
            "Name",
            named,
            key=key,
            max_chars=200,
            placeholder="Empty: the name of the gold file",
            on_change=_rename,
            args=(evaluation, key),
            help="Files are stored as soon as you drop them. After a refresh you see the same, and so does anyone with "
            "the link.",
        )
        with st.popover("Your name"):
            name_field()


def _rename(evaluation: OpenEvaluation, key: str) -> None:
    name = str(st.session_state[key]).strip() or UNNAMED
    attempt(lambda: rename_draft(evaluation, name))
