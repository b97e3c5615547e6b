"""Asks once who someone is before they answer: a name that nobody checks, and that says so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st

from evaljson.review.progress import given_in_words
from evaljson.store import Actor, Review
from evaljson.store.actor import person
from evaljson.ui.review.keys import focus
from evaljson.ui.session import author, server
from evaljson.ui.session.actor import actor_in
from evaljson.ui.session.opened_reviews import opened
from evaljson.ui.session.own_name import LONGEST, remember
from evaljson.ui.shared.allowed import may
from evaljson.ui.shared.parts import plain

_FIELD: Final = "review.who"
_BOX: Final = "review-who"
_KNOWN: Final = "evaljson.review.known-name"
"""(review, name) of whom it is known that no one else in the review has that name in another spelling."""
_OTHER: Final = "evaljson.review.other"
"""Set while someone wants to give another name than the one that is known."""
_NAMED: Final = 3
UNCHECKED: Final = "Nobody checks who you are: names tell answers apart, and prove nothing."


def who_settles(review: Review) -> Actor | None:
    """Return who is at the questions in this session; None while they are asked for a name, which may be any."""
    if not author.has_name():
        return who_answers(review, is_any_name=True)
    by = actor_in(review)
    if by.proof == "typed":
        remember(by.name, "review")
    return by


def who_answers(review: Review, *, is_any_name: bool = False) -> Actor | None:
    """Return who answers in this session; None while they are asked for their name.

    It is one of the people of the review, unless `is_any_name`: whoever settles need not be among these.
    """
    by = actor_in(review)
    if not may("reviewer"):
        st.info("You are viewer here, so you answer no cards; the outcome is yours to see.")
        return None
    if by.proof != "typed":
        if may_answer(review, by):
            return by
        if by.person == review.created_by:
            _tell_maker(review)
        else:
            st.info(f"{plain(by.person, 80)} is not among the people whom this review is for; ask whoever made it.")
        return None
    if author.has_name() and not st.session_state.get(_OTHER) and may_answer(review, by):
        if (like := _named_alike(review, by)) is not None:
            _ask_whether_same(review, by, like)
            return None
        remember(by.name, "review")
        return by
    if author.has_name() and not st.session_state.get(_OTHER) and by.person == review.created_by:
        _tell_maker(review)
        st.button("Answer as someone else", key="review.who.other", type="tertiary", on_click=_ask_again)
    else:
        _ask(review, by if author.has_name() else None, is_any_name=is_any_name)
    return None


def may_answer(review: Review, by: Actor) -> bool:
    """Check whether someone is among the people of a review."""
    people = review.settings.get("people") or []
    return not people or by.person in map(person, people)


def _tell_maker(review: Review) -> None:
    """Tell who made a review for other people what to do next: no card of it is for them."""
    people = [plain(str(name), 40) for name in review.settings.get("people") or []]
    names = people if len(people) <= _NAMED else [*people[:_NAMED], f"{len(people) - _NAMED:,} more"]
    is_open = review.state == "open"
    todo = ": send them its link, by *Copy link* above." if is_open else f"; it is {review.state} now."
    progress = opened(review).review
    st.info(
        f"You made this review for {', '.join(names)}{todo} "
        f"{given_in_words(progress.answered, progress.seats)}. What differs comes under Settle, and what follows from "
        "it under Outcome."
    )


def _named_alike(review: Review, by: Actor) -> str | None:
    """Return who is in the review under the same name except for case and spaces; None once it is known who this is."""
    known: set[tuple[str, str]] = st.session_state.setdefault(_KNOWN, set())
    if (review.id, by.person) in known:
        return None
    read = opened(review)
    present = {one.who for one in server.store().review_presence.here(review.id)}
    people = {*read.opinions.people(), *(one.who for one in read.opinions.settled.values()), review.created_by}
    alike = sorted(who for who in people | present if _folded(who) == _folded(by.person))
    if by.person in people or not alike or alike == [by.person]:
        known.add((review.id, by.person))
        return None
    return next(who for who in alike if who != by.person)


def _folded(name: str) -> str:
    return "".join(person(name).split()).casefold()


def _ask_whether_same(review: Review, by: Actor, like: str) -> None:
    mine, theirs = plain(by.person, 40), plain(like, 40)
    with st.container(border=True, key=_BOX):
        st.markdown(f"**{theirs}** is in this review already. Are you the same person as {theirs}?")
        with st.container(horizontal=True):
            st.button(f"Yes, I am {theirs}", key="review.who.same", type="primary", on_click=be, args=(like,))
            st.button(
                f"No, {mine} is someone else",
                key="review.who.not-same",
                on_click=_be_other,
                args=(review.id, by.person),
            )
        st.caption("Answers under two spellings of a name count as those of two people.")


def be(name: str) -> None:
    """Take a name that is known as that of this session; for callbacks."""
    st.session_state[author.NAME] = name


def _be_other(review: str, name: str) -> None:
    st.session_state.setdefault(_KNOWN, set()).add((review, name))


def show_who(by: Actor) -> None:
    """Say under which name answers are kept, with a button to give another one."""
    is_typed = by.proof == "typed"
    st.markdown(f"You are **{plain(by.person, 40)}**", width="content", help=UNCHECKED if is_typed else None)
    if is_typed:
        st.button("Someone else?", key="review.who.other", type="tertiary", on_click=_ask_again)


def _ask(review: Review, known: Actor | None, *, is_any_name: bool) -> None:
    people = [str(name) for name in review.settings.get("people") or []]
    with st.container(border=True, key=_BOX):
        st.markdown("**Who are you?** Your answers are kept under your name, and you find your place again by it.")
        if people and known is not None and not may_answer(review, known):
            st.caption(f"{plain(known.person, 40)} is not among the people whom this review is for.")
        with st.container(horizontal=True, vertical_alignment="bottom"):
            listed = () if is_any_name else tuple(people)
            if people:
                st.selectbox(  # of a list that takes no new names, it finds none that is typed with a space behind it
                    "Your name", people, index=None, key=_FIELD, width=320, accept_new_options=True,
                    placeholder="choose or type your name",
                )  # fmt: skip
            else:
                st.text_input(
                    "Your name", key=_FIELD, max_chars=LONGEST, width=320, placeholder="such as Ann", on_change=_take
                )
            st.button("Begin", key="review.who.begin", type="primary", on_click=_begin, args=(listed,))
        st.caption(UNCHECKED)
    focus(_BOX)


def _begin(listed: Sequence[str]) -> None:
    _take(listed)
    if not _given():
        st.toast("Give your name first: choose it, or type it and press Enter." if listed else "Give your name first.")


def _take(listed: Sequence[str] = ()) -> None:
    """Take the name that was given, as it is listed where it differs from that only in case or spaces."""
    if name := _given():
        alike = [one for one in listed if _folded(one) == _folded(name)]
        st.session_state[author.NAME] = alike[0] if len(alike) == 1 else name
        st.session_state.pop(_OTHER, None)


def _given() -> str:
    return person(str(st.session_state.get(_FIELD) or ""))


def _ask_again() -> None:
    st.session_state[_OTHER] = True
