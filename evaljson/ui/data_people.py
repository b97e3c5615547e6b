"""Who makes changes here, and who made which."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from evaljson.ui import kept, state
from evaljson.ui.evaluation import Evaluation
from evaljson.ui.parts import plain
from evaljson.workspace.history import in_words, when


def name_field() -> None:
    """Under this name the history tells what is done here; whoever is signed in has one."""
    signed_in = st.user.get("email") or st.user.get("name")
    if signed_in:
        st.markdown(f"Changes are noted under **{plain(str(signed_in))}**.")
        return
    st.text_input(
        "Your name",
        key=state.NAME,
        max_chars=60,
        placeholder="somebody",
        persist_state="session",
        help="Changes are noted under it, for those you share the link with. Kept as long as this tab is open.",
    )


def show_history(evaluation: Evaluation) -> None:
    """Who did what when, newest first; nothing is read as long as it is closed."""
    expander = st.expander("History", key="data.history", on_change="rerun")
    if not expander.open:
        return
    with expander:
        events = kept.store().evaluations.history(evaluation.id)
        rows = [(event.who, in_words(event), when(event.moment)) for event in reversed(events)]
        frame = pd.DataFrame(rows, columns=["Who", "What", "When"])
        st.dataframe(frame, hide_index=True, height=min(38 * len(rows) + 40, 360))
