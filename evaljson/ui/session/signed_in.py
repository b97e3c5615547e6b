"""Who is signed in, and how this server lets people sign in.

Streamlit knows who someone is from a cookie, which it reads as a tab connects, and which is valid for 30 days whatever
happens. So what it says counts only until that person signs out, in whichever tab, and never for longer than that.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

import streamlit as st

from evaljson.base.mail_address import tidy
from evaljson.serve.sign_in import Oidc, SignIn, sign_in
from evaljson.store.access.visitor import Visitor
from evaljson.store.actor import Proof

_CLAIM: Final = "email"
_VERIFIED: Final = "email_verified"
SIGNED_IN_AT: Final = "iat"
"""The claim of a provider that says when it let someone in, in seconds since 1970."""
LASTS: Final = 30 * 24 * 3600
"""Seconds that a sign-in at a provider lasts, as the cookie does."""


@st.cache_resource(show_spinner=False)
def way_in() -> SignIn | None:
    """Return how people sign in on this server; None if nobody does."""
    return sign_in()


@st.cache_resource(show_spinner=False)
def ended() -> set[str]:
    """Return the marks of the sign-ins that ended by signing out; the server reads earlier ones from the store."""
    return set()


def mark() -> str:
    """Return a hash of this sign-in: another one after the next time."""
    claims: Mapping[Any, Any] = st.user
    known = {str(name): claims[name] for name in claims if isinstance(claims[name], str | int | float)}
    return sha256(json.dumps(known, sort_keys=True).encode("utf-8", "surrogatepass")).hexdigest()


def has_ended() -> bool:
    """Check whether this sign-in is over, though its cookie is there."""
    since = st.user.get(SIGNED_IN_AT)
    is_old = isinstance(since, int | float) and time.time() - since > LASTS
    return is_old or (bool(ended()) and mark() in ended())


def address() -> str:
    """Return the mail address of who is signed in; empty without one.

    An address that the provider says is not verified is none: anyone could have entered it there.
    """
    if st.user.get(_VERIFIED) is False or has_ended():
        return ""
    return tidy(str(st.user.get(_CLAIM) or ""))


def proof() -> Proof:
    """Return how the name of this session was proved."""
    way = way_in()
    if way is None or not address():
        return "typed"
    return "oidc" if isinstance(way.way, Oidc) else "proxy"


def visitor() -> Visitor | None:
    """Return who uses this session, for the store; None where nobody signs in.

    Whoever may not enter is someone without an address, who may do nothing.
    """
    way = way_in()
    if way is None:
        return None
    who = address()
    return Visitor(who, proof(), way.is_admin(who)) if way.may_enter(who) else Visitor("", proof())
