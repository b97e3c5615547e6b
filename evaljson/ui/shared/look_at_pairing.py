"""Looks at how arrays would pair by content: at once if that is quick, else in a job that can be cancelled."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.jobs.page_work import StoppedError
from evaljson.store import Job, Run
from evaljson.ui.session import author, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.job_of_page import JobOfPage
from evaljson.ui.shared.job_watch import AT_WORK, watch
from evaljson.ui.shared.parts import plain
from evaljson.workspace.pairing_gains import PAIRING, found_gains, gains_key

QUICK: Final = 5_000
"""Results of the variant up to which this takes about a second."""


def looked_at_pairing(evaluation: OpenEvaluation, name: str) -> dict[str, int] | None:
    """Return by array how many more values of a variant would match; None as long as that is not known."""
    if evaluation.is_of_folders:
        return None  # nobody could change how arrays pair there
    run = evaluation.stored_runs[name]
    key = gains_key(evaluation.stored, run, evaluation.schema)
    gains = found_gains(server.store(), evaluation.id, key)
    if gains is None and run.metrics["total_fields"] <= QUICK:
        gains = _quickly(evaluation, run)
    if gains is None:
        _job(evaluation, key)
    return gains


def _quickly(evaluation: OpenEvaluation, run: Run) -> dict[str, int] | None:
    about = (server.url(), evaluation.id, run.id, evaluation.schema, author.who())
    try:
        quick: dict[str, int] = server.work("gain_by_pairing", *about, instead="it goes on as a job")
    except StoppedError:
        return None
    return quick


def _job(evaluation: OpenEvaluation, key: str) -> None:
    """Show the job at work; else begin it, once in a session, and later on a click.

    Either is one line that opens, as what is found will be: the page below it stays where it is.
    """
    job = JobOfPage(
        PAIRING, evaluation.id, (evaluation.id, key)
    ).begun()  # "Look now" says what is wrong with the store
    if job is not None and job.state in AT_WORK:
        with st.expander("⇄ Looking at how arrays pair …"):
            watch(job.id, "Looking at how arrays pair", f"pairing.cancel.{evaluation.id}")
        return
    with st.expander("⇄ How arrays would pair is not known yet"):
        st.markdown(_ended(job))
        st.button("Look now", key="pairing.look", on_click=_begin, args=(evaluation.id,))


def _ended(job: Job | None) -> str:
    if job is not None and job.state == "failed":
        return f"Looking at how arrays pair failed: {plain(job.error or '', 300)}"
    return "Not known yet which arrays would pair better by content."


def _begin(evaluation: str) -> None:
    server.pool().submit(PAIRING, evaluation, by=author.who())
