"""Who is here, at which card, and how far all of it is: drawn again every two seconds."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

import streamlit as st

from evaljson.base.errors import EvaljsonError
from evaljson.review.pace import LOOKED_BACK, minutes_each, minutes_in_words, minutes_left, who_can_go_on, within_reach
from evaljson.review.progress import given_in_words
from evaljson.review.said import agree, answer_in_words, plain_answer
from evaljson.store import Actor, NotFound, Present, Review
from evaljson.ui.review.answers import LIVE
from evaljson.ui.review.queue import here, say_lost
from evaljson.ui.session import server
from evaljson.ui.session.opened_reviews import opened
from evaljson.ui.session.review_seat import in_hand, still_waits, waits
from evaljson.ui.shared.parts import plain
from evaljson.workspace.read_review import OpenReview

EVERY: Final = 2.0
"""Seconds."""
_SEEN: Final = "evaljson.review.seen"
_LONGEST: Final = 90
"""Characters of an answer with the value that was typed."""
_NEWEST: Final = 3
"""Cards with all opinions that are listed."""
_RECENT: Final = 500
"""Events among which they are looked for."""


@st.fragment(run_every=EVERY, key=LIVE)
def show_live(identity: str, by: Actor, answers: bool) -> None:
    """Draw it; say that this session is here if it `answers`, and have the card drawn again if it was lost."""
    hand = in_hand(identity, by) if answers else None
    try:
        read = opened(server.store().reviews.head(identity))
        kept = here(identity, by, hand) if answers else True
        present = server.store().review_presence.here(identity)
    except NotFound:
        st.rerun()
    except EvaljsonError as error:
        st.caption(f"⚠ Not up to date: {plain(str(error), 160)}")
        return
    review = read.review
    _draw(read, by, present, answers)
    before: tuple[str, tuple[str, str | None], int] | None = st.session_state.get(_SEEN)
    # Whether corrected gold is in place is said above the card, so the whole page is drawn again once that changes.
    st.session_state[_SEEN] = now = (identity, (review.state, review.applied), review.last_event)
    if not kept and hand is not None:
        say_lost(hand)
        st.rerun()
    if before is None or before[0] != identity:
        return
    if before[1] != now[1] or (answers and hand is None and _has_free(review, by, before != now)):
        st.rerun()


def _has_free(review: Review, by: Actor, is_changed: bool) -> bool:
    """Check whether the page of someone without a card has another one for them, or something else to say."""
    if is_changed:
        return True
    if waits():
        return not still_waits(review.id, by)
    wanted = review.state == "open" and review.answered < review.seats
    return wanted and server.store().review_cards.has_free(review.id, by=by)  # a loan has ended: nobody says so


def _draw(read: OpenReview, by: Actor, present: Sequence[Present], answers: bool) -> None:
    review = read.review
    left = max(review.seats - review.answered, 0)
    share = min(review.answered / review.seats, 1.0) if review.seats else 1.0
    people = {one.who for one in present}
    here = tuple(sorted(people | {by.person} if answers else people))
    time = _time(read, left, here, by.person) if review.state == "open" else ""
    mine = f" (you: {_given_by(review.id, review.last_event, by.person, read):,})" if answers else ""
    st.progress(share, text=f"{given_in_words(review.answered, review.seats, '**')}{mine}{time}")
    names = _people(read, present, by)
    if names:
        st.caption(f"Answering: {names}")
    if answers:  # elsewhere another card is on screen, which it would seem to be about
        _draw_settled(_settled(read, by))


def _draw_settled(lines: Sequence[str]) -> None:
    """Draw the line that matters most, with the others behind it."""
    if not lines:
        return
    first, *rest = lines
    st.caption(first, help="\n\n".join(rest) or None)


def _time(read: OpenReview, left: int, here: tuple[str, ...], you: str) -> str:
    """Say how long those of who are here need who can go on: nobody gives two opinions on one card."""
    if not left:
        return ": done"
    if not here:
        return f", about {minutes_in_words(minutes_each(left, read.review.cards, 1))} for one person"
    in_reach, able = _reach(read.review.id, read.review.last_event, here, read)
    reach = min(in_reach, left)
    if not reach:
        return f"; what is left needs {'someone else' if len(here) == 1 else 'others'}"
    busy = min(reach, len(able))
    now = datetime.now(UTC)
    minutes = minutes_left(_of_late(read, now), reach, busy, now)
    if minutes is not None:
        each, pace = minutes, " at this pace"
    else:
        each, pace = minutes_each(reach, reach, busy), ""
    return f", about {minutes_in_words(max(each, 1))} {_for_whom(busy, able, here, you)}{pace}"


def _for_whom(busy: int, able: Sequence[str], here: Sequence[str], you: str) -> str:
    """Say for whom, where `busy` of those who are able are enough."""
    if busy > 1:
        return f"each for {'the ' if busy == len(here) else ''}{busy:,} of you"
    if len(here) == 1 or list(able) == [you]:
        return "for you"
    return f"for {plain(able[0], 40)}" if len(able) == 1 else "for one of you"


@st.cache_data(show_spinner=False, max_entries=_RECENT)
def _reach(review: str, last_event: int, here: tuple[str, ...], _read: OpenReview) -> tuple[int, list[str]]:
    """Return how many opinions those who are here can still give, and who of them can give one.

    It looks at every card, so it is worked out once for each state of a review.
    """
    wanted = list[tuple[int, list[str]]]()
    for number in _read.live:
        given = [one.who for one in _read.opinions.given.get((number, 0), ())]
        wanted.append((_read.cards[number].opinions - len(given), given))
    return within_reach(wanted, here), who_can_go_on(wanted, here)


@st.cache_data(show_spinner=False, max_entries=_RECENT)
def _given_by(review: str, last_event: int, person: str, _read: OpenReview) -> int:
    """Count the opinions of one person, once for each state of a review."""
    given = _read.opinions.given
    return sum(any(one.who == person for one in given.get((number, 0), ())) for number in _read.live)


def _of_late(read: OpenReview, now: datetime) -> list[tuple[datetime, str]]:
    """Return when the last answers were given and by whom, one for each card: a review may have tens of thousands."""
    moments: dict[str, tuple[datetime, str]] = {}
    for event in reversed(read.events):
        if event.moment < now - LOOKED_BACK:
            break
        if event.kind == "answer":
            moments[event.act] = (event.moment, event.who)
    return list(moments.values())


def _people(read: OpenReview, present: Sequence[Present], by: Actor) -> str:
    named: dict[str, str] = {}
    for one in present:
        field = _field_at(read, one)
        at = "" if field is None else f" at a card of {plain(field or 'the record', 60)}"
        you = " (you)" if one.who == by.person else ""
        if one.who not in named or at:
            named[one.who] = f"**{plain(one.who, 40)}**{you}{at}"
    return " · ".join(named[who] for who in sorted(named))


def _field_at(read: OpenReview, one: Present) -> str | None:
    """Return the field of the card that someone has on screen; None where that is none: unless open, nobody has one."""
    if read.review.state != "open" or one.card is None or one.card >= len(read.cards):
        return None
    given, card = read.opinions.given.get((one.card, 0), ()), read.cards[one.card]
    # A page may not have said yet that its card is answered: then nobody is at it.
    is_answered = len(given) >= card.opinions or any(opinion.who == one.who for opinion in given)
    return None if is_answered else card.field


def _within(words: str) -> str:
    """Return the words of an answer to stand within a sentence; a value in it stays as it was typed."""
    return plain(words[:1].lower() + words[1:], _LONGEST)


def _settled(read: OpenReview, by: Actor) -> list[str]:
    """Write what others said on the cards that this person answered too, the last ones that have all opinions.

    Where they differ comes first, then the newest.
    """
    told: dict[int, tuple[bool, datetime, str]] = {}
    newest = dict.fromkeys(event.card for event in read.events[: -_RECENT - 1 : -1] if event.card is not None)
    for card in newest:
        given = read.opinions.given.get((card, 0), ())
        mine = next((one for one in given if one.who == by.person), None)
        if mine is None or len(given) < 2 or len(given) < read.cards[card].opinions:
            continue
        about = read.cards[card]
        said = {one.who: _within(answer_in_words(about, one.answer)) for one in given}
        others = ", ".join(f"{plain(one.who, 40)} said {said[one.who]}" for one in given if one is not mine)
        own = plain_answer(about, mine.answer)
        same = all(agree(about, own, plain_answer(about, one.answer), read.outcome.same) for one in given)
        field = plain(about.field or "the record", 60)
        words = "the same" if same else said[mine.who]
        told[card] = (not same, given[-1].moment, f"{'✓' if same else '≠'} {field}: {others}; you: {words}.")
    newest_first = sorted(told.values(), key=lambda one: one[1], reverse=True)[:_NEWEST]
    return [words for _, _, words in sorted(newest_first, key=lambda one: one[0], reverse=True)]
