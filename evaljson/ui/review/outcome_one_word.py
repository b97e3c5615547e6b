"""The way from a change of gold that rests on one person's word to Settle, where it can be decided otherwise."""

from __future__ import annotations

import streamlit as st

from evaljson.review.corrected_gold import GoldChange
from evaljson.review.one_word import CHANGED, is_settled, question_about
from evaljson.ui.review.reading import one_word_of
from evaljson.ui.review.settle import may_settle
from evaljson.ui.review.settle_more import settle_first
from evaljson.ui.session.actor import actor_in
from evaljson.ui.shared.parts import plain
from evaljson.workspace.read_review import OpenReview


def leads_to_settle(opened: OpenReview) -> bool:
    """Check whether this person can settle something that changes gold on one person's word."""
    if opened.review.state == "closed" or not may_settle(opened.review, actor_in(opened.review)):
        return False
    return any(one.why == CHANGED for one in one_word_of(opened))


def show_way_to_all(opened: OpenReview) -> None:
    """Draw the button that opens Settle with all of them in front."""
    st.button(
        "Settle what rests on one person's word", key="review.settle.alone", type="tertiary",
        on_click=settle_first, args=(opened.review.id, CHANGED),
        help="Opens Settle with all of them. A tick in the list below leads to one.",
    )  # fmt: skip


def show_way_to(opened: OpenReview, change: GoldChange) -> None:
    """Draw the button that opens Settle with one change that was ticked, or say why there is none."""
    found = question_about(change, opened.cards, one_word_of(opened))
    where = f"{plain(str(change.record_id), 40)}, {plain(change.path, 80)}"
    if found is not None:
        question, place = found
        st.button(
            f"Settle {where}", key="review.settle.this", on_click=settle_first,
            args=(opened.review.id, question.why, (question.card, place)),
        )  # fmt: skip
    elif is_settled(change, opened.cards, opened.outcome):
        st.caption(f"{where} is settled already.")
    else:
        st.caption(f"{where} does not rest on one person's word, or is an open question on Settle.")
