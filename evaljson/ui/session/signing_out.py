"""Signing out: in all tabs, and for good, though the cookie could be used again."""

from __future__ import annotations

import streamlit as st

from evaljson.ui.session import server
from evaljson.ui.session.ended_sign_ins import keep_ended
from evaljson.ui.session.signed_in import address, ended, mark


def sign_out() -> None:
    """End this sign-in in all tabs, and let the provider end its own. For callbacks."""
    this, who = mark(), address()
    ended().add(this)
    keep_ended(server.unguarded(), this, by=who)
    st.logout()
