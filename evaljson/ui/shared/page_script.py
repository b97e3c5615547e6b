"""What a page of records or fields does in the browser itself: links to rules, and keys that work after a filter.

A link in a table or a figure would reload the app, and unapplied edits would be lost: it is followed
here instead. Ctrl, Cmd and the middle button open it in a tab of its own, as everywhere.

J and K are text for a box that has the focus. A switch takes no text, and neither does a box once a choice was made
in it or Enter was pressed: there the focus is given back, and the key pressed once more, so that it reaches its button.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlencode

import streamlit as st
from streamlit.components.v2 import component

from evaljson.ui.session.address import go_to_schema
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.open_evaluation import ADDRESS

_JS: Final = """
const known = "evaljsonPage";
if (!window[known]) {
  const page = window[known] = { follow: null, done: false };
  const plainKey = (event) => !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
  window.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest("a");
    if (!link || !page.follow || event.button !== 0 || !plainKey(event) || event.shiftKey) { return; }
    const to = new URL(link.getAttribute("href") || link.getAttribute("xlink:href") || "", window.location.href);
    const field = to.searchParams.get("field");
    if (to.origin !== window.location.origin || !to.pathname.endsWith("/schema") || !field) { return; }
    event.preventDefault();
    event.stopPropagation();
    page.follow(field);
  }, { capture: true });
  window.addEventListener("pointerdown", (event) => {
    page.done = Boolean(event.target.closest && event.target.closest("[role=option]"));
  }, { capture: true, passive: true });
  window.addEventListener("keydown", (event) => {
    const at = event.target;
    if (plainKey(event) && (event.key === "j" || event.key === "k") && at instanceof HTMLInputElement) {
      if (!page.done && !["checkbox", "radio", "range"].includes(at.type)) { return; }
      at.blur();
      event.preventDefault();
      event.stopImmediatePropagation();
      const { key, code, keyCode } = event;
      const again = { key, code, keyCode, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new KeyboardEvent("keydown", again));
    } else {
      page.done = event.key === "Enter";
    }
  }, { capture: true });
}
export default function (component) {
  const follow = (field) => { component.setTriggerValue("rule", field); };
  window[known].follow = follow;
  return () => { if (window[known].follow === follow) { window[known].follow = null; } };
}
"""
_NAME: Final = "evaljson_page_script"


@st.cache_resource(show_spinner=False)
def _script() -> Any:
    return component(_NAME, html="<span hidden></span>", js=_JS)


def rule_of(evaluation: OpenEvaluation, variant: str) -> Callable[[str], str | None]:
    """Return a function from a field to the address of its settings on the Schema page; None if the schema lacks it."""
    known = {name for name, _ in evaluation.tree.fields_by_name()}

    def address(field: str) -> str | None:
        return "schema?" + urlencode({ADDRESS: evaluation.id, "field": field, "a": variant}) if field in known else None

    return address


def heed_page(page: str, variant: str) -> None:
    """Put the script on the page, at its end; where the link of a rule was clicked, go there."""
    event = _script()(key=f"{page}.script", on_rule_change=_nothing, height=1)
    if event.rule:
        go_to_schema(field=str(event.rule), a=variant)


def _nothing() -> None:
    """Do nothing: a trigger needs a callback, and its value is read where the script is put on the page."""
