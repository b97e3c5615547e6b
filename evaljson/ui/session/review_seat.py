"""The card of a review that this session has in hand, from page run to page run; given back on leaving the page."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Final

import streamlit as st

from evaljson.store import Actor, StoreError, Taken
from evaljson.ui.session import server

_SEAT: Final = "evaljson.review.seat"
_SESSION: Final = "evaljson.review.session"
_SEATED: Final = "evaljson.review.seated"
"""The review in which this session has asked for a card already. The first time it takes the card over from another
page of the same person; later only when told to, since its browser may be gone while the server is still at work."""
_WAITS: Final = "evaljson.review.waits"
"""Set while another page of the same person has their card."""


@dataclass(frozen=True, slots=True)
class InHand:
    """A card on loan to this session."""

    review: str
    by: Actor
    taken: Taken

    @property
    def number(self) -> int:
        """Of the card."""
        return self.taken.card.number

    @property
    def token(self) -> str:
        """Of this showing: part of the keys of all widgets on the card, so that a late click finds none of them."""
        return self.taken.token


def session_name() -> str:
    """Return the name of this session in the store: another one after a reload, and in another tab."""
    name: str = st.session_state.setdefault(_SESSION, secrets.token_hex(8))
    return name


def in_hand(review: str, by: Actor) -> InHand | None:
    """Return the card that this session has, if it is of this review and this person."""
    seat: InHand | None = st.session_state.get(_SEAT)
    if seat is not None and (seat.review != review or seat.by.person != by.person):
        give_back()
        return None
    return seat


def take(review: str, by: Actor, card: int | None = None) -> InHand | None:
    """Take the next card, or the one that is asked for. Raises Conflict, NotAllowed, NotFound.

    None where there is none, or where another page of this person has their card: then this session waits for it.
    """
    cards, session = server.store().review_cards, session_name()
    over = card is not None or st.session_state.get(_SEATED) != review
    taken = cards.take(review, by=by, session=session, card=card, over=over)
    st.session_state[_SEATED] = review
    st.session_state[_WAITS] = taken is None and cards.elsewhere(review, by=by, session=session)
    st.session_state[_SEAT] = seat = None if taken is None else InHand(review, by, taken)
    return seat


def waits() -> bool:
    """Check whether another page of this person had their card when this session asked last."""
    return bool(st.session_state.get(_WAITS))


def still_waits(review: str, by: Actor) -> bool:
    """Check whether another page of this person has their card now, and is there."""
    return waits() and server.store().review_cards.elsewhere(review, by=by, session=session_name())


def take_over() -> None:
    """Have the card taken from another page of the same person. For callbacks."""
    st.session_state.pop(_SEATED, None)


def put_down() -> None:
    """Forget the card: it is answered, or someone else's."""
    st.session_state.pop(_SEAT, None)


def give_back() -> None:
    """Let others have the card at once, and say that this session has left; nothing where there is none."""
    seat: InHand | None = st.session_state.pop(_SEAT, None)
    take_over()  # whoever comes back to the cards asks for one
    if seat is None:
        return
    try:
        server.store().review_cards.release(seat.review, seat.token, by=seat.by)
        server.store().review_presence.leave(seat.review, session_name())
    except StoreError:
        return  # the loan ends by itself
