"""What Settle asks about first, and beside open questions: what rests on one person's word, where that is wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import streamlit as st

from evaljson.review.cards import ReviewCard
from evaljson.review.one_word import CHANGED, KEPT, by_record
from evaljson.review.opinions import At
from evaljson.review.questions import OpenQuestion, Why
from evaljson.ui.review.parts import SETTLE, go_to_part
from evaljson.wording.words import counted

PASSED: Final = "evaljson.review.passed"
"""Questions that this session put off, by their names: the number of the card is in front."""
_WANTED: Final = "evaljson.review.also-asked"
"""By review: which of these kinds this session wants to be asked about."""
_FIRST: Final = "evaljson.review.settle-first"
"""(review, kind of questions, card and place) that are asked about before anything else; None: any."""
_KINDS: Final[Mapping[Why, tuple[str, str]]] = {
    CHANGED: ("that changes gold", "that change gold"), KEPT: ("that keeps it as it is", "that keep it as it is"),
}  # fmt: skip
"""In words, of one answer and of several."""
_HELP: Final = (
    "Decided by one answer alone, and settled by nobody. You can say otherwise, or that it is right: what you decide "
    "counts in its place, under your name, and can be undone."
)


def choose_more(review: str, alone: Sequence[OpenQuestion]) -> list[OpenQuestion]:
    """Draw a box for each kind of these questions, and return those of the kinds that are ticked; none at first."""
    there = {kind: count for kind in _KINDS if (count := sum(one.why == kind for one in alone))}
    if not there:
        return []
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.markdown("Also what rests on one person's word:", width="content", help=_HELP)
        for kind, count in there.items():
            key = f"review.also.{kind}.{review}"
            st.session_state.setdefault(key, kind in _wanted(review))
            words = _KINDS[kind][count > 1]
            st.checkbox(f"{counted(count, 'answer')} {words}", key=key, on_change=_want, args=(review, kind, key))
    return [one for one in alone if one.why in _wanted(review)]


def in_front(review: str, questions: Sequence[OpenQuestion], cards: Sequence[ReviewCard]) -> list[OpenQuestion]:
    """Return the questions with those in front that someone asked for, if they are among them.

    Who asked for one place is asked about its record alone: the others of the card come as a question of their own.
    """
    of, why, at = st.session_state.get(_FIRST) or ("", None, None)
    if of != review:
        return list(questions)
    if at is None:
        return sorted(questions, key=lambda one: one.why != why)
    first, rest = list[OpenQuestion](), list[OpenQuestion]()
    for one in questions:
        if one.why == why and one.card == at[0] and at[1] in one.places:
            this, *others = by_record(one, cards, at[1])
            first.append(this)
            rest += others
        else:
            rest.append(one)
    return [*first, *rest]


def settle_first(review: str, why: Why, at: At | None = None) -> None:
    """Open Settle with one kind of questions before all others, or with one of them; for callbacks."""
    st.session_state[_FIRST] = (review, why, at)
    if why in _KINDS:
        _wanted(review).add(why)
        st.session_state.pop(f"review.also.{why}.{review}", None)
    if at is not None:
        passed: list[str] = st.session_state.setdefault(PASSED, [])
        passed[:] = [one for one in passed if not one.startswith(f"{at[0]}.")]
    go_to_part(SETTLE)


def _wanted(review: str) -> set[Why]:
    by_review: dict[str, set[Why]] = st.session_state.setdefault(_WANTED, {})
    return by_review.setdefault(review, set())


def _want(review: str, kind: Why, key: str) -> None:
    (_wanted(review).add if st.session_state.get(key) else _wanted(review).discard)(kind)
