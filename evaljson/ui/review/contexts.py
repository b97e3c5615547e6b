"""What stands around the places of cards: kept, and worked out ahead for the card that someone gets next.

It takes a fifth of what an answer takes, and people look at a card for seconds: so the next one's is there by then.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

import streamlit as st

from evaljson.base.errors import EvaljsonError
from evaljson.report.records.place_context import PlaceContext, place_context
from evaljson.review.places import CardPlace, place_of_json
from evaljson.store import ReviewHead
from evaljson.ui.review.reading import runs_of, tree_of
from evaljson.ui.session import server
from evaljson.ui.session.review_seat import InHand

_KEPT: Final = 64


class Contexts:
    """The contexts that were asked for last. Safe for threads; what it gives is never changed."""

    def __init__(self) -> None:
        self._lock, self._ahead = threading.Lock(), ThreadPoolExecutor(1, "review-ahead")
        self._kept: OrderedDict[tuple[str, CardPlace], Future[PlaceContext]] = OrderedDict()

    def get(self, review: str, place: CardPlace, work: Callable[[], PlaceContext]) -> PlaceContext:
        """Return the context of a place; whoever asks first works it out, others wait for it."""
        key = (review, place)
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                mine = self._kept[key] = Future[PlaceContext]()
            self._kept.move_to_end(key)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        if found is not None:
            return found.result()
        try:
            mine.set_result(work())
        except BaseException as error:
            with self._lock:
                self._kept.pop(key, None)  # not kept: the next one who asks tries again
            mine.set_exception(error)
            raise
        return mine.result()

    def prepare(self, work: Callable[[], object]) -> Future[object]:
        """Have something done soon, in a thread that does such things one after the other."""
        return self._ahead.submit(work)


def context_of(review: ReviewHead, place: CardPlace) -> PlaceContext:
    """Return what stands around a place. Shared by all sessions, so never changed."""
    return _contexts().get(review.id, place, lambda: place_context(runs_of(review), tree_of(review), place))


def prepare_next(review: ReviewHead, hand: InHand) -> None:
    """Have the context worked out of the card that this person gets after the one in hand, as it looks now."""
    contexts, store = _contexts(), server.store()
    runs, tree = runs_of(review), tree_of(review)  # read here, since a thread of its own has no person

    def work() -> None:
        try:
            card = store.review_cards.following(hand.review, by=hand.by)
        except EvaljsonError:
            return  # nobody waits for it: whoever gets the card says what is wrong
        if card is not None and card.current:
            place = place_of_json(card.places[card.current[0]])
            contexts.get(review.id, place, lambda: place_context(runs, tree, place))

    contexts.prepare(work)


@st.cache_resource(show_spinner=False)
def _contexts() -> Contexts:
    return Contexts()
