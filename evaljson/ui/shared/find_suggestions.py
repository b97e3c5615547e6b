"""Looks for suggestions: immediately if fast, otherwise in a background job with progress."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from evaljson.store import Job
from evaljson.suggest import Suggestions
from evaljson.suggest.edit import Edit
from evaljson.ui.session import author, cache, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.job_of_page import JobOfPage
from evaljson.ui.shared.job_watch import AT_WORK, watch
from evaljson.ui.shared.parts import problem_box, progress_on
from evaljson.wording.words import counted
from evaljson.workspace.suggestion_chain import is_in
from evaljson.workspace.suggestions import SUGGEST, dismissed, found_for, found_last, key_of, look_at

QUICK: Final = 3_000
"""Results over all variants up to which looking takes about a second."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found, and whether it is about the schema and the runs of now."""

    found: Suggestions
    is_current: bool


def looked_for(evaluation: OpenEvaluation) -> Looked | None:
    """Return the suggestions found so far and show progress; start looking if no search was started."""
    if not evaluation.runs:
        st.info("Nothing to learn from yet: suggestions need scored variants.")
        return None
    last = found_last(server.store(), evaluation.id)
    if evaluation.outdated:
        st.info("Suggestions come once all variants are scored under the current schema.")
        return _earlier(evaluation, last)
    if found_now(evaluation) is None:
        if results_in(evaluation) > QUICK:
            _job(evaluation)
            return _earlier(evaluation, last)
        look_now(evaluation)
    found = found_now(evaluation)
    assert found is not None
    return Looked(found, True)


def results_in(evaluation: OpenEvaluation) -> float:
    """Return the number of results over all scored variants, on which depends how long a search takes."""
    return sum(float(evaluation.stored_runs[name].metrics["total_fields"]) for name in evaluation.runs)


def look_now(evaluation: OpenEvaluation) -> None:
    """Look within the page, with progress where it stands, and keep what is found."""
    bar = st.empty()
    server.need(evaluation.id, "viewer")  # it is worked out of what they see, and is the same for everyone
    about = evaluation.schema, evaluation.runs, _ids(evaluation)
    look_at(server.unguarded(), evaluation.id, *about, by=author.who(), tell=progress_on(bar))
    bar.empty()


def search_of(evaluation: OpenEvaluation) -> JobOfPage:
    """Return the job that looks."""
    return JobOfPage(SUGGEST, evaluation.id, (evaluation.id, _key(evaluation)))


def _ids(evaluation: OpenEvaluation) -> dict[str, str]:
    return {name: evaluation.run_ids[name] for name in evaluation.runs if name not in evaluation.outdated}


def _key(evaluation: OpenEvaluation) -> str:
    return key_of(evaluation.schema, _ids(evaluation))


def found_now(evaluation: OpenEvaluation) -> Suggestions | None:
    """Return what was found for the current schema and runs; None if no search has finished."""
    key = _key(evaluation)
    read = found_for(server.store(), evaluation.id, key)
    if read is None:
        return None
    suggestions: Suggestions = cache.derived(("suggestions", key), read)
    return suggestions


def suggested_key(evaluation: OpenEvaluation, path: str) -> Edit | None:
    """Return pairing an array by the key that was found for it and comes first; None where there is none."""
    found = found_now(evaluation)
    keys = [one for one in found or () if one.kind == "key" and one.path == path]
    hidden = dismissed(server.store(), evaluation.id) if keys else {}
    return next((one.edit for one in keys if one.id not in hidden), None)


def has_looked(evaluation: OpenEvaluation) -> bool:
    """Check whether suggestions were looked for in any state of the evaluation."""
    return found_last(server.store(), evaluation.id) is not None


def dismissed_of(evaluation: OpenEvaluation, found: Suggestions) -> frozenset[str]:
    """Return the ids of those of them that someone has dismissed."""
    hidden = dismissed(server.store(), evaluation.id)
    return frozenset(one.id for one in found if one.id in hidden)


def left_of_earlier(evaluation: OpenEvaluation) -> int:
    """Count the settings found earlier that are still open, neither set nor dismissed.

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
    """Return the suggestions found earlier, to keep reading them."""
    if last is None:
        return None
    suggestions: Suggestions = cache.derived(("suggestions", last[0]), last[1])
    if not set(suggestions.variants) <= set(evaluation.runs) or not len(suggestions):
        return None
    return Looked(suggestions, False)


def _job(evaluation: OpenEvaluation) -> None:
    """Show the search job, how it ended, or a button to start one."""
    job = search_of(evaluation).begun()
    if job is not None and job.state in AT_WORK:
        variants, records = counted(len(evaluation.runs), "variant"), counted(len(evaluation.gold.records), "record")
        watch(job.id, "Beginning to look", "suggest.cancel", f" ({variants}, {records})")
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        _ended(job)
        st.button("Look for suggestions", key="suggest.look", type="primary", on_click=_begin, args=(evaluation.id,))


def _ended(job: Job | None) -> None:
    if job is None:
        st.markdown("Nobody has looked for suggestions yet.")
        return
    if job.state == "failed":
        problem_box(f"Looking for suggestions failed: {job.error}", "", "Correct what it names, or look again.")
        return
    endings = {"cancelled": "Looking for suggestions was cancelled.", "interrupted": "It was interrupted."}
    st.markdown(endings.get(job.state, "Something changed while it was looked for."))


def _begin(evaluation: str) -> None:
    server.pool().submit(SUGGEST, evaluation, by=author.who())
