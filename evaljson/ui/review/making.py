"""A large review that a job makes: how far it is, a button that cancels it, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import streamlit as st

from evaljson.store import Job, NotFound
from evaljson.ui.session import author, server
from evaljson.ui.session.own_changes import note
from evaljson.ui.shared.job_watch import AT_WORK, watch
from evaljson.ui.shared.parts import plain, problem_box
from evaljson.workspace.review_job import REVIEW

_ASKED: Final = "evaljson.review.asked-for"
"""(evaluation, job) that this session asked for last, until it has shown what came of it."""


def begin_making(evaluation: str, asked: Mapping[str, Any]) -> None:
    """Begin the job. Raises StoreError."""
    job = server.pool().submit(REVIEW, evaluation, by=author.who(), payload=asked)
    st.session_state[_ASKED] = (evaluation, job.id)


def show_making(evaluation: str) -> None:
    """Draw the jobs at work; open the review that this session asked for once it is made, or say why it is not."""
    for job in server.store().jobs.all(evaluation=evaluation, states=AT_WORK):
        if job.kind == REVIEW:
            help = "Nothing of it is stored then."
            watch(job.id, "Making a review", f"review.making.cancel.{job.id}", cancel_help=help)
    of, which = st.session_state.get(_ASKED) or (None, "")
    if of != evaluation:
        return
    try:
        job = server.store().jobs.get(which)
    except NotFound:
        del st.session_state[_ASKED]
        return
    if job.state == "done":
        _open(job)
    elif job.state not in AT_WORK:
        _say_what_is_wrong(job)


def _open(job: Job) -> None:
    del st.session_state[_ASKED]
    assert job.evaluation is not None
    review = str((job.result or {})["review"])
    for event in server.store().evaluations.history(job.evaluation):
        if event.detail.get("review") == review:
            note(job.evaluation, event.revision)  # another process has made it, for this session
    st.query_params["review"] = review
    st.rerun()


def _say_what_is_wrong(job: Job) -> None:
    if job.state == "failed":
        problem_box(f"The review could not be made: {job.error}", "", "Make it again with what you change below.")
    else:
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            why = "cancelled" if job.state == "cancelled" else "interrupted"
            name = plain(str(job.payload.get("terms", {}).get("name", "")), 80)
            st.markdown(f"Making the review “{name}” was {why}: nothing of it is stored.", width="stretch")
            st.button("Make it after all", key="review.making.again", on_click=_again, args=(job.id,))
    st.button("OK", key="review.making.seen", on_click=_forget)


def _again(job: str) -> None:
    server.pool().retry(job)


def _forget() -> None:
    st.session_state.pop(_ASKED, None)
