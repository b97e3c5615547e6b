"""The steps in which answers were put into gold: what was put there when, and taken back, the last one or all."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from evaljson.store import ReviewEvent
from evaljson.store.topics.review_steps import steps_in_place
from evaljson.ui.session import server
from evaljson.ui.session.actor import actor_in
from evaljson.ui.shared import scoring_work
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import person
from evaljson.workspace.history import when
from evaljson.workspace.read_review import OpenReview


def steps_in_words(events: Sequence[ReviewEvent]) -> str:
    """Say in how many steps answers were put into gold, and when the last two were; nothing for one step."""
    steps = steps_in_place(events)
    if len(steps) < 2:
        return ""
    before, last = (f"by {plain(person(one.who), 40)}, {when(one.moment)}" for one in steps[-2:])
    return f" Answers were put into gold in {len(steps):,} steps: the last one {last}, the one before {before}."


def show_take_back(evaluation: str, opened: OpenReview, others: str | None) -> None:
    """Draw the button that takes it back, or where there are several steps one for the last and one for all of them.

    `others`: whose it is, if not of this person.
    """
    count = len(steps_in_place(opened.events))
    all_of_it = f"Take all {count:,} steps back" if count > 1 else "Take it back"
    buttons = {
        "review.unapply-last": ("Take the last step back", "Gold is then as after the step before.", take_back_last),
        "review.unapply": (
            all_of_it,
            "The gold from before is put back, and the runs over it with it.",
            _take_all_back,
        ),
    }
    for key, (label, says, work) in buttons.items():
        if count > 1 or key == "review.unapply":
            st.button(
                label, key=key, on_click=_try, args=(work, evaluation, opened.review.id),
                **needs("owner", disabled=others is not None, help=others or says),
            )  # fmt: skip


def _try(work: Callable[[str, str], None], identity: str, which: str) -> None:
    attempt(lambda: work(identity, which))


def take_back_last(identity: str, which: str) -> None:
    """Put the gold back that was there before answers of a review were last put in place."""
    _unapply(identity, which, last=True)


def _take_all_back(identity: str, which: str) -> None:
    _unapply(identity, which, last=False)


def _unapply(identity: str, which: str, *, last: bool) -> None:
    store = server.store()
    revision = store.evaluations.get(identity).revision
    store.reviews.unapply(which, revision, by=actor_in(store.reviews.get(which)), last=last)
    scoring_work.score(identity)
