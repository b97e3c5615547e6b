"""Scrolls to the top of what is shown when it becomes another thing on the same page: it is read from its beginning."""

from __future__ import annotations

from typing import Any, Final

import streamlit as st
from streamlit.components.v2 import component

_NAME: Final = "evaljson_begin_at_top"
_JS: Final = """
export default function (component) {
  const { shown, top } = component.data;
  const every = window.evaljsonShown ??= {};
  const last = every[top];
  every[top] = shown;
  const begin = document.querySelector(`.st-key-${top}`);
  if (last === undefined || last === shown || !begin) return;
  if (begin.getBoundingClientRect().top < 60) {
    begin.style.scrollMarginTop = "4.25rem";
    begin.scrollIntoView({ block: "start" });
  }
}
"""


@st.cache_resource(show_spinner=False)
def _script() -> Any:
    return component(_NAME, html="<span hidden></span>", js=_JS)


def begin_at_top(shown: str, top: str) -> None:
    """Let the page scroll to the container with the key `top`, unless this is shown already or its top is in sight."""
    _script()(key=f"{_NAME}.{top}", data={"shown": shown, "top": top})
