"""Scores what is due: immediately if fast, otherwise in a background job whose progress every page shows."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import streamlit as st

from evaljson.jobs.page_work import StoppedError
from evaljson.store import StoreError
from evaljson.ui.session import author, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.job_watch import AT_WORK, watch
from evaljson.ui.shared.others_changes import show_others_changes
from evaljson.ui.shared.parts import plain, problem_box
from evaljson.workspace.ask_judge import JUDGE
from evaljson.workspace.floors import FLOORS
from evaljson.workspace.kept_standing import STANDING
from evaljson.workspace.looked_again import LOOK_AGAIN
from evaljson.workspace.pairing_gains import PAIRING
from evaljson.workspace.pairing_ranking import RANKING
from evaljson.workspace.put_first import PUT_FIRST
from evaljson.workspace.scoring import SCORE, due, is_quick
from evaljson.workspace.suggestions import SUGGEST

_REFUSED = "evaljson.not-scored"


def score(identity: str) -> None:
    """Score what an evaluation lacks runs for, or begin a job that does. Raises StoreError."""
    store = server.store()
    for job in store.jobs.all(evaluation=identity, states=AT_WORK):
        if job.kind in (SUGGEST, PAIRING, RANKING, FLOORS, PUT_FIRST, STANDING, LOOK_AGAIN):
            server.unguarded().jobs.cancel(
                job.id
            )  # it looks at what is out of date now, and would keep scoring waiting
    if is_quick(store, store.evaluations.get(identity)):
        try:
            server.work("score_quickly", server.url(), identity, author.who(), instead="it goes on as a job")
        except StoppedError:
            pass  # not so quick, then
        else:
            return
    server.pool().submit(SCORE, identity, by=author.who())


def is_being_scored(evaluation: OpenEvaluation) -> bool:
    """Check whether a job is at work on what is not scored yet."""
    if not evaluation.outdated:
        return False
    return any(job.kind == SCORE for job in server.store().jobs.all(evaluation=evaluation.id, states=AT_WORK))


def waits_for_scores(evaluation: OpenEvaluation, names: Iterable[str]) -> bool:
    """Check whether figures of these variants are from before a change, or will be joined by others in a moment."""
    return any(name in evaluation.outdated for name in names) or is_being_scored(evaluation)


def show_work(evaluation: OpenEvaluation) -> None:
    """Show above a page what others changed, the job at work on this evaluation, or what has to be scored again."""
    show_others_changes(evaluation)
    refused = st.session_state.pop(_REFUSED, None)
    if refused is not None:
        problem_box(refused, "", "Settle that, then press Score now again: nothing was changed.")
    jobs = server.store().jobs.all(evaluation=evaluation.id)
    job, asking = (next((job for job in jobs if job.kind == kind), None) for kind in (SCORE, JUDGE))
    if asking is not None and asking.state in AT_WORK:
        key = f"work.cancel.{JUDGE}.{evaluation.id}"
        watch(asking.id, "Asking the judge", key, cancel_help="What is answered by now is kept.")
    if job is not None and job.state in AT_WORK:
        watch(job.id, "Scoring", f"work.cancel.{evaluation.id}", cancel_help="What is scored by now stays.")
        return
    if not evaluation.outdated or evaluation.stored.schema_number is None:
        return
    if job is not None and job.state == "done" and _is_scored_now(evaluation):
        st.rerun()  # it ended after this page had read the evaluation and before it read the jobs
    if job is not None and job.state == "failed":
        problem_box(f"Scoring failed: {job.error}", "", "Correct what it names, or try again below.")
    why = {"cancelled": "Scoring was cancelled.", "interrupted": "Scoring was interrupted."}
    why_not = why.get(job.state, "") if job is not None else ""
    shown = [name for name in evaluation.outdated if name in evaluation.runs]
    of = "them" if len(shown) == len(evaluation.outdated) else _listed(shown)
    earlier = f" Figures shown for {of} are from before the last change." if shown else ""
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(f"⟳ {why_not} Not scored yet: {_listed(evaluation.outdated)}.{earlier}".replace("  ", " "))
        st.button("Score now", key="work.score", type="primary", on_click=score_now, args=(evaluation.id,))


def _listed(names: Collection[str]) -> str:
    return ", ".join(plain(name, 40) for name in names)


def _is_scored_now(evaluation: OpenEvaluation) -> bool:
    store = server.store()
    return evaluation.stored.gold is not None and not due(store, store.evaluations.get(evaluation.id))


def score_now(identity: str) -> None:
    """Score on a click, which nothing else guards: errors are shown above the page."""
    try:
        score(identity)
    except StoreError as error:
        st.session_state[_REFUSED] = str(error)
