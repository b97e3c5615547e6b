"""What the browser itself does on the page of a card: it refuses keys and clicks that nobody can have meant.

A key that is held down repeats thirty times a second, and would answer cards that nobody has seen. So a repeat is never
an answer, and neither is what comes before a card has been on screen for a moment, or while the next one is half drawn.
A key presses the one button that is seen: Streamlit would press every button that has this key, also those that it
keeps hidden of an earlier card. A key that the card does not offer says so. N goes to the comment, Esc back. While the
field of a value is open no key answers, since it was meant for the field; Enter in it stores the value, once the field
has said what is in it, and Esc closes it. U waits until the answer before it is stored, and then takes that one back.
"""

from __future__ import annotations

import json
from typing import Any, Final

import streamlit as st
from streamlit.components.v2 import component

from evaljson.review.answers import ANSWERS as NAMES

ANSWERS: Final = "review-answers"
"""The key of the container of the buttons that are guarded."""
COMMENT: Final = "review-comment"
"""The key of the container of the comment."""
QUIET_MS: Final = 300
"""Milliseconds for which a new card takes no answer."""
_JS: Final = """
const known = "evaljsonReview";
const names = NAMES;  // of the answers, by key: a card offers those that make sense on it
if (!window[known]) {
  const state = window[known] = { token: null, shown: 0, sent: 0, quiet: 300, storing: false };
  const patience = 4000;
  const isHere = () => document.querySelector(".st-key-review-answers") !== null;
  const refuse = (event) => { event.preventDefault(); event.stopImmediatePropagation(); };
  const tooSoon = () => {
    const now = performance.now();
    return state.storing || now - state.shown < state.quiet || (state.sent > 0 && now - state.sent < patience);
  };
  const answers = ".st-key-review-answers :is([class*=st-key-review-answer-], [class*=st-key-review-settle-])";
  const others = {
    s: ":is([class*=st-key-review-skip-], [class*=st-key-review-later-])",
    u: ":is([class*=st-key-review-undo], [class*=st-key-review-settle-undo-])",
    a: "[class*=st-key-review-all-]",
  };
  const visible = (which) => [...document.querySelectorAll(which)].filter((one) => one.offsetParent !== null);
  const hint = (words) => {  // in the line of what was stored, until the page is drawn again
    const line = document.querySelector(".st-key-review-told");
    if (line) { line.dataset.hint = words; }
  };
  const notOffered = (key) => `Key ${key.toUpperCase()} is not offered on this card.`;
  const press = (key) => {
    const seen = visible(others[key] ?? answers);
    const means = [`st-key-review-answer-${names[Number(key) - 1]}-`, `st-key-review-settle-${key}-`];
    const one = others[key]
      ? (seen.length === 1 ? seen[0] : null)
      : seen.find((each) => means.some((mean) => each.className.includes(mean)));
    const button = one && one.querySelector("button");
    if (!button) { hint(notOffered(key)); }
    if (!button || button.disabled) { return; }
    state.sent = performance.now();
    button.click();
  };
  const isShown = (one) => one.className.includes(  // it belongs to the card that the token names
    (state.token ?? "").replace(/^settle\\./, "").replace(/[^a-zA-Z0-9_-]/g, "-")
  );
  const isWhole = () => {  // no button is of another card already: they are drawn before the token is
    const seen = visible(answers);
    return seen.length > 0 && seen.every(isShown);
  };
  const stores = ".st-key-review-answers [class*=st-key-review-store-]";
  const isOpen = () => visible(stores).some(isShown);  // the field of a value: what is typed is meant for it
  const whileOpen = "The field for a value is open, so keys answer nothing. Cancel or Esc closes it.";
  const close = (event) => {
    const button = visible(".st-key-review-answers [class*=st-key-review-close-] button")[0];
    if (!button || !isOpen() || state.storing || state.sent > 0) { return; }
    refuse(event);
    setTimeout(() => button.click(), 60);  // the field says first what is in it: it is kept
  };
  const soon = (key, tries) => {  // what answers no card, and needs none to have been seen, waits for its button
    const isReady = !state.storing && state.sent === 0 && visible(others[key]).length === 1;
    if (isReady) { if (isOpen()) { hint(whileOpen); } else { press(key); } }
    else if (key === "a" && !state.storing && state.sent === 0 && isWhole() && !visible(others.a).length) {
      hint(notOffered(key));
    } else if (tries) { setTimeout(() => soon(key, tries - 1), 50); }
  };
  const isTyping = (at) => at instanceof HTMLElement && Boolean(at.closest(
    "input:not([type=checkbox]):not([type=radio]), textarea, [contenteditable=true], [role=combobox], [role=listbox]"
  ));
  const store = (event) => {
    const field = event.target, box = field.closest(".st-key-review-answers");
    const ends = field.dataset.testid === "stTextInputField" || (field.tagName === "TEXTAREA" && event.ctrlKey);
    if (event.key !== "Enter" || event.repeat || !box || !ends || tooSoon() || !isWhole()) { return; }
    const token = state.token;
    state.storing = true;
    field.blur();  // it says now what is in it, and no key that follows is typed into it
    const finish = (tries) => {
      const shown = visible(stores).filter(isShown), isLeft = document.activeElement === document.body;
      const button = shown.length === 1 ? shown[0].querySelector("button") : null;
      const isOther = token !== state.token || !button;
      if (!isOther && button.disabled && tries && isLeft) {  // what is in it now is still being read
        setTimeout(() => finish(tries - 1), 50);
        return;
      }
      state.storing = false;
      if (isOther) { return; }
      if (button.disabled) { if (isLeft) { field.focus(); } return; }
      state.sent = performance.now();
      button.click();
    };
    setTimeout(() => finish(20), 60);
  };
  window.addEventListener("keydown", (event) => {
    if (isHere() && isTyping(event.target)) { store(event); }
    if (!isHere() || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) { return; }
    if (isTyping(event.target)) {
      if (event.key !== "Escape") { return; }
      const isChosen = event.target.getAttribute("aria-expanded") === "true";  // Esc closes its list first
      event.target.blur();
      if (!isChosen && event.target.closest(".st-key-review-answers")) { close(event); }
      return;
    }
    if (event.key === "Escape") { close(event); return; }
    const key = event.key.toLowerCase();
    if (key === "n") {
      const field = visible(".st-key-review-comment input")[0];
      if (field) { refuse(event); field.focus(); }
      return;
    }
    if (!/^[1-9sua]$/.test(key)) { return; }
    refuse(event);
    if (event.repeat) { return; }
    if (key !== "u" && isOpen()) { hint(whileOpen); return; }
    if ("ua".includes(key)) { soon(key, 80); }
    else if (!tooSoon() && isWhole()) { press(key); }
  }, { capture: true });
  window.addEventListener("click", (event) => {
    const button = event.target.closest && event.target.closest(".st-key-review-answers button");
    if (!event.isTrusted || !button) { return; }
    if (tooSoon() || !isWhole()) { refuse(event); } else { state.sent = performance.now(); }
  }, { capture: true });
}
const LISTS = ":is([class*=st-key-review-seen-], [class*=st-key-review-tag-], [class*=st-key-review-own-chosen])";
export default function (component) {
  const state = window[known];
  const { token, quiet, typing } = component.data;
  const mark = (field) => {  // one word or number: what is typed replaces it; its value may come a moment later
    let isTouched = false;
    ["input", "keydown", "pointerdown"].forEach((kind) => field.addEventListener(kind, () => { isTouched = true; }));
    const select = (tries) => {
      if (isTouched || document.activeElement !== field) { return; }
      if (field.tagName === "INPUT" && !/\\s/.test(field.value)) { field.select(); }
      if (tries) { setTimeout(() => select(tries - 1), 50); }
    };
    select(10);
  };
  const begin = (shown, isNew, tries) => {  // the field of a value that was asked for; it may be drawn a moment later
    const field = document.querySelector(".st-key-review-answers :is(input[type=text], textarea)");
    if (field && field.offsetParent !== null) {
      field.focus();
      if (isNew) { mark(field); }
    } else if (tries && shown === state.token) { setTimeout(() => begin(shown, isNew, tries - 1), 50); }
  };
  state.quiet = quiet;
  const line = document.querySelector(".st-key-review-told");
  if (line) { delete line.dataset.hint; }
  const at = document.activeElement;  // once something is chosen from a list, keys are for the card again
  if (at && at.closest(LISTS) && at.getAttribute("aria-expanded") !== "true") { at.blur(); }
  if (token !== state.token) {  // a card on which the field was open before: keys may be meant for its buttons
    state.token = token;
    state.shown = performance.now();
  } else if (typing && (typing !== state.typing || state.sent > 0)) {  // opened, or what was in it was refused
    begin(token, typing !== state.typing, 20);
  }
  state.typing = typing;
  state.sent = 0;
}
"""
_FOCUS_JS: Final = """
export default function (component) {  // once a page: whoever goes elsewhere with the mouse stays there
  const { inside } = component.data;
  const begin = (tries) => {
    const field = document.querySelector(`.st-key-${inside} input`);
    if (field && field.offsetParent !== null) { if (document.activeElement === document.body) { field.focus(); } }
    else if (tries) { setTimeout(() => begin(tries - 1), 50); }
  };
  begin(40);
}
"""
_NAME: Final = "evaljson_review_keys"
_FOCUS: Final = "evaljson_review_focus"
_DRAWN: Final = "evaljson.review.drawn"


@st.cache_resource(show_spinner=False)
def _script() -> Any:
    return component(_NAME, html="<span hidden></span>", js=_JS.replace("NAMES", json.dumps(NAMES), 1))


def guard(token: str, typing: bool = False) -> None:
    """Put the script on the page, behind all that it guards; `token` names the card that is shown.

    With `typing`, the field for a value is open, and what is typed goes into it at once.
    """
    drawn = st.session_state[_DRAWN] = int(st.session_state.get(_DRAWN, 0)) + 1
    _script()(
        key="review.keys",
        data={"token": token, "quiet": QUIET_MS, "drawn": drawn, "typing": token if typing else ""},
        height=1,
    )


@st.cache_resource(show_spinner=False)
def _focus_script() -> Any:
    return component(_FOCUS, html="<span hidden></span>", js=_FOCUS_JS)


def focus(inside: str) -> None:
    """Put the cursor into the first field of the container with this key, unless something else has it."""
    _focus_script()(key=f"focus.{inside}", data={"inside": inside}, height=1)
