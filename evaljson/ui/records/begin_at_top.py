"""Scrolls to the top of a record when another one is opened, by key or button: it is read from its beginning."""

from __future__ import annotations

from typing import Any, Final

import streamlit as st
from streamlit.components.v2 import component

TOP: Final = "records-top"
"""Key of the container above the record."""
_NAME: Final = "evaljson_begin_at_top"
_JS: Final = """
export default function (component) {
  const { record, top } = component.data;
  const last = window.evaljsonRecord;
  window.evaljsonRecord = record;
  const begin = document.querySelector(`.st-key-${top}`);
  if (last === undefined || last === record || !begin) return;
  if (begin.getBoundingClientRect().top < 60) {
    begin.style.scrollMarginTop = "4.25rem";
    begin.scrollIntoView({ block: "start" });
  }
}
"""


@st.cache_resource(show_spinner=False)
def _script() -> Any:
    return component(_NAME, html="<span hidden></span>", js=_JS)


def begin_at_top(record: str) -> None:
    """Let the page scroll to the top of this record, unless it is shown already or its top is in sight."""
    _script()(key=_NAME, data={"record": record, "top": TOP})
