"""The version of the eval schema that a link asks for, from page to page until somebody leaves it."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.ui.session.open_evaluation import ADDRESS

VERSION: Final = "version"
"""The name in the address under which its number stands; most addresses have none, and show what is in force."""
_ASKED: Final = "evaljson.version"


def heed_version() -> None:
    """Before a page is run. The bar leads to addresses that say nothing; one that names an evaluation says all."""
    there = st.query_params.get(VERSION)
    if there is not None or ADDRESS in st.query_params:
        st.session_state[_ASKED] = there
    elif (asked := asked_version()) is not None:
        st.query_params[VERSION] = asked


def asked_version() -> str | None:
    """As it stands in the address, which may be no number."""
    found: str | None = st.session_state.get(_ASKED)
    return found


def leave_version() -> None:
    """Show what is in force."""
    st.session_state[_ASKED] = None
    st.query_params.pop(VERSION, None)


def here() -> dict[str, str]:
    """For the address of another page: the evaluation that is open, and the version."""
    asked = asked_version()
    return {ADDRESS: st.query_params[ADDRESS], **({} if asked is None else {VERSION: asked})}
