"""What is half typed on a card: in widgets while it is in hand, and in the store from the first pause on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import streamlit as st

from evaljson.base.errors import EvaljsonError
from evaljson.review.cards import OF_CLASSES
from evaljson.review.equal_by_chance import are_equal_by_chance
from evaljson.review.json_values import value_of
from evaljson.store import NotFound
from evaljson.ui.review.told import tell
from evaljson.ui.session import server
from evaljson.ui.session.review_seat import InHand

TYPING, TEXT, HOW, COMMENT, TAG, LEFT_OUT = "typing", "text", "how", "comment", "tag", "left_out"
_EMPTY: Final[Mapping[str, Any]] = {TYPING: False, TEXT: None, HOW: "value", COMMENT: "", TAG: None, LEFT_OUT: []}
_SEEDED: Final = "review.seeded"
_OF_CARDS: Final = "evaljson.review.draft."
"""What the keys of kept parts begin with."""


def key_of(hand: InHand, part: str) -> str:
    """Return the key of a widget on this showing of the card."""
    return f"review.{part}.{hand.token}"


def seed(hand: InHand) -> None:
    """Give the widgets of a card what its person left half typed."""
    before = st.session_state.get(_SEEDED)
    if before == hand.token:
        return
    for part in _EMPTY:  # of the card before: each answer would take longer than the last
        st.session_state.pop(f"{_OF_CARDS}{part}.{before}", None)
    st.session_state[_SEEDED] = hand.token
    left = hand.taken.draft or {}
    for part, empty in _EMPTY.items():
        value = left.get(part, _others(hand) if part == LEFT_OUT else empty)
        st.session_state[_kept(hand, part)] = value if empty is None or isinstance(value, type(empty)) else empty


def is_one_by_one(hand: InHand) -> bool:
    """Check whether an answer begins with the first record alone: equal values on this card may be chance."""
    content = hand.taken.card.content
    gold, extracted = (value_of(content[side]) for side in ("gold", "extracted"))
    return content.get(OF_CLASSES) is True or are_equal_by_chance(gold, extracted)


def _others(hand: InHand) -> list[int]:
    """Return the records that an answer leaves out until they are ticked."""
    card = hand.taken.card
    records = list(dict.fromkeys(int(card.places[index]["record"]) for index in card.current))
    return records[1:] if is_one_by_one(hand) else []


def read(hand: InHand, part: str) -> Any:
    """Return what is typed or chosen: what the widget has, or else what was left."""
    return st.session_state.get(key_of(hand, part), st.session_state.get(_kept(hand, part), _EMPTY[part]))


def widget(hand: InHand, part: str) -> str:
    """Return the key for a widget that is about to be drawn, with its value in place."""
    key = key_of(hand, part)
    if key not in st.session_state:
        st.session_state[key] = st.session_state.get(_kept(hand, part), _EMPTY[part])
    return key


def keep(hand: InHand, **changed: Any) -> None:
    """Store the draft as it is now; for callbacks of widgets, and with what changed for buttons."""
    for part in _EMPTY:
        st.session_state[_kept(hand, part)] = changed.get(part, read(hand, part))
    draft = {part: st.session_state[_kept(hand, part)] for part in _EMPTY}
    fresh = {**_EMPTY, LEFT_OUT: _others(hand)}
    is_empty = all(draft[part] == empty or (part == COMMENT and not draft[part]) for part, empty in fresh.items())
    try:
        server.store().review_cards.save_draft(hand.review, hand.number, None if is_empty else draft, by=hand.by)
    except NotFound:
        tell("⚠ This review was deleted, or the card is gone.")
    except EvaljsonError as error:
        tell(f"⚠ What you type could not be kept: {type(error).__name__}. It is still on this page.")


def _kept(hand: InHand, part: str) -> str:
    return f"{_OF_CARDS}{part}.{hand.token}"
