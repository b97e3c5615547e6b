"""Before newer answers are put in place: which reviews that leaves behind, since they are made of the gold in place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st

from evaljson.store import Review
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted

_ASKED: Final = "evaljson.newer-answers-asked"
"""What this session was asked about: the review, the gold in place, and the reviews that were named."""


def is_asked(review: Review, behind: Sequence[Review]) -> bool:
    """Check whether the question is shown: only with reviews to leave behind, until it is answered."""
    return bool(behind) and st.session_state.get(_ASKED) == _state(review, behind)


def ask(review: Review, behind: Sequence[Review]) -> None:
    """Have the question shown. For the click of a button."""
    st.session_state[_ASKED] = _state(review, behind)


def forget() -> None:
    """Have it shown no more. For the click of a button."""
    st.session_state.pop(_ASKED, None)


def left_behind_in_words(behind: Sequence[Review]) -> str:
    """Say in Markdown which reviews are left behind, and what they lose."""
    named = ", ".join(f"“{plain(one.name, 60)}” ({_answers(one)})" for one in behind)
    one = len(behind) == 1
    made, their, them = ("was", "its", "it") if one else ("were", "their", "them")
    return (
        f"{named} {made} made of the gold that is in place now. With newer answers there, {their} corrections cannot "
        f"be put in place any more, and pages show no corrected figures of {them}. What was answered stays, and can "
        "be taken away as files."
    )


def _answers(review: Review) -> str:
    return counted(review.answered, "answer") if review.answered else "no answers yet"


def _state(review: Review, behind: Sequence[Review]) -> tuple[str | None, ...]:
    return (review.id, review.applied, *(one.id for one in behind))
