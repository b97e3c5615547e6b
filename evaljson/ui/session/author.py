"""Who makes changes in this session, for the history."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.ui.session.own_changes import expect_change
from evaljson.ui.session.own_name import remembered
from evaljson.ui.session.signed_in import address
from evaljson.wording.words import NOBODY

NAME: Final = "evaljson.name"
"""Key of the widget in which people give their name."""


def who() -> str:
    """Return who makes a change, as `own_name` does; that it is one of this session is noted."""
    expect_change()
    return own_name()


def own_name() -> str:
    """Return the address of the signed-in account, else the name given now or earlier in this browser, else NOBODY."""
    name = st.session_state[NAME] if NAME in st.session_state else remembered()
    return str(address() or name or NOBODY)


def is_oneself(author: str) -> bool:
    """Check whether the author of a change is who uses this session, here or elsewhere: of the same name, and named."""
    return author == own_name() != NOBODY


def has_name() -> bool:
    """Check whether changes are stored with a name."""
    return who() != NOBODY
