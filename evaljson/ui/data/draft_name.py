"""What a draft is called, and who makes it."""

from __future__ import annotations

import streamlit as st

from evaljson.ui.session import open_evaluation
from evaljson.ui.session.drafts import rename_draft
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.people import name_field
from evaljson.workspace.drafts import UNNAMED


def show_name() -> None:
    """A field; empty, the evaluation is called like its gold file."""
    evaluation = open_evaluation.current()
    named = evaluation.name if evaluation.name != UNNAMED else ""
    key = f"draft.name.{evaluation.id}.{evaluation.name}"
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(
            "Name",
            named,
            key=key,
            max_chars=200,
            placeholder="My data: the name of the gold file",
            on_change=_rename,
            args=(evaluation, key),
            help="All that is dropped here is kept at once: a refresh, or whoever opens the link, sees the same.",
        )
        with st.popover("Your name"):
            name_field()


def _rename(evaluation: OpenEvaluation, key: str) -> None:
    name = str(st.session_state[key]).strip() or UNNAMED
    attempt(lambda: rename_draft(evaluation, name))
