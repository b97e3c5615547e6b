"""Asking the model of an evaluation about something else than verdicts: what it costs, a yes, and the job at work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from evaljson.judge import CostEstimate
from evaljson.store import Job
from evaljson.ui.session import author, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared import endpoint_key
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.job_watch import AT_WORK, watch
from evaljson.ui.shared.parts import data_line, plain, problem_box
from evaljson.wording.words import counted, dollars
from evaljson.workspace.judge_choice import JudgeChoice, Limits, choice_of
from evaljson.workspace.model_asking import ModelTerms


def is_being_asked(evaluation: OpenEvaluation, kind: str) -> bool:
    """Show how far a job of this kind is, and return True; say how the last one ended, if that was not well."""
    job = next((job for job in server.store().jobs.all(evaluation=evaluation.id) if job.kind == kind), None)
    if job is not None and job.state in AT_WORK:
        watch(job.id, "Asking the model", f"work.cancel.{kind}.{evaluation.id}",
              cancel_help="What is answered by now is kept.")  # fmt: skip
        return True
    _ending(job)
    return False


def show_failed(failed: Sequence[tuple[Any, str]]) -> None:
    """Say how many records have no answer, and why the first has none."""
    if failed:
        st.caption(f"{counted(len(failed), 'record')} without an answer yet. The first one:")
        data_line(failed[0][1])


def offer_to_ask(
    evaluation: OpenEvaluation, terms: ModelTerms, costs: Sequence[CostEstimate], sent: str, part: str
) -> None:
    """Say what asking for the rest costs, with a button, and have the person agree; `sent` says what goes out.

    `part` begins the keys of the buttons.
    """
    to_ask = sum(one.to_ask for one in costs)
    if not to_ask:
        return
    choice = choice_of(evaluation.stored.settings)
    tokens_in, tokens_out = sum(one.tokens_in for one in costs), sum(one.tokens_out for one in costs)
    cost = f"{counted(to_ask, 'request')}, about {tokens_in:,} tokens in and {tokens_out:,} out"
    if choice is None or choice.is_offline:
        st.markdown(f"Asking a model takes {cost}. Connect one first; nothing is sent before you agree.")
        if st.button("Connect a model", key=f"{part}.connect", type="primary"):
            st.switch_page("pages/judge.py", query_params={"eval": evaluation.id})
        return
    prices = [one.price for one in costs if one.price is not None]
    price = f"for about {dollars(sum(prices))}" if len(prices) == len(costs) else "at an unknown price"
    wanted = (evaluation.id, evaluation.revision, choice, terms, to_ask)
    if st.session_state.get(_wanted(part)) == wanted:
        _confirm(evaluation, choice, terms, f"{cost}, {price}", sent, part)
        return
    st.markdown(f"Not asked yet: {cost}, {plain(price)}.")
    label = f"Ask {plain(choice.name, 60)} …"
    st.button(label, key=f"{part}.ask", type="primary", on_click=_want, args=(part, wanted), **needs("editor"))


def _confirm(
    evaluation: OpenEvaluation, choice: JudgeChoice, terms: ModelTerms, cost: str, sent: str, part: str
) -> None:
    with st.container(border=True):
        st.markdown(
            f"**Ask {plain(choice.name, 100)} at** {endpoint_key.place(choice.url)}**?** {plain(cost, 200)}. {sent}"
        )
        with st.container(horizontal=True):
            arguments = (evaluation.id, choice, terms, part)
            st.button("Yes, ask", key=f"{part}.yes", type="primary", on_click=_start, args=arguments, **needs("editor"))
            st.button("Not now", key=f"{part}.not-now", on_click=_want, args=(part, None))


def _wanted(part: str) -> str:
    return f"{part}.wanted"


def _want(part: str, wanted: tuple[object, ...] | None) -> None:
    st.session_state[_wanted(part)] = wanted


def _start(identity: str, choice: JudgeChoice, terms: ModelTerms, part: str) -> None:
    """Ask in a separate process, which continues when the tab is closed."""
    st.session_state.pop(_wanted(part), None)

    def work() -> None:
        usable = endpoint_key.sent_to(choice.url)
        server.pool().ask(
            identity, key=usable.key, limits=Limits(), by=author.who(), meant=choice, of_server=usable.of_server,
            terms=terms,
        )  # fmt: skip

    attempt(work)


def _ending(job: Job | None) -> None:
    if job is None:
        return
    if job.state == "failed":
        problem_box(f"Asking the model failed: {job.error}", "", "Fix that and ask again. Answers so far are kept.")
    elif job.state in ("cancelled", "interrupted"):
        st.info(f"Asking the model was {job.state}. Answers so far are kept; ask again to continue.")
    elif stopped := (job.result or {}).get("stopped"):
        st.markdown("⚠ **The model was not asked about everything.** Answers so far are kept; ask again to continue.")
        data_line(str(stopped))
