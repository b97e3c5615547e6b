"""Order and second opinions of a review, changed while people work on it; and what stays as it was drawn."""

from __future__ import annotations

import math
from typing import Any, Final

import streamlit as st

from evaljson.review.plan import ORDERS as KNOWN
from evaljson.store import Review
from evaljson.ui.session import server
from evaljson.ui.session.actor import actor
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.own_changes import known_revision
from evaljson.ui.shared.changes import attempt
from evaljson.wording.words import counted
from evaljson.workspace.arrange_review import arrange_review

_KEY: Final = "review.arrange"
ORDERS: Final = {"stake": "most at stake first", "record": "record by record", "random": "at random"}
_FREE: Final = "Nobody has answered: all cards that nobody has on screen are put in this order{and_drawn}."
_BEGUN: Final = (
    "Cards that someone has begun with stay as they are. The others are put in this order{and_drawn}. Intervals of "
    "corrected figures stay right{but}. Files exported before fit only cards that kept their number."
)
_AND_DRAWN: Final = ", and it is drawn again which of them two people answer"
_BUT: Final = "; agreement then rests more on those cards of which the larger share was drawn"
_AUDIT: Final = (
    "stays as it was drawn: drawn again once answers are known, intervals would seem surer than they are. Make another "
    "review for that."
)


def show_arranging(evaluation: OpenEvaluation, review: Review) -> None:
    """Draw both settings with a button, and say what follows."""
    settings = review.settings
    order, overlap, opinions = settings.get("order"), settings.get("overlap"), settings.get("opinions", 1)
    is_one = opinions == 1
    with st.form(f"{_KEY}.{review.id}", border=False):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            st.selectbox(
                "Order", KNOWN, KNOWN.index(order) if order in KNOWN else 0, key=f"{_KEY}.order.{review.id}",
                format_func=lambda one: ORDERS.get(one, one),
            )  # fmt: skip
            st.slider(
                "Cards with a second opinion", 0, 100, round(100 * _share(overlap)) if is_one else 100, 5,
                format="%d%%", key=f"{_KEY}.overlap.{review.id}", disabled=not is_one,
                help=None if is_one else f"Each card has {opinions} opinions.",
            )  # fmt: skip
        closed = review.state == "closed"
        st.form_submit_button(
            "Arrange the cards", on_click=_arrange, args=(evaluation, review), disabled=closed,
            help="Open the review again first." if closed else None,
        )  # fmt: skip
    follows = (_BEGUN if review.last_event else _FREE).format(
        and_drawn=_AND_DRAWN if is_one else "", but=_BUT if is_one else ""
    )
    st.caption(f"{follows} The audit of {_audited(settings.get('audit'), settings.get('most'))} {_AUDIT}")


def _audited(share: Any, most: Any) -> str:
    """Say how much the audit looks at: with a number of cards, it is a share of that, not of all matches."""
    percent = f"{100 * _share(share):.3g}%"
    if type(most) is not int:
        return f"{percent} of matches"
    return f"{counted(math.ceil(_share(share) * most), 'match', 'matches')} at most ({percent} of {most:,} cards)"


def _share(value: Any) -> float:
    """Return a share from settings, which may be anything, since files bring them too."""
    return min(1.0, max(0.0, value)) if isinstance(value, int | float) and not isinstance(value, bool) else 0.0


def _arrange(evaluation: OpenEvaluation, review: Review) -> None:
    order: Any = st.session_state[f"{_KEY}.order.{review.id}"]
    overlap = st.session_state[f"{_KEY}.overlap.{review.id}"] / 100
    revision = known_revision(server.store().evaluations.get(evaluation.id), evaluation.revision)
    attempt(lambda: arrange_review(server.store(), review.id, revision, order=order, overlap=overlap, by=actor()))
