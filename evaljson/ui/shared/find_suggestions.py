"""Looks for suggestions: immediately if fast, otherwise in a background job with progress."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from evaljson.store import Job
from evaljson.suggest import Suggestions
from evaljson.ui.session import author, cache, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.job_watch import AT_WORK, watch
from evaljson.ui.shared.parts import problem_box, progress_on
from evaljson.wording.words import counted
from evaljson.workspace.suggestion_chain import is_in
from evaljson.workspace.suggestions import SUGGEST, dismissed, found_last, key_of, look_at

QUICK: Final = 3_000
"""Results over all variants up to which looking takes about a second."""
_ASKED: Final = "evaljson.suggest-asked"
"""What this session has asked for by itself: once for each state of an evaluation."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found, and whether it is about the schema and the runs of now."""

    found: Suggestions
    is_current: bool


def looked_for(evaluation: OpenEvaluation) -> Looked | None:
    """Return the suggestions found so far and show progress; start looking if no search was started."""
    names = [name for name in evaluation.runs if name not in evaluation.outdated]
    if not evaluation.runs:
        st.info("Nothing to learn from yet: suggestions need scored variants.")
        return None
    last = found_last(server.store(), evaluation.id)
    if evaluation.outdated:
        st.info("Suggestions come once all variants are scored under the current schema.")
        return _earlier(evaluation, last)
    ids = {name: evaluation.run_ids[name] for name in names}
    key = key_of(evaluation.schema, ids)
    if last is None or last[0] != key:
        if sum(len(evaluation.runs[name].tallies.rows.record) for name in names) > QUICK:
            _job(evaluation, key, len(names))
            return _earlier(evaluation, last)
        bar = st.empty()
        runs = {name: evaluation.runs[name] for name in names}
        server.need(evaluation.id, "viewer")  # it is worked out of what they see, and is the same for everyone
        look_at(server.unguarded(), evaluation.id, evaluation.schema, runs, ids, by=author.who(), tell=progress_on(bar))
        bar.empty()
        last = found_last(server.store(), evaluation.id)
        assert last is not None
    return Looked(cache.derived(("suggestions", key), last[1]), True)


def found_now(evaluation: OpenEvaluation) -> Suggestions | None:
    """Return what was found for the current schema and runs; None if no search has finished."""
    last = found_last(server.store(), evaluation.id)
    ids = {name: evaluation.run_ids[name] for name in evaluation.runs if name not in evaluation.outdated}
    if last is None or last[0] != key_of(evaluation.schema, ids):
        return None
    suggestions: Suggestions = cache.derived(("suggestions", last[0]), last[1])
    return suggestions


def left_of_earlier(evaluation: OpenEvaluation) -> int:
    """Count the settings found before the last change that are still open, neither set nor dismissed.

    0 where they are found for the current state, where nobody has looked, and where they are of variants that are gone.
    """
    last = found_last(server.store(), evaluation.id)
    if last is None or found_now(evaluation) is not None:
        return 0
    suggestions: Suggestions = cache.derived(("suggestions", last[0]), last[1])
    if not set(suggestions.variants) <= set(evaluation.runs):
        return 0
    hidden = dismissed(server.store(), evaluation.id)
    return sum(one.id not in hidden and not is_in(evaluation.schema, one) for one in suggestions)


def _earlier(evaluation: OpenEvaluation, last: Any) -> Looked | None:
    """Return the suggestions found before the last change, to keep reading them."""
    if last is None:
        return None
    suggestions: Suggestions = cache.derived(("suggestions", last[0]), last[1])
    if not set(suggestions.variants) <= set(evaluation.runs) or not len(suggestions):
        return None
    st.caption("Below: as found before the last change.")
    return Looked(suggestions, False)


def _job(evaluation: OpenEvaluation, key: str, variants: int) -> None:
    """Show the search job, how it ended, or a button to start one."""
    jobs = [job for job in server.store().jobs.all(evaluation=evaluation.id) if job.kind == SUGGEST]
    job = jobs[0] if jobs else None
    if job is None or (job.state not in AT_WORK and st.session_state.get(_ASKED) != (evaluation.id, key)):
        st.session_state[_ASKED] = (evaluation.id, key)
        job = server.pool().submit(SUGGEST, evaluation.id, by=author.who())
    if job.state in AT_WORK:
        about = f" ({counted(variants, 'variant')}, {counted(len(evaluation.gold.records), 'record')})"
        watch(job.id, "Beginning to look", "suggest.cancel", about)
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        _ended(job)
        st.button("Look for suggestions", key="suggest.look", type="primary", on_click=_begin, args=(evaluation.id,))


def _ended(job: Job) -> None:
    if job.state == "failed":
        problem_box(f"Looking for suggestions failed: {job.error}", "", "Correct what it names, or look again.")
        return
    endings = {"cancelled": "Looking for suggestions was cancelled.", "interrupted": "It was interrupted."}
    st.markdown(endings.get(job.state, "Something changed while it was looked for."))


def _begin(evaluation: str) -> None:
    server.pool().submit(SUGGEST, evaluation, by=author.who())
