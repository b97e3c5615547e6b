"""What the Schema page does in the browser for unapplied edits: mark them as its own, and keep its history short.

The mark is a cookie with a random text, set with the first edit: after a reload the edits are recognised as one's own.
An address that differs from the last one only by the id of the edits is not a step of Back.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Any, Final

import streamlit as st
from streamlit.components.v2 import component

EDITS: Final = "edits"
"""The name in the address of the id of the edits."""
_COOKIE: Final = "evaljson_browser"
_LONGEST: Final = 64
_MARK: Final = "evaljson.browser"
_JS: Final = """
const known = "evaljsonEdits";
const rest = (url) => {
  const parts = new URL(url, window.location.href);
  parts.searchParams.delete("edits");
  parts.searchParams.sort();
  return parts.href;
};
if (!window[known]) {
  window[known] = true;
  const push = window.history.pushState.bind(window.history);
  window.history.pushState = (...step) => {
    if (!step[2] || rest(step[2]) !== rest(window.location.href)) { return push(...step); }
    if (window.evaljsonHistory) { window.evaljsonHistory.acted = false; }
    return window.history.replaceState(...step);
  };
}
export default function (component) {
  if (component.data.cookie) { document.cookie = component.data.cookie; }
}
"""
_NAME: Final = "evaljson_edits"


@st.cache_resource(show_spinner=False)
def _script() -> Any:
    return component(_NAME, html="<span hidden></span>", js=_JS)


def mark() -> str:
    """Return the mark of this browser as it is stored, hashed: nobody who reads the store can pass for it."""
    secret = str(st.session_state.get(_MARK) or st.context.cookies.get(_COOKIE, ""))
    return hashlib.sha256(secret[:_LONGEST].encode("utf-8", "replace")).hexdigest()[:32] if secret else ""


def mark_browser() -> str:
    """Return the mark, set now where the browser has none."""
    if not mark():
        st.session_state[_MARK] = secrets.token_urlsafe(24)
    return mark()


def show_script() -> None:
    """Put the script on the page, before anything else changes the address."""
    secret = st.session_state.get(_MARK)
    cookie = f"{_COOKIE}={secret}; path=/; max-age={30 * 86_400}; samesite=lax" if secret else None
    _script()(key="schema.browser", data={"cookie": cookie}, height=1)
