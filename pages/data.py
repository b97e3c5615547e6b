"""Data: the open evaluation's variants and files, all evaluations, and the form for a user's own files."""

import streamlit as st

from evaljson.store import NotFound
from evaljson.ui.data import evaluation_summary
from evaljson.ui.data.draft_form import show_draft
from evaljson.ui.data.evaluations import show_evaluations
from evaljson.ui.data.keys_and_files import show_keys_and_files
from evaljson.ui.data.members import show_people
from evaljson.ui.data.put_back import show_earlier_files, show_last_file
from evaljson.ui.data.variants_table import show_variants
from evaljson.ui.session.drafts import draft_in
from evaljson.ui.session.open_evaluation import open_evaluation
from evaljson.ui.shared.alignment_hint import show_pairing_gains
from evaljson.ui.shared.begin_at_top import begin_at_top
from evaljson.ui.shared.changes import show_changes
from evaljson.ui.shared.commit_schema import show_what_changed
from evaljson.ui.shared.judge_note import show_judging
from evaljson.ui.shared.parts import guarded, heading, plain, show_not_here
from evaljson.ui.shared.people import show_history
from evaljson.ui.shared.schema_hints import show_schema_hints
from evaljson.ui.shared.scoring_work import show_work
from evaljson.ui.shared.unknown_keys import is_led_to_keys, show_unknown_keys
from evaljson.ui.shared.version_shown import show_version_line
from evaljson.workspace.listing import DRAFT

TOP = "data-top"

with guarded("The Data page"):
    try:
        evaluation = open_evaluation()
    except NotFound as error:
        show_not_here(error)
        show_evaluations(unfolded=True)
        st.stop()
    draft = draft_in(evaluation)
    if draft is not None:
        of = evaluation.stored.settings[DRAFT].get("of")
        title = f"{plain(evaluation.name)}: other files" if of else "Use my data"
        with st.container(key=TOP):
            heading(title, "Drop the gold records, and the records that each prompt or model extracted.")
        begin_at_top(f"{evaluation.id} put together", TOP)
        with st.container():  # what is drawn here moves nothing below, where somebody may be typing
            show_changes("data", evaluation.id)
        show_draft(draft)
        show_history(evaluation)
        show_people(evaluation)
        show_evaluations()
        st.stop()

    with st.container(key=TOP):
        heading(plain(evaluation.name), "", evaluation)
    begin_at_top(evaluation.id, TOP)  # Score is pressed far below
    show_version_line(evaluation, "data")
    show_changes("data", evaluation.id)
    show_last_file(evaluation)
    show_work(evaluation)
    evaluation_summary.show_verdict(evaluation)
    show_judging(evaluation, "data")
    if evaluation.is_sample:
        st.caption("Made-up documents. “Use my data” begins with yours.")
    show_schema_hints(evaluation, list(evaluation.runs), "data")
    if is_led_to_keys():
        show_unknown_keys(evaluation)
    show_variants(evaluation)
    evaluation_summary.show_actions(evaluation)
    show_evaluations()
    show_what_changed()
    show_pairing_gains(evaluation)
    show_keys_and_files(evaluation)
    show_history(evaluation, show_earlier_files)
    show_people(evaluation)
