"""Notes for the audit who signed in and who opened what: once for each time, and once a day."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.store import Actor
from evaljson.store.column_types import now
from evaljson.ui.session import server
from evaljson.ui.session.signed_in import SIGNED_IN_AT, visitor

_NOTED: Final = "evaljson.noted"


def note_sign_in() -> None:
    """Note that who uses this session signed in, once for each time at a provider, and once a day behind a proxy."""
    who = visitor()
    if who is not None and who.scopes:
        mark = f"{who.proof} {st.user.get(SIGNED_IN_AT) or now().date().isoformat()}"
        if _is_new(f"signed in {mark}"):
            server.store().audit.signed_in(mark, by=Actor(who.address, who.proof))


def note_opened(evaluation: str) -> None:
    """Note that who uses this session opened an evaluation, once a day."""
    who = visitor()
    if who is not None and _is_new(f"opened {evaluation} {now().date().isoformat()}"):
        server.store().audit.opened(evaluation, by=Actor(who.address, who.proof))


def _is_new(what: str) -> bool:
    """Check whether this session has not noted it yet, which it does now."""
    noted: set[str] = st.session_state.setdefault(_NOTED, set())
    if what in noted:
        return False
    noted.add(what)
    return True
