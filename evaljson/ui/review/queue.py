"""The queue: the next card is taken and on screen at once, and the one after an answer follows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import streamlit as st

from evaljson.review.json_values import value_of
from evaljson.store import Actor, Conflict, NotAllowed, NotFound, ReviewHead
from evaljson.ui.review import draft
from evaljson.ui.review.answers import QUEUE, show_answers, show_undo
from evaljson.ui.review.around import choose_place, show_around
from evaljson.ui.review.card_html import STYLE, line_html, sides_html, title_html
from evaljson.ui.review.contexts import context_of, prepare_next
from evaljson.ui.review.keys import guard
from evaljson.ui.review.own_answers import show_own_answers
from evaljson.ui.review.parts import SETTLE, go_to_part
from evaljson.ui.review.places import places_of, show_places
from evaljson.ui.review.reading import questions_of
from evaljson.ui.review.settle import may_settle
from evaljson.ui.review.told import show_told, tell
from evaljson.ui.session import server
from evaljson.ui.session.opened_reviews import opened
from evaljson.ui.session.review_seat import InHand, in_hand, put_down, session_name, take, take_over, waits
from evaljson.ui.shared.parts import data_line, guarded_part, plain
from evaljson.wording.words import counted

LOST: Final = "evaljson.review.lost"
"""The token of a loan that was found to have ended."""
_SHORT: Final = 200


@st.fragment(key=QUEUE)
def show_queue(identity: str, by: Actor, names: Mapping[str, str]) -> None:
    """Draw the card in hand, or the next one; `names` are those of the variants by id."""
    with guarded_part("The card"):
        review = server.store().reviews.head(identity)
        if review.state != "open":
            _not_open(review)
            return
        try:
            hand = _hand(review, by)
        except (Conflict, NotAllowed) as error:
            st.info(plain(str(error), 300))
            return
        show_told()
        if hand is not None:
            _show_card(review, hand, names)
        else:
            if not waits():
                _nothing_left(review, by)
            show_undo(review, by)
        show_own_answers(review, by)
        guard("" if hand is None else hand.token, hand is not None and bool(draft.read(hand, draft.TYPING)))
        if hand is not None:
            prepare_next(review, hand)


def _hand(review: ReviewHead, by: Actor) -> InHand | None:
    """Return the card in hand or the next one; None where there is none, or another page of this person has it."""
    lost = in_hand(review.id, by) if st.session_state.pop(LOST, None) is not None else None
    if lost is not None:
        put_down()
    hand = in_hand(review.id, by) or take(review.id, by)
    if hand is None and waits():
        st.info("You have this review open in another tab or window: it has your card.")
        st.button("Go on here", key="review.here", type="primary", on_click=take_over)
    elif lost is not None and hand is not None and hand.number != lost.number:
        tell("That card was taken or answered meanwhile; what you typed is kept. Here is the next one.")
    return hand


def _show_card(review: ReviewHead, hand: InHand, names: Mapping[str, str]) -> None:
    draft.seed(hand)
    card, places = hand.taken.card, places_of(hand)
    gold, extracted = (value_of(card.content[side]) for side in ("gold", "extracted"))
    _instructions(review)
    above = st.container(horizontal=True, vertical_alignment="bottom", horizontal_alignment="distribute")
    if not places:  # all of them moved while it was on screen
        put_down()
        st.rerun()
    with above:
        head = st.container(width="stretch")
        place = choose_place(hand, places)
    context = context_of(review, place)
    raw = {} if context.node is None else context.node.raw
    with head:
        title, description = (str(raw.get(key) or "") for key in ("title", "description"))
        st.html(STYLE + title_html(title, place.path, description, is_elsewhere=context.is_elsewhere))
    more = len({each.record for each in places.values()}) - 1
    line = line_html(
        f"Record {place.record_id}" + (f" and {counted(more, 'more record')}" if more else ""),
        context.element,
        "both sides match here: is that value right?" if card.kind == "audit" else "",
        context.rule,
        context.pairing,
    )
    st.html(f'{sides_html(gold, extracted)}<div class="rv-under">{line}</div>')
    show_answers(review, hand, context.node)
    show_places(hand, places)
    show_around(review, hand, place, context, names)


def _instructions(review: ReviewHead) -> None:
    text = review.instructions.strip()
    if not text:
        return
    if len(text) <= _SHORT:
        data_line(text)
        return
    with st.expander("What to look for", key="review.instructions", on_change="rerun"):
        data_line(text)


def _not_open(review: ReviewHead) -> None:
    words = {
        "paused": "This review is paused: cards come again once it is opened. Your answers are kept.",
        "closed": "This review is closed. What it came to is under Outcome.",
    }
    st.info(words.get(review.state, "This review takes no answers now."))


def _nothing_left(review: ReviewHead, by: Actor) -> None:
    progress = opened(review).review
    left = progress.seats - progress.answered
    skipped = _skipped(review, by)
    if skipped:
        st.info(f"Only what you skipped is left for you: {counted(len(skipped), 'card')}.")
        st.button("Look at them again", key="review.again", type="primary", on_click=_again, args=(review, by, skipped))
    elif left <= 0:
        _all_answered(review, by)
    else:
        st.success(
            f"✓ No card is left for you now. {counted(left, 'opinion')} of others "
            f"{'is' if left == 1 else 'are'} still wanted; if a card becomes free for you, it appears here."
            + _held_by_others(review, by)
        )


def _all_answered(review: ReviewHead, by: Actor) -> None:
    read = opened(review)
    questions = len(questions_of(read))
    rest = f"{counted(questions, 'question')} {'is' if questions == 1 else 'are'} left to settle."
    outcome = "What it came to is under Outcome."
    st.success(f"✓ Every card has all the opinions that it wants. {rest if questions else outcome}")
    if (
        questions
        and may_settle(read.review, by)
        and st.button("Go to Settle", key="review.to-settle", type="primary", on_click=go_to_part, args=(SETTLE,))
    ):
        st.rerun()  # the whole page: this is a part of it


def _held_by_others(review: ReviewHead, by: Actor) -> str:
    """Say who has cards now: they come back five minutes after a browser was closed."""
    names = sorted({held.holder for held in server.store().review_cards.held(review.id)} - {by.person})
    if not names:
        return ""
    has = "has a card" if len(names) == 1 else "have cards"
    return f" {', '.join(plain(name, 40) for name in names)} {has} now: whoever is gone for five minutes gives it back."


def _skipped(review: ReviewHead, by: Actor) -> list[int]:
    """List the cards that someone skipped and has not answered, while an opinion on them is wanted."""
    read = opened(review)
    skipped = {event.card: event.act for event in read.events if event.kind == "skip" and event.who == by.person}
    undone = {event.content.get("act") for event in read.events if event.kind == "undo"}
    found = list[int]()
    for card, act in skipped.items():
        if card is None or act in undone or not read.cards[card].places:
            continue
        given = read.opinions.given.get((card, 0), ())
        if len(given) < read.cards[card].opinions and all(one.who != by.person for one in given):
            found.append(card)
    return sorted(found)


def _again(review: ReviewHead, by: Actor, cards: list[int]) -> None:
    for card in cards:
        try:
            if take(review.id, by, card) is not None:
                return
        except (Conflict, NotAllowed, NotFound):
            continue
    tell("Others have those cards just now; try again in a minute.")


def say_lost(hand: InHand) -> None:
    """Note that the loan of a card has ended, so that the queue says so."""
    st.session_state[LOST] = hand.token


def here(review: str, by: Actor, hand: InHand | None) -> bool:
    """Say that this session has the review open, renew the loan of its card, and return whether it still has it."""
    until = server.store().review_presence.seen(
        review, session_name(), by=by, card=None if hand is None else hand.number,
        token=None if hand is None else hand.token,
    )  # fmt: skip
    return hand is None or until is not None
