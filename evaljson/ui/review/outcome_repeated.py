"""The warning of elements that gold would have twice, with the way to settle them."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.review.repeated_elements import still_repeated
from evaljson.ui.review.parts import SETTLE, go_to_part
from evaljson.ui.review.settle import REPEATED_FIRST, may_settle
from evaljson.ui.session.actor import actor_in
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted
from evaljson.workspace.read_review import OpenReview
from evaljson.workspace.review_outcome import ReviewResult

_NAMED: Final = 3


def warn_of_repeated(opened: OpenReview, result: ReviewResult) -> None:
    """Say which elements gold would have once more, and nobody has settled: rarely is that meant."""
    repeated, review = still_repeated(result.changes, opened.cards, opened.outcome), opened.review
    if not repeated:
        return
    named = [f"record {plain(str(one.record_id), 40)}, {plain(one.path, 80)}" for one in repeated[:_NAMED]]
    more = [f"{len(repeated) - _NAMED:,} more"] if len(repeated) > _NAMED else []
    are, them = ("is", "it") if len(repeated) == 1 else ("are", "them")
    st.warning(
        f"{counted(len(repeated), 'added element')} {are} in gold already, at another place of the same array: gold "
        f"gets {them} once more ({'; '.join([*named, *more])}). Where only the order differs, settle {them} as “Gold "
        "is right”."
    )
    if may_settle(review, actor_in(review)) and review.state != "closed":
        st.button(f"Settle {them}", key="review.settle.repeated", on_click=_settle, args=(review.id,))


def _settle(review: str) -> None:
    st.session_state[REPEATED_FIRST] = review
    go_to_part(SETTLE)
