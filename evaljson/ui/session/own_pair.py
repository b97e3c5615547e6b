"""The pair that a page compares because nobody chose one: it goes with the ranking, and is not in the address.

Overview and Compare share it, as they share what is chosen.
"""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.ui.session import choices
from evaljson.ui.session.address import is_taken_back, new_in_address, widget_key

_OWN: Final = "evaljson.own-pair"
"""The evaluation, and the pair that a page compared last of its own accord; None where someone chose one."""
SIDES: Final = ("a", "b")

Pair = tuple[str, str]


def is_chosen(evaluation: str, page: str, default: Pair, *, follows: bool = True) -> bool:
    """Check whether someone chose the pair, by a link or in the boxes, before these are drawn; if not, give the boxes
    of this page the `default`. Where it does not follow the ranking, a pair that a page began with stays."""
    if any(new_in_address(side) is not None for side in SIDES):
        return True
    in_boxes = tuple(st.session_state.get(widget_key(page, side)) for side in SIDES)
    shown = in_boxes if any(in_boxes) else tuple(choices.chosen().get(side) for side in SIDES)
    of, own = st.session_state.get(_OWN, (None, None))
    begins = not any(shown) or of not in (None, evaluation) or any(is_taken_back(side) for side in SIDES)
    if not begins and own != shown:
        return True
    if begins or follows:
        for side, name in zip(SIDES, default, strict=True):
            st.session_state[widget_key(page, side)] = name
    return False


def keep_pair(evaluation: str, pair: Pair, *, chosen: bool) -> None:
    """Note, once the address is written, what is compared, for the other pages, and whether someone chose it."""
    for side, name in zip(SIDES, pair, strict=True):
        choices.choose(side, name)
    st.session_state[_OWN] = evaluation, None if chosen else pair
