"""What can be done with a review as a whole: open, pause, close, rename, change, delete, and take that back."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

import streamlit as st

from evaljson.review.cut_off_pairs import cut_off_in_words
from evaljson.review.moved_elements import moved_of_json
from evaljson.store import Review
from evaljson.ui.review.arranging import show_arranging
from evaljson.ui.session import server
from evaljson.ui.session.actor import actor
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.own_changes import known_revision
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.parts import plain

_KEY: Final = "review.manage"
DECIDERS: Final = {"owner": "whoever made the review", "anyone": "anyone in the review"}


def show_manage(evaluation: OpenEvaluation, review: Review) -> None:
    """Draw a menu; while it is closed, nothing in it is drawn."""
    popover = st.popover("Manage", key=f"{_KEY}.{review.id}", on_change="rerun", type="tertiary", **needs("editor"))
    if not popover.open:
        return
    with popover:
        with st.container(horizontal=True):
            for state, label in (("open", "Open"), ("paused", "Pause"), ("closed", "Close")):
                if state != review.state:
                    st.button(
                        label, key=f"{_KEY}.{state}.{review.id}", on_click=_set_state, args=(review, state),
                        help=_HELP[state],
                    )  # fmt: skip
            st.button(
                "Delete",
                key=f"{_KEY}.delete.{review.id}",
                on_click=_delete,
                args=(evaluation, review),
                **needs("owner"),
            )
        st.text_input(
            "Name", review.name, key=f"{_KEY}.name.{review.id}", max_chars=120, on_change=_rename,
            args=(evaluation, review),
        )  # fmt: skip
        st.text_area(
            "Instructions", review.instructions, key=f"{_KEY}.text.{review.id}", max_chars=5000, on_change=_instruct,
            args=(evaluation, review),
        )  # fmt: skip
        people = "\n".join(str(name) for name in review.settings.get("people") or [])
        st.text_area(
            "People, one per line", people, key=f"{_KEY}.people.{review.id}", on_change=_invite,
            args=(evaluation, review), placeholder="empty: whoever has the link",
        )  # fmt: skip
        with st.container(horizontal=True, vertical_alignment="bottom"):
            st.date_input(
                "Due", _due(review), key=f"{_KEY}.due.{review.id}", min_value=None, format="YYYY-MM-DD",
                on_change=_date, args=(evaluation, review),
            )  # fmt: skip
            st.selectbox(
                "Who settles answers that differ", list(DECIDERS), _decider(review), key=f"{_KEY}.decider.{review.id}",
                format_func=lambda one: DECIDERS.get(one, one), on_change=_let_settle, args=(evaluation, review),
            )  # fmt: skip
        show_arranging(evaluation, review)
        moved = moved_of_json(review.settings.get("moved")).in_words
        for left_out in (moved, cut_off_in_words(int(review.settings.get("cut_off") or 0))):
            if left_out:
                st.caption(plain(left_out, 600))


_HELP: Final = {
    "open": "Cards are handed out again.",
    "paused": "No cards until it is opened again; differing answers can be settled.",
    "closed": "The end: no more answers, and nothing is settled. It can be opened again.",
}


def _set_state(review: Review, state: str) -> None:
    reviews = server.store().reviews
    work = {"open": reviews.open, "paused": reviews.pause, "closed": reviews.close}[state]
    attempt(lambda: work(review.id, by=actor()), is_change=False)


def _revision(evaluation: OpenEvaluation) -> int:
    return known_revision(server.store().evaluations.get(evaluation.id), evaluation.revision)


def _rename(evaluation: OpenEvaluation, review: Review) -> None:
    name = " ".join(str(st.session_state[f"{_KEY}.name.{review.id}"]).split())
    if name and name != review.name:
        attempt(lambda: server.store().reviews.edit(review.id, _revision(evaluation), by=actor(), name=name))


def _instruct(evaluation: OpenEvaluation, review: Review) -> None:
    text = str(st.session_state[f"{_KEY}.text.{review.id}"]).strip()
    attempt(lambda: server.store().reviews.edit(review.id, _revision(evaluation), by=actor(), instructions=text))


def _invite(evaluation: OpenEvaluation, review: Review) -> None:
    lines = str(st.session_state[f"{_KEY}.people.{review.id}"]).splitlines()
    people = list(dict.fromkeys(name for line in lines if (name := " ".join(line.split()))))
    _change(evaluation, review, people=people)


def _due(review: Review) -> date | None:
    try:
        return date.fromisoformat(str(review.settings.get("due") or ""))
    except ValueError:
        return None


def _date(evaluation: OpenEvaluation, review: Review) -> None:
    due: Any = st.session_state[f"{_KEY}.due.{review.id}"]
    _change(evaluation, review, due=due.isoformat() if isinstance(due, date) else None)


def _decider(review: Review) -> int:
    decider = review.settings.get("decider", "owner")
    return list(DECIDERS).index(decider) if decider in DECIDERS else 0


def _let_settle(evaluation: OpenEvaluation, review: Review) -> None:
    _change(evaluation, review, decider=st.session_state[f"{_KEY}.decider.{review.id}"])


def _change(evaluation: OpenEvaluation, review: Review, **settings: Any) -> None:
    attempt(lambda: server.store().reviews.edit(review.id, _revision(evaluation), by=actor(), settings=settings))


def _delete(evaluation: OpenEvaluation, review: Review) -> None:
    reviews, was_open = server.store().reviews, st.query_params.get("review") == review.id

    def delete() -> None:
        reviews.delete(review.id, _revision(evaluation), by=actor())
        if was_open:
            st.query_params.pop("review", None)

    def restore() -> None:
        now = server.store().evaluations.get(evaluation.id)
        reviews.undelete(review.id, now.revision, by=actor())
        if was_open:
            st.query_params["review"] = review.id

    attempt(delete, f"Deleted the review “{plain(review.name, 60)}”.", restore)
