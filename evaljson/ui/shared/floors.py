"""What extractions that read nothing score: at once if that is quick, else in a job while the page is read."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import streamlit as st

from evaljson.floor import Floors
from evaljson.jobs.page_work import StoppedError
from evaljson.store import NotFound
from evaljson.ui.session import author, cache, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.job_of_page import JobOfPage
from evaljson.ui.shared.job_watch import AT_WORK
from evaljson.workspace.floors import FLOORS, floors_key, found_floors

_QUICK: Final = 20_000
"""Results of a variant up to which this takes about a second."""
_EVERY: Final = 1.0
"""Seconds between two looks at the job."""


def known_floors(evaluation: OpenEvaluation) -> Floors | None:
    """Return them if someone has worked them out."""
    key = ("floors", evaluation.id, floors_key(evaluation.stored, evaluation.schema))
    known: Floors | None = cache.derived(
        key, lambda: found_floors(server.store(), evaluation.stored, evaluation.schema)
    )
    if known is None:
        cache.drop(key)  # the next look may find them
    return known


def floors_or_job(evaluation: OpenEvaluation) -> Floors | None:
    """Return them; None while a job works them out, which is said here, and where nobody could."""
    known = known_floors(evaluation)
    if known is not None or evaluation.stored.gold is None or evaluation.is_of_folders:
        return known
    results = max((run.metrics.get("total_fields", 0) for run in evaluation.stored_runs.values()), default=0)
    if results <= _QUICK:
        with suppress(StoppedError):
            server.work(
                "floors_of", server.url(), evaluation.id, evaluation.schema, author.who(), instead="it goes on as a job"
            )
            return known_floors(evaluation)
    if not evaluation.is_earlier:
        _job(evaluation)
    return None


def _job(evaluation: OpenEvaluation) -> None:
    """Say that it is at work; else begin it, once in a session for each state."""
    state = evaluation.id, floors_key(evaluation.stored, evaluation.schema)
    job = JobOfPage(FLOORS, evaluation.id, state).begun()
    if job is not None and job.state in AT_WORK:
        _wait(job.id)


@st.fragment(run_every=_EVERY)
def _wait(job: str) -> None:
    with suppress(NotFound):
        if server.store().jobs.get(job).state not in AT_WORK:
            st.rerun()
    st.caption("Floor: being worked out.")
