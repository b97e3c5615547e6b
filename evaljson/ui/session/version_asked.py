"""The version of the eval schema that a link asks for, from page to page until the person leaves it."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.ui.session.open_evaluation import ADDRESS

VERSION: Final = "version"
"""The name of its number in the address; most addresses have none, and show the current version."""
_ASKED: Final = "evaljson.version"
SINCE: Final = "since"
"""The name in the address of the version of a link that was opened while that was current, until someone has seen what
changed under it: so that a reload says it again, and the next change of the schema makes no page of the past of it."""
_STILL: Final = "evaljson.version_still"
"""The evaluation and version of that link."""


def heed_version() -> None:
    """Remember the version that the address asks for, before a page runs.

    Links of the navigation bar say nothing of it and keep it; an address that names an evaluation decides it.
    """
    there = st.query_params.get(VERSION)
    if there is not None or ADDRESS in st.query_params:
        st.session_state[_ASKED] = there
    elif (asked := asked_version()) is not None:
        st.query_params[VERSION] = asked
    since = st.query_params.get(SINCE)
    if since is not None and ADDRESS in st.query_params:
        st.session_state[_STILL] = st.query_params[ADDRESS], since


def asked_version() -> str | None:
    """Return the version as it is in the address, which may not be a number."""
    version: str | None = st.session_state.get(_ASKED)
    return version


def ask_for_version(number: int) -> None:
    """Let this page and the next ones show that version, as a link to it does. For callbacks."""
    st.query_params[VERSION] = str(number)


def leave_version() -> None:
    """Show the current version."""
    st.session_state[_ASKED] = None
    st.query_params.pop(VERSION, None)


def note_still_current(evaluation: str, number: int) -> None:
    """Make an ordinary address of a link to the current version, and remember that there was one."""
    leave_version()
    st.session_state[_STILL] = evaluation, str(number)


def still_current(evaluation: str) -> str | None:
    """Return the version that the link to this evaluation asked for, where it was the current one; it is as in the
    address, and may not be a number."""
    there, number = st.session_state.get(_STILL) or (None, None)
    return number if there == evaluation else None


def keep_still(number: int) -> None:
    """Keep that link in the address, as there is something to say of it."""
    if st.query_params.get(SINCE) != str(number):
        st.query_params[SINCE] = str(number)


def mark_still_seen() -> None:
    """Forget that link."""
    st.session_state[_STILL] = None
    st.query_params.pop(SINCE, None)


def here() -> dict[str, str]:
    """Return the open evaluation and the version for the address of another page."""
    asked = asked_version()
    return {ADDRESS: st.query_params[ADDRESS], **({} if asked is None else {VERSION: asked})}
