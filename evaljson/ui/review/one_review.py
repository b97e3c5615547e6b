"""One review: its queue of cards, what is to be settled, and what it has come to."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.store import Review
from evaljson.ui.review.listing import STATES
from evaljson.ui.review.live import show_live
from evaljson.ui.review.manage import show_manage
from evaljson.ui.review.outcome import show_outcome
from evaljson.ui.review.parts import ANSWER, OUTCOME, PAGE, SETTLE, go_to_part
from evaljson.ui.review.queue import show_queue
from evaljson.ui.review.reading import questions_of
from evaljson.ui.review.settle import show_settle
from evaljson.ui.review.who import show_who, who_answers, who_settles
from evaljson.ui.session import server
from evaljson.ui.session.address import forget, pick_button, publish
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.opened_reviews import opened
from evaljson.ui.session.review_seat import give_back
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.scoring_work import show_work
from evaljson.workspace.review_outcome import reviews_in_place

_LAST: Final = "evaljson.review.last-shown"
"""The review that this session has shown last."""


def show_review(evaluation: OpenEvaluation, review: Review) -> None:
    """Draw a review that the address names."""
    names = {variant.id: variant.name for variant in evaluation.stored.variants}
    _begin_at_answer(review)
    read = opened(review)
    questions = len(questions_of(read))
    labels = {ANSWER: "Answer", SETTLE: f"Settle ({questions:,})" if questions else "Settle", OUTCOME: "Outcome"}
    with st.container(horizontal=True, vertical_alignment="center"):
        part = pick_button("Part", "part", list(labels), page=PAGE, show=lambda one: labels.get(one, one))
        state = f" {STATES[review.state]}" if review.state != "open" else ""
        st.markdown(f"**{plain(review.name, 80)}**{state}", width="stretch")
        who = st.container(horizontal=True, vertical_alignment="center", width="content")
        show_manage(evaluation, review)
        st.button("All reviews", key="review.list", type="tertiary", on_click=_to_list)
    publish(PAGE, part=part if part != ANSWER else None)
    if part != ANSWER:
        give_back()
    if part == OUTCOME:
        show_work(evaluation)  # figures and rules come once gold or a rule that was put in place is scored
        show_outcome(read)
        return
    by = who_settles(review) if part == SETTLE else who_answers(review)
    if by is None:
        return
    with who:
        show_who(by)
    above = st.container()
    _say_where_gold_is(evaluation, review)
    if part == ANSWER:
        show_queue(review.id, by, names)
    else:
        show_settle(review.id, by, names, questions)
    with above:  # drawn last: by now it is known which card this session has
        show_live(review.id, by, part == ANSWER)


def _begin_at_answer(review: Review) -> None:
    """Forget which part of another review was shown last, unless the address names one of this."""
    if st.session_state.get(_LAST, review.id) != review.id and "part" not in st.query_params:
        forget(PAGE, ("part",))
    st.session_state[_LAST] = review.id


def _say_where_gold_is(evaluation: OpenEvaluation, review: Review) -> None:
    """Say that corrected gold is in place already, which has no later answers, or other gold than cards are about."""
    stored = server.store().evaluations.get(evaluation.id)
    gold = None if stored.gold is None else stored.gold.id
    if review.applied is not None and review.id in [one.id for one in reviews_in_place(server.store(), stored)]:
        said = "✔ Corrected gold of this review is in place. What is answered or settled since is not in it."
    elif gold not in (review.gold, review.replaced):
        said = "Other gold is in place by now than the cards are about."
    else:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(said, width="content")
        st.button("See Outcome", key="review.to-outcome", type="tertiary", on_click=go_to_part, args=(OUTCOME,))


def _to_list() -> None:
    give_back()
    for name in ("review", "part"):
        st.query_params.pop(name, None)
