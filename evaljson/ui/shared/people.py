"""Who makes changes here, and who made which."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
import streamlit as st

from evaljson.ui.session import author, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.own_name import LONGEST, remember, remembered
from evaljson.ui.session.signed_in import address
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.sign_in_page import sign_out_button
from evaljson.wording.words import person
from evaljson.workspace.history import in_words, when


def name_field() -> None:
    """Ask for the name used in the history; signed-in users have one."""
    who = address()
    if who:
        st.markdown(f"Changes are noted under **{plain(who)}**.")
        sign_out_button()
        return
    if author.NAME not in st.session_state:
        st.session_state[author.NAME] = remembered()
    name = st.text_input(
        "Your name",
        key=author.NAME,
        max_chars=LONGEST,
        placeholder="no name given",
        persist_state="session",
        help="Your changes are noted under it. This browser remembers it.",
    )
    remember((name or "").strip())


def show_history(evaluation: OpenEvaluation, below: Callable[[OpenEvaluation], None] | None = None) -> None:
    """Show who did what and when, newest first, and what `below` draws; while closed, nothing is read."""
    expander = st.expander("History", key="data.history", on_change="rerun")
    if not expander.open:
        return
    with expander:
        events = server.store().evaluations.history(evaluation.id)
        rows = [(person(event.who), in_words(event, most=None), when(event.moment)) for event in reversed(events)]
        frame = pd.DataFrame(rows, columns=["Who", "What", "When"])
        st.dataframe(frame, hide_index=True, height=min(38 * len(rows) + 40, 360))
        if below is not None:
            below(evaluation)
