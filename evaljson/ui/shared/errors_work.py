"""Has a job look at what errors have in common, where a page would take too long for it: after an upgrade."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import streamlit as st

from evaljson.store import StoreError
from evaljson.ui.session import author, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.run_facts import has_facts
from evaljson.ui.shared.job_watch import AT_WORK, watch
from evaljson.ui.shared.parts import plain
from evaljson.workspace.looked_again import LOOK_AGAIN, RUN, is_for_a_job

_ASKED: Final = "evaljson.looked-again"
"""The runs for which this session asked by itself."""


def is_looked_at(evaluation: OpenEvaluation, variant: str) -> bool:
    """Check whether what is said of all errors of a variant is kept, or quick to find.

    Where it is neither, begin a job and draw how far that is. True, too, if a job ended without a result, so that the
    page has to try.
    """
    run = evaluation.scored_run(variant)
    if run is None or not is_for_a_job(run) or has_facts(evaluation, variant):
        return True
    payload, asked = {RUN: run.id}, st.session_state.setdefault(_ASKED, set())
    of_kind = (job for job in server.store().jobs.all(evaluation=evaluation.id) if job.kind == LOOK_AGAIN)
    job = next((one for one in of_kind if one.payload == payload), None)
    if run.id not in asked and (job is None or job.state not in AT_WORK):
        asked.add(run.id)
        with suppress(StoreError):
            job = server.pool().submit(LOOK_AGAIN, evaluation.id, by=author.who(), payload=payload)
    if job is None or job.state == "done":
        return True
    if job.state in AT_WORK:
        watch(job.id, "Looking at what errors have in common", f"look-again.cancel.{run.id}")
        return False
    why = f" {plain(job.error, 300)}" if job.error else ""
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(f"Nobody has looked at these errors: that was stopped.{why}")
        st.button("Look at them", key="look-again.again", on_click=asked.discard, args=(run.id,))
    return False
