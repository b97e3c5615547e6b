"""Looks at how arrays would pair by content: at once if that is quick, else in a job that can be cancelled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import streamlit as st

from evaljson.jobs.page_work import StoppedError
from evaljson.report.fields.alignment_gain import paired_plainly
from evaljson.store import Job, Run
from evaljson.ui.session import author, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.job_of_page import JobOfPage
from evaljson.ui.shared.job_watch import AT_WORK, watch
from evaljson.ui.shared.parts import plain
from evaljson.workspace.pairing_gains import PAIRING, Gains, found_gains, gains_key

QUICK: Final = 5_000
"""Results over all variants up to which this takes about a second."""


def looked_at_pairing(evaluation: OpenEvaluation) -> dict[str, Gains] | None:
    """Return by variant and array how many more values would match, of all that are scored under the schema.

    None as long as that is not known; empty where no variant is scored, or no array pairs by position.
    """
    if evaluation.is_of_folders:
        return None  # nobody could change how arrays pair there
    runs = {name: evaluation.stored_runs[name] for name in evaluation.runs if name not in evaluation.outdated}
    if not runs or not paired_plainly(evaluation.tree):
        return {}
    key = gains_key(evaluation.stored, runs.values(), evaluation.schema)
    gains = found_gains(server.store(), evaluation.id, key)
    if gains is None and sum(run.metrics["total_fields"] for run in runs.values()) <= QUICK:
        gains = _quickly(evaluation, runs)
    if gains is None:
        _job(evaluation, key)
        return None
    return {name: gains[run.extracted] for name, run in runs.items()}


def _quickly(evaluation: OpenEvaluation, runs: Mapping[str, Run]) -> dict[str, Gains] | None:
    ids = {name: run.id for name, run in runs.items()}
    about = (server.url(), evaluation.id, ids, evaluation.schema, author.who())
    try:
        quick: dict[str, Gains] = server.work("gain_by_pairing", *about, instead="it goes on as a job")
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
