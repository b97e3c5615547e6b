"""Who is signed in, and how this server lets people sign in."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.serve.sign_in import Oidc, SignIn, sign_in, tidy
from evaljson.store.actor import Proof

_CLAIM: Final = "email"
_VERIFIED: Final = "email_verified"


@st.cache_resource(show_spinner=False)
def way_in() -> SignIn | None:
    """Return how people sign in on this server; None if nobody does."""
    return sign_in()


def address() -> str:
    """Return the mail address of who is signed in; empty without one.

    An address that the provider says is not verified is none: anyone could have entered it there.
    """
    if st.user.get(_VERIFIED) is False:
        return ""
    return tidy(str(st.user.get(_CLAIM) or ""))


def proof() -> Proof:
    """Return how the name of this session was proved."""
    way = way_in()
    if way is None or not address():
        return "typed"
    return "oidc" if isinstance(way.way, Oidc) else "proxy"
