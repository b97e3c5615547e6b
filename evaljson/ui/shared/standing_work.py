"""Has a job work out how many variants stand to each other, where a page would take too long for it."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import streamlit as st

from evaljson.store import Job, StoreError
from evaljson.ui.session import author, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.standing import against, current_names, standing_of
from evaljson.ui.shared.job_watch import AT_WORK, watch
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted
from evaljson.workspace.kept_standing import BASELINE, STANDING, standing_key
from evaljson.workspace.scoring import SCORE
from evaljson.workspace.standing import is_for_a_job

_ASKED: Final = "evaljson.standing-asked"
"""What this session asked for by itself: once for each state of an evaluation."""


def is_worked_out(evaluation: OpenEvaluation, baseline: str | None = None) -> bool:
    """Check whether the ranking, and with a baseline how all others compare with it, is there or quick to find.

    Where it is neither, begin a job and draw how far that is.
    """
    names = current_names(evaluation)
    if evaluation.is_earlier or not is_for_a_job(evaluation.stored_runs[name] for name in names):
        return True
    if standing_of(evaluation, names) is not None and (
        baseline is None or baseline not in names or against(evaluation, names, baseline) is not None
    ):
        return True
    jobs = server.store().jobs.all(evaluation=evaluation.id)
    if any(job.kind == SCORE and job.state in AT_WORK for job in jobs):
        st.caption(f"{counted(len(names), 'variant')} scored so far; they are ranked once all are.")
        return False
    return _is_given_up(evaluation, baseline, names, [job for job in jobs if job.kind == STANDING])


def _is_given_up(evaluation: OpenEvaluation, baseline: str | None, names: list[str], jobs: list[Job]) -> bool:
    """Watch the job, or begin it; True if it ended without a result, so that the page has to try."""
    state = evaluation.id, standing_key({name: evaluation.run_key(name) for name in names}, baseline)
    payload = {} if baseline is None else {BASELINE: baseline}
    job = next((one for one in jobs if one.payload == payload), None)
    if st.session_state.get(_ASKED) != state and (job is None or job.state not in AT_WORK):
        st.session_state[_ASKED] = state
        with suppress(StoreError):
            job = server.pool().submit(STANDING, evaluation.id, by=author.who(), payload=payload)
    if job is None or job.state == "done":
        return True
    if job.state in AT_WORK:
        watch(job.id, "Ranking the variants", f"standing.cancel.{evaluation.id}")
        return False
    why = f" {plain(job.error, 300)}" if job.error else ""
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(f"The variants are not ranked: that was stopped.{why}")
        st.button("Rank them", key="standing.again", on_click=_ask_again)
    return False


def _ask_again() -> None:
    st.session_state.pop(_ASKED, None)
