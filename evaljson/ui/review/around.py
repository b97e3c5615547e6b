"""What stands around the value of a card: the text of its record, its neighbours, and other variants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from evaljson.base.errors import EvaljsonError
from evaljson.report.records.place_context import PlaceContext
from evaljson.report.records.record_metadata import beside
from evaljson.results.model import RunResult
from evaljson.review.json_values import value_of
from evaljson.review.places import GONE, CardPlace
from evaljson.store import ReviewHead
from evaljson.ui.review.card_html import neighbours_html, others_html, source_html
from evaljson.ui.review.reading import runs_of, stored_runs_of
from evaljson.ui.session import server
from evaljson.ui.session.review_seat import InHand
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted


def choose_place(hand: InHand, places: Mapping[int, CardPlace]) -> CardPlace:
    """Choose the record of the card that is looked at; the first one of a card with one record."""
    by_record: dict[int, CardPlace] = {}
    for place in places.values():
        by_record.setdefault(place.record, place)
    records = list(by_record)
    if len(records) == 1:
        return by_record[records[0]]
    chosen: Any = st.selectbox(
        "Seen in record", records, key=f"review.seen.{hand.token}", width=280, label_visibility="collapsed",
        format_func=lambda at: f"seen in {by_record[at].record_id}" if at in by_record else "",
    )  # fmt: skip
    return by_record.get(chosen, by_record[records[0]])


def show_around(
    review: ReviewHead, hand: InHand, place: CardPlace, context: PlaceContext, names: Mapping[str, str]
) -> None:
    """Draw the texts of the record, then its neighbours and the values of other variants, folded."""
    gold, extracted = (value_of(hand.taken.card.content[side]) for side in ("gold", "extracted"))
    has_text = show_source(review, place, context, gold, extracted)
    show_neighbours(place, context, is_open=not has_text)
    if context.others:
        blind = review.settings.get("blind", True)
        values = [
            ("another variant" if blind else names.get(other.variant, GONE), other.side.value)
            for other in context.others
        ]
        with st.expander(f"{counted(len(values), 'other variant')} at this place", key="review.others"):
            st.html(others_html(values))


def show_neighbours(place: CardPlace, context: PlaceContext, *, is_open: bool, key: str = "review.neighbours") -> None:
    """Draw the other values around it: for a whole element, the other elements of its array."""
    if not context.neighbours:
        return
    shown, count = len(context.neighbours), context.beside
    words = f"{counted(count, 'value')} beside it in the record"
    if place.is_element:
        words = f"{counted(count, 'other element')} of the array"
    if shown < count:
        words = f"The first {shown:,} of {words}"
    with st.expander(words, expanded=is_open, key=key, on_change="rerun"):
        st.html(neighbours_html(context.neighbours))


def show_source(
    review: ReviewHead, place: CardPlace, context: PlaceContext, gold: Any, extracted: Any, key: str = "review.source"
) -> bool:
    """Draw the texts of the record with both values marked; return whether there are any."""
    texts = _texts(review, place)
    if texts:
        with st.expander("Source text", expanded=True, key=key, on_change="rerun"):
            for name, text in texts:
                if len(texts) > 1:
                    st.caption(plain(name))
                st.html(source_html(text, gold, extracted, context.node))
    return bool(texts)


def _texts(review: ReviewHead, place: CardPlace) -> list[tuple[str, str]]:
    """Return the source texts of a record, by name: those of gold, and others from the variant's file, each once."""
    texts: dict[str, str] = {}
    for loaded, at in _files(review, place):
        try:
            found = beside(server.dataset(loaded), at).texts
        except EvaljsonError:
            continue
        for name, text in found:
            texts.setdefault(text, name)
    return [(name, text) for text, name in texts.items()]


def _files(review: ReviewHead, place: CardPlace) -> list[tuple[str, int | None]]:
    files: list[tuple[str, int | None]] = [(review.gold, place.record)]
    runs: dict[str, RunResult] = runs_of(review)
    run = runs.get(place.variant)
    if run is not None:
        at = dict(run.positions) if run.positions else {place.record: place.record}
        of_variant = (one for one in stored_runs_of(review) if one.variant == place.variant)
        files += [(one.extracted, at.get(place.record)) for one in of_variant]
    return files
