"""The reviews of an evaluation with their progress, each opened by a click."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Final

import streamlit as st

from evaljson.review.progress import given_in_words
from evaljson.store import Review
from evaljson.ui.review.asked import REVIEW
from evaljson.ui.review.manage import show_manage
from evaljson.ui.session import server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.review_wish import NEW
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted, person
from evaljson.workspace.history import when

STATES: Final = {"open": "open", "paused": "‖ paused", "closed": "✓ closed"}
_NAMED: Final = 4


def show_list(evaluation: OpenEvaluation) -> None:
    """Draw them, newest first, and the button for a new one."""
    reviews = server.store().reviews.all(evaluation.id)
    if not reviews:
        st.info(
            "Gold may be wrong too. In a review, people look at what differs, one card at a time, and say which side "
            "is right. Then you see what is left of the errors, and can correct gold with one click."
        )
    st.button("New review", key="review.begin", type="primary", on_click=_begin, **needs("editor"))
    for review in reviews:
        _show(evaluation, review)


def _begin() -> None:
    st.query_params[NEW] = "review"


def _open(review: str) -> None:
    st.query_params[REVIEW] = review


def _show(evaluation: OpenEvaluation, review: Review) -> None:
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            # No link: one to the page that is open leaves the address as it is, so the next click would lose it.
            with st.container(width="stretch"):
                st.button(
                    f"**{plain(review.name, 80)}**", key=f"review.open.{review.id}", type="tertiary", on_click=_open,
                    args=(review.id,),
                )  # fmt: skip
            st.markdown(STATES[review.state], width="content")
            show_manage(evaluation, review)
        share = min(review.answered / review.seats, 1.0) if review.seats else 1.0
        st.progress(share, text=given_in_words(review.answered, review.seats))
        st.caption(" · ".join([counted(review.cards, "card"), *about(review)]))


def about(review: Review) -> list[str]:
    """Return what is known of a review, in pieces of Markdown."""
    people = [plain(str(name), 30) for name in review.settings.get("people") or []]
    more = f" and {len(people) - _NAMED:,} more" if len(people) > _NAMED else ""
    parts = [f"for {', '.join(people[:_NAMED])}{more}" if people else "for whoever has the link"]
    due = review.settings.get("due")
    if due:
        parts.append(f"due {plain(str(due), 20)}{' (over)' if _is_over(str(due), review) else ''}")
    parts.append(f"made by {plain(person(review.created_by), 40)}, {when(review.created)}")
    return parts


def _is_over(due: str, review: Review) -> bool:
    try:
        return review.state != "closed" and date.fromisoformat(due) < datetime.now(UTC).date()
    except ValueError:
        return False
