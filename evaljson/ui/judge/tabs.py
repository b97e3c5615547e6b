"""The tabs of the Judge page, and what it shows if no field is compared by meaning."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.ui.judge.ask_model import show_ask
from evaljson.ui.judge.asking_outcome import last_asking, show_after
from evaljson.ui.judge.check_by_hand import show_check
from evaljson.ui.judge.judge_form import show_who
from evaljson.ui.judge.verdicts_and_cost import show_spent
from evaljson.ui.session.address import pick_button, publish
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.changes import show_changes
from evaljson.ui.shared.judge_note import listed, paths_of

PAGE: Final = "judge"
ASK, CHECK, SPENT = "ask", "check", "spent"
_TABS: Final = {ASK: "Ask the judge", CHECK: "Check by hand", SPENT: "Verdicts and cost"}


def show_judge(evaluation: OpenEvaluation) -> None:
    """Draw the page below its heading."""
    show_changes(PAGE, evaluation.id)
    paths = paths_of(evaluation)
    if not paths:
        _nothing(evaluation)
        return
    st.markdown(f"Compared by meaning: {listed(paths)}.")
    part = pick_button("Show", "part", list(_TABS), page=PAGE, show=lambda tab: _TABS[tab])
    choices: dict[str, str | None] = {}
    if part == ASK:
        job = last_asking(evaluation)
        working = job is not None and job.state in ("queued", "running")
        show_who(evaluation)
        if not working:
            show_after(evaluation, job)
        show_ask(evaluation, working)
    elif part == CHECK:
        choices = show_check(evaluation)
    else:
        show_spent(evaluation)
    publish(PAGE, part=part if part != ASK else None, **choices)


def _nothing(evaluation: OpenEvaluation) -> None:
    """Draw the empty state: what a judge is for, and where to turn it on."""
    st.info(
        "No field is compared by meaning, so there is nothing to judge. Where other words are as right (“net 30”, "
        "“within 30 days”), choose the comparator `semantic` on Schema."
    )
    if st.button("Go to Schema", key="judge.to-schema", type="primary"):
        st.switch_page("pages/schema.py")
    show_who(evaluation)
    if evaluation.runs:
        show_spent(evaluation, has_fields=False)
