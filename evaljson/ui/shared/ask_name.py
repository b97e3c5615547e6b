"""Asks once for a name after a change, so that the history can say who made it.

Nothing waits for an answer. Whoever wants to give none, or goes on without one to another change, is not asked again in
this browser.
"""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.ui.session import author, open_evaluation
from evaljson.ui.session.own_name import LONGEST, ask_no_more, is_unwanted, remember
from evaljson.ui.session.own_versions import is_own

_CHANGED, _FIRST, _LATER, _TAKEN = (f"evaljson.name.{name}" for name in ("changed", "first", "later", "taken"))
_QUESTION: Final = "Your change is noted without a name: who are you?"
_FIELD: Final = "evaljson.name.asked"


def noted() -> None:
    """Note that something was changed for everyone."""
    if not author.has_name():
        st.session_state[_CHANGED] = st.session_state.get(_CHANGED, 0) + 1


def ask_after_change() -> None:
    """Ask after any change, except a change of the schema, which its own page asks about."""
    if st.session_state.get(_CHANGED) and not _is_schema_own():
        _ask("change", f"change {st.session_state[_CHANGED]}")


def ask_after_version() -> None:
    """Ask if the current version of the schema was made in this session."""
    if _is_schema_own():
        now = open_evaluation.current().stored
        _ask("version", f"version {now.schema_number} of {now.id}")


def _is_schema_own() -> bool:
    now = open_evaluation.current().stored
    return now.schema_number is not None and is_own(now.id, now.schema_number)


def _ask(place: str, what: str) -> None:
    """Ask about the first thing that was changed; `what` it is now tells whether it is still that one."""
    if st.session_state.get(_field(place)) and not author.has_name():
        _take(_field(place))  # typed, but a click right after it cut the callback short
    if st.session_state.get(_TAKEN):
        remember(st.session_state[_TAKEN], place)
    if st.session_state.setdefault(_FIRST, what) != what:
        _later()
    if st.session_state.get(_LATER):
        ask_no_more(place)
    elif not author.has_name() and not is_unwanted():
        _form(place)


def _form(place: str) -> None:
    field = _field(place)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(_QUESTION, width="content", help="Your changes are noted under it. This browser remembers it.")
        st.text_input(
            _QUESTION,
            key=field,
            max_chars=LONGEST,
            width=240,
            label_visibility="collapsed",
            placeholder="Your name",
            on_change=_take,
            args=(field,),
        )
        st.button("Not now", key=f"{_LATER}.{place}", type="tertiary", on_click=_later)


def _field(place: str) -> str:
    return f"{_FIELD}.{place}"


def _take(field: str) -> None:
    name = str(st.session_state[field]).strip()
    if name:  # an empty field may be one that is gone: a browser then says again what it held
        st.session_state[author.NAME] = st.session_state[_TAKEN] = name


def _later() -> None:
    st.session_state[_LATER] = True
