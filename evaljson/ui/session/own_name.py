"""The name that a person gives for the history, or that they want none, kept by the browser for the next visit.

Each is in a cookie of its own, which grants nothing: anyone may type any name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import unquote

import streamlit as st
from streamlit.components.v2 import component

LONGEST: Final = 60
"""Characters of a name."""
_COOKIE: Final = "evaljson_name"
_NONE_WANTED: Final = "evaljson_no_name"
_JS: Final = """
export default function (component) {
  const { cookie, value } = component.data;
  const age = value ? 365 * 24 * 3600 : 0;
  document.cookie = `${cookie}=${encodeURIComponent(value)}; path=/; max-age=${age}; SameSite=Lax`;
}
"""
_NAME: Final = "evaljson_own_name"


@st.cache_resource(show_spinner=False)
def _script() -> Any:
    return component(_NAME, html="<span hidden></span>", js=_JS)


def remembered() -> str:
    """Return the name given in this browser earlier; empty where there is none."""
    cookie = _cookies().get(_COOKIE)
    return " ".join(unquote(cookie).split())[:LONGEST] if isinstance(cookie, str) else ""


def _cookies() -> Mapping[str, object]:
    return st.context.cookies


def remember(name: str, place: str = "field") -> None:
    """Let the browser keep a name, unless it is empty. `place` tells apart places on one page."""
    _script()(key=f"{_NAME}.{place}", data={"cookie": _COOKIE, "value": name})


def is_unwanted() -> bool:
    """Check whether a person in this browser was asked before and wanted to give no name."""
    return _cookies().get(_NONE_WANTED) == "1"


def ask_no_more(place: str) -> None:
    """Let the browser keep that no name is wanted."""
    _script()(key=f"{_NAME}.none.{place}", data={"cookie": _NONE_WANTED, "value": "1"})
