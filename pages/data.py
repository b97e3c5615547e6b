"""Data: what is open and how it scores; own files put together and scored."""

import streamlit as st

from evaljson.ui import overview, state
from evaljson.ui.draft_form import show_draft
from evaljson.ui.files_table import show_files
from evaljson.ui.pairing_hint import show_pairing_gains
from evaljson.ui.parts import guarded, heading, plain
from evaljson.ui.rescore import show_what_changed

with guarded("The Data page"):
    draft = state.draft()
    if draft is not None:
        heading("Use my data", "Drop the gold records and what each prompt or model extracted.")
        show_draft(draft)
        st.stop()

    evaluation = state.evaluation()
    heading(plain(evaluation.name), overview.verdict(evaluation))
    if evaluation.is_sample:
        st.caption("Made-up documents that come with evaljson, scored already. Bring your own with “Use my data”.")
    overview.show_scores(evaluation)
    overview.show_actions(evaluation)
    show_what_changed()
    show_pairing_gains(evaluation)
    st.subheader("Files", anchor=False)
    show_files(evaluation.gold, evaluation.variants, evaluation.schema.get("x-eval-id"), evaluation.runs)
