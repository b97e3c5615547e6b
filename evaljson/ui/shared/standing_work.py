"""Has a job work out how many variants stand to each other, where a page would take too long for it."""

from __future__ import annotations

import streamlit as st

from evaljson.ui.session import server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.standing import against, current_names, standing_of
from evaljson.ui.shared.job_of_page import JobOfPage, JobWords, has_ended
from evaljson.ui.shared.job_watch import AT_WORK
from evaljson.wording.words import counted
from evaljson.workspace.kept_standing import BASELINE, STANDING, standing_key
from evaljson.workspace.scoring import SCORE
from evaljson.workspace.standing import is_for_a_job


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
    state = standing_key({name: evaluation.run_key(name) for name in names}, baseline)
    words = JobWords(
        "Ranking the variants", f"standing.cancel.{evaluation.id}", "The variants are not ranked", "Rank them",
        "standing.again",
    )  # fmt: skip
    payload = {} if baseline is None else {BASELINE: baseline}
    return has_ended(JobOfPage(STANDING, evaluation.id, (evaluation.id, state), payload), words)
