"""The page that asks to sign in, where the server has sign-in; and the way out."""

from __future__ import annotations

import streamlit as st

from evaljson.serve.sign_in import Oidc
from evaljson.ui.session.signed_in import address, has_ended, way_in
from evaljson.ui.session.signing_out import sign_out
from evaljson.ui.shared.plain_text import plain


def may_enter() -> bool:
    """Check whether nobody signs in here, or who is signed in may use the app."""
    way = way_in()
    return way is None or way.may_enter(address())


def show_sign_in() -> None:
    """Show a way in, and why who is signed in may not enter."""
    way = way_in()
    assert way is not None
    who, provider = address(), isinstance(way.way, Oidc)
    st.title("evaljson")
    if who:
        st.markdown(
            f"You are signed in as **{plain(who)}**, and may not use this app. "
            "Ask the person who runs it to let you in, or sign in with another account."
        )
    elif not provider:
        st.markdown("The proxy of this app did not say who you are. Sign in there, or ask the person who runs it.")
    elif has_ended():
        st.markdown("You have signed out, or your sign-in is too old. Sign in again to go on.")
    elif st.user.get("is_logged_in"):
        st.markdown("Your account has no verified mail address, by which people are known here. Use another account.")
    else:
        st.markdown("Sign in to see evaluations. You come back to the page that you opened.")
    if provider and st.user.get("is_logged_in") and not has_ended():
        st.button("Sign out", key="sign.out", on_click=sign_out)
    elif provider:
        st.button("Sign in", key="sign.in", type="primary", on_click=st.login)


def sign_out_button() -> None:
    """Offer the way out, where there is one."""
    way = way_in()
    if way is not None and isinstance(way.way, Oidc):
        st.button("Sign out", key="sign.out", on_click=sign_out)
