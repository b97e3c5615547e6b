"""Choose the judge: a model with endpoint and key, the offline stand-in, or none; and test the connection."""

from __future__ import annotations

from typing import Any, Final

import streamlit as st

from evaljson.base import limits
from evaljson.base.errors import EvaljsonError, InputError
from evaljson.judge import STAND_IN, Judge
from evaljson.judge.endpoint_settings import OPENAI
from evaljson.ui.judge.endpoint_box import endpoint_box
from evaljson.ui.session import open_evaluation, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared import endpoint_key
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.judge_choice import choose_judge, put, stand_in_button
from evaljson.ui.shared.parts import plain, problem_box
from evaljson.workspace import key_allowance
from evaljson.workspace.judge_choice import JudgeChoice, choice_of

_MODEL, _URL, _KEY, _VOTES = (f"judge.{name}" for name in ("model", "url", "key", "votes"))
_TRY, _TRIED = "judge.try", "judge.tried"
_PATIENCE: Final = 20.0
"""Seconds that each of the two attempts of a test may take."""


def show_who(evaluation: OpenEvaluation) -> None:
    """Draw the current judge, and the form to change it."""
    choice = choice_of(evaluation.stored.settings)
    st.subheader("Current judge", anchor=False)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(_now(choice))
        if choice is None or not choice.is_offline:
            stand_in_button(evaluation, "judge.stand-in")
        if choice is not None:
            help_text = "No figure then counts values that are not equal. Verdicts that you paid for are kept."
            st.button(
                "No judge",
                key="judge.none",
                on_click=put,
                args=(evaluation.id, None),
                **needs("editor", help=help_text),
            )
    is_open = choice is None or choice.is_offline or _wants_key(choice)
    with st.expander("Connect a language model" if is_open else "Change model, endpoint or key", expanded=is_open):
        _form(choice)
        _trial()


def _now(choice: JudgeChoice | None) -> str:
    if choice is None:
        return "**No judge yet.** Compared by meaning, values that are equal match; no figure counts the others."
    if choice.is_offline:
        return (
            f"**{STAND_IN.capitalize()}, no language model**: values whose words are at least {choice.threshold:g} "
            "alike (token set similarity) count as the same."
        )
    votes = f", {choice.votes} votes per pair" if choice.votes > 1 else ""
    return f"**{plain(choice.name, 100)}** at {endpoint_key.place(choice.url)}{votes}. {_key_told(choice)}"


def _key_told(choice: JudgeChoice) -> str:
    usable = endpoint_key.key_for(choice.url)
    if usable is not None:
        return f"Key: from {plain(usable.source)}.{_taken_today() if usable.of_server else ''}"
    if _wants_key(choice):
        return "⚠ This session has no key for it."
    return "No key: this session has none for it (a reload forgets keys), so it is asked without one."


def _taken_today() -> str:
    """Say what the server's key has taken today, over all people: it has daily limits."""
    today, most = server.store().key_spending.of(key_allowance.today()), limits.current()
    return (
        f" It is the server's, for everyone: today (UTC) it has taken {today.calls:,} of {most.judge_requests:,} "
        f"requests and {today.tokens:,} of {most.judge_tokens:,} tokens."
    )


def _wants_key(choice: JudgeChoice) -> bool:
    return endpoint_key.key_for(choice.url) is None and endpoint_key.endpoint_of(choice.url) == OPENAI


def _form(choice: JudgeChoice | None) -> None:
    configured = endpoint_key.configured()
    chosen = choice if choice is not None and not choice.is_offline else None
    model, url = (chosen.model, chosen.url) if chosen is not None else (configured.model, None)
    with st.form("judge.form", border=False):
        first, second, third = st.columns([3, 3, 1])
        first.text_input("Model", model or "", key=_MODEL, placeholder="gpt-4.1-mini", max_chars=200)
        with second:
            endpoint_box(_URL, url, configured)
        third.selectbox(
            "Votes",
            (1, 3, 5),
            (1, 3, 5).index(chosen.votes) if chosen is not None and chosen.votes in (1, 3, 5) else 0,
            key=_VOTES,
            help="How many times each pair is asked; the median decides. Three votes cost three times as much.",
        )
        st.text_input(
            "Key",
            key=_KEY,
            type="password",
            placeholder=_key_placeholder(configured, chosen),
            autocomplete="off",
            help="Sent only to this endpoint, and in no file, link, log or export. It is forgotten when you close or "
            "reload the tab.",
        )
        with st.container(horizontal=True):
            st.form_submit_button("Use this judge", key="judge.use", type="primary", on_click=_use, **needs("editor"))
            st.form_submit_button("Test connection", key="judge.test", on_click=_ask_trial, **needs("editor"))
            if endpoint_key.is_held():
                st.form_submit_button("Forget my key", key="judge.forget", on_click=endpoint_key.forget)


def _key_placeholder(configured: endpoint_key.Configured, chosen: JudgeChoice | None) -> str:
    if chosen is not None and (usable := endpoint_key.key_for(chosen.url)) is not None:
        return f"current key: from {usable.source}"
    return f"from {configured.source}" if configured.key is not None else "sk-… (your own endpoint may need no key)"


def _typed() -> JudgeChoice:
    """Read the form, and move a key from its box into the session's memory. Raises InputError."""
    key: Any = st.session_state.get(_KEY) or ""
    st.session_state[_KEY] = ""
    url = str(st.session_state.get(_URL) or "").strip().rstrip("/") or endpoint_key.configured().url
    model = str(st.session_state.get(_MODEL) or "").strip()
    endpoint = endpoint_key.endpoint_of(url)
    endpoint_key.allowed().check(url)
    if str(key).strip():
        endpoint_key.hold(url, str(key))
    if not model:
        raise InputError("enter the name of a model as its endpoint knows it, such as gpt-4.1-mini")
    if model.startswith("sk-"):
        raise InputError("the model looks like a key: enter the key in its own box, and the name of the model here")
    if endpoint == OPENAI:
        endpoint_key.sent_to(url)
    return JudgeChoice(model, url, int(st.session_state.get(_VOTES) or 1))


def _use() -> None:
    identity = open_evaluation.asked()
    st.session_state.pop(_TRIED, None)
    if identity is not None:
        attempt(lambda: choose_judge(identity, _typed()))


def _ask_trial() -> None:
    st.session_state.pop(_TRIED, None)

    def take() -> None:
        st.session_state[_TRY] = _typed()

    attempt(take, is_change=False)


def _trial() -> None:
    """Ask about one harmless pair, and report the result."""
    choice: JudgeChoice | None = st.session_state.pop(_TRY, None)
    if choice is not None:
        st.session_state[_TRIED] = (choice, _tried(choice))
    if _TRIED not in st.session_state:
        return
    choice, problem = st.session_state[_TRIED]
    where = f"{plain(choice.name, 100)} at {endpoint_key.place(choice.url)}"
    if problem is None:
        st.success(f"✓ {where} answers, and the answer is readable. A test changes nothing.")
    else:
        problem_box(f"{choice.name} does not work: {problem}", "", "Check model, base URL and key, and test again.")


def _tried(choice: JudgeChoice) -> str | None:
    try:
        with st.spinner("Asking about one harmless pair"):
            usable = endpoint_key.sent_to(choice.url)
            allowance = usable.allowance(choice.name)
            judge = Judge(
                choice.name, choice.url, usable.key, timeout=_PATIENCE, retries=1, allowance=allowance
            )  # fmt: skip
            return judge.trial()
    except EvaljsonError as error:
        return str(error)
