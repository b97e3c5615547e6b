"""The records that one answer serves: a list of which some can be left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import streamlit as st

from evaljson.review.places import CardPlace, place_of_json
from evaljson.ui.review import draft
from evaljson.ui.session.review_seat import InHand
from evaljson.ui.shared.plain_text import plain_label
from evaljson.wording.words import counted

FIRST = 5
"""Records with a box at once; the others open with a click."""
MOST = 200
"""Records with a box at all: those behind them are answered with the rest."""


def places_of(hand: InHand) -> dict[int, CardPlace]:
    """Return the places that the card in hand holds, by their index in the card."""
    return {index: place_of_json(hand.taken.card.places[index]) for index in hand.taken.card.current}


def ticked(hand: InHand) -> list[int]:
    """Return the indexes of the places that the answer is for."""
    left_out = set(draft.read(hand, draft.LEFT_OUT))
    return [index for index, place in places_of(hand).items() if place.record not in left_out]


def times(places: Iterable[CardPlace]) -> int:
    """Return how many times what a card is about is in one record of one variant, at most."""
    return max(Counter((place.record, place.variant) for place in places).values(), default=0)


def show_places(hand: InHand, places: dict[int, CardPlace]) -> None:
    """Say how often it is there, and draw a box for each record; nothing for a card with one place."""
    records = {place.record: str(place.record_id) for place in places.values()}
    if (most := times(places.values())) > 1:
        where = f"{most:,} times in this record" if len(records) == 1 else f"up to {most:,} times in one record"
        st.markdown(f"**It is there {where}**: your answer is for all of them.")
    if len(records) < 2:
        return
    left_out = set(draft.read(hand, draft.LEFT_OUT))
    kept = len(records) - len(left_out & set(records))
    first, rest = list(records.items())[:FIRST], list(records.items())[FIRST:]
    st.markdown(
        f"**Applies to {counted(kept, 'record')}**" + (f" of {len(records):,}" if kept < len(records) else "")
        + (
            ". Tick those that your answer holds for too: the others come back as a card of their own."
            if draft.is_one_by_one(hand)
            else ". Take out those that your answer does not hold for: they come back as a card of their own."
        )
    )  # fmt: skip
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        for record, name in first:
            _box(hand, record, name, left_out)
        is_whole = kept == len(records)
        st.button(
            "Tick none" if is_whole else "Tick all", key=f"review.all.{hand.token}", shortcut="A", type="tertiary",
            on_click=_tick_all, args=(hand, list(records), not is_whole),
        )  # fmt: skip
    if not rest:
        return
    expander = st.expander(f"and {len(rest):,} more", key=f"review.rest.{hand.token}", on_change="rerun")
    if expander.open:
        with expander, st.container(horizontal=True, gap="small"):
            for record, name in rest[: MOST - FIRST]:
                _box(hand, record, name, left_out)
        if len(rest) > MOST - FIRST:
            expander.caption(f"{len(rest) - MOST + FIRST:,} more are answered together with these.")


def _box(hand: InHand, record: int, name: str, left_out: set[int]) -> None:
    key = f"review.tick.{record}.{hand.token}"
    if key not in st.session_state:
        st.session_state[key] = record not in left_out
    st.checkbox(plain_label(name, 40), key=key, on_change=_changed, args=(hand, record, key))


def _tick_all(hand: InHand, records: list[int], is_ticked: bool) -> None:
    for record in records:
        if (key := f"review.tick.{record}.{hand.token}") in st.session_state:
            st.session_state[key] = is_ticked
    draft.keep(hand, **{draft.LEFT_OUT: [] if is_ticked else sorted(records)})


def _changed(hand: InHand, record: int, key: str) -> None:
    left_out = set(draft.read(hand, draft.LEFT_OUT))
    left_out = left_out - {record} if st.session_state.get(key) else left_out | {record}
    draft.keep(hand, **{draft.LEFT_OUT: sorted(left_out)})
