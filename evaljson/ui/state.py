"""All that lasts from one click to the next. It lives in the session here; a store can take its place."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import streamlit as st

from evaljson.ui.evaluation import Draft, Evaluation
from evaljson.ui.sample import FIRST, scored_sample

T = TypeVar("T")
_EVALUATION, _DRAFT, _DERIVED, _CHOICES, _PENDING, _TYPED, _BEFORE, _TURN = (
    f"evaljson.{name}" for name in ("evaluation", "draft", "derived", "choices", "pending", "typed", "before", "turn")
)


def evaluation() -> Evaluation:
    """What is open; the sample where nothing has been opened yet."""
    if _EVALUATION not in st.session_state:
        st.session_state[_EVALUATION] = scored_sample(FIRST)
    found: Evaluation = st.session_state[_EVALUATION]
    return found


def open_evaluation(new: Evaluation) -> None:
    """Make it the one that is open; what was derived from the one before goes."""
    st.session_state[_EVALUATION] = new
    st.session_state[_DERIVED] = {}
    st.session_state.pop(_DRAFT, None)
    for name in (_PENDING, _TYPED, _BEFORE):
        st.session_state.pop(name, None)
    next_turn()


def open_sample(name: str = FIRST) -> None:
    """Open a bundled sample, with nothing chosen in it."""
    open_evaluation(scored_sample(name))
    forget_choices()


def draft() -> Draft | None:
    """The files that are being put together, if any."""
    return st.session_state.get(_DRAFT)


def set_draft(new: Draft | None) -> None:
    """Begin, change or drop the draft."""
    if new is None:
        st.session_state.pop(_DRAFT, None)
    else:
        st.session_state[_DRAFT] = new


def pending() -> dict[str, dict[str, Any]]:
    """Edits of the schema that the grid begins with, beside the schema itself: path -> column -> cell."""
    found: dict[str, dict[str, Any]] = st.session_state.get(_PENDING, {})
    return found


def set_pending(edits: dict[str, dict[str, Any]]) -> None:
    """Let the grid begin with these edits."""
    st.session_state[_PENDING] = edits
    st.session_state[_TYPED] = edits


def typed() -> dict[str, dict[str, Any]]:
    """All edits of the schema that are not applied yet; they outlive a look at another page."""
    found: dict[str, dict[str, Any]] = st.session_state.get(_TYPED, {})
    return found


def set_typed(edits: dict[str, dict[str, Any]]) -> None:
    """Remember what is not applied yet."""
    st.session_state[_TYPED] = edits


def before() -> Evaluation | None:
    """What was open before the schema was changed last, with its runs; None once something else is opened."""
    return st.session_state.get(_BEFORE)


def set_before(old: Evaluation | None) -> None:
    """Keep it, to tell what the change did and to go back to it."""
    st.session_state[_BEFORE] = old


def derived(key: Hashable, build: Callable[[], T]) -> T:
    """A value worked out once for what is open: `key` names all that it depends on (see Evaluation.run_key)."""
    kept: dict[Hashable, Any] = st.session_state.setdefault(_DERIVED, {})
    if key not in kept:
        kept[key] = build()
    found: T = kept[key]
    return found


def choices() -> dict[str, str]:
    """What was chosen last, by the name it has in the address: a, b, record, field, status."""
    found: dict[str, str] = st.session_state.setdefault(_CHOICES, {})
    return found


def forget_choices() -> None:
    """Nothing is chosen."""
    st.session_state[_CHOICES] = {}
    st.query_params.clear()


def turn() -> int:
    """A number for the keys of widgets that begin anew after each commit."""
    return int(st.session_state.setdefault(_TURN, 0))


def next_turn() -> None:
    """Let those widgets begin anew."""
    st.session_state[_TURN] = turn() + 1
