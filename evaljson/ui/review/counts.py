"""What a review has come to, in counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

import streamlit as st

from evaljson.review.answers import Answer
from evaljson.review.cards import ReviewCard
from evaljson.review.counted_places import CountedPlace, CountedState, Still, counted_places
from evaljson.review.gold_counts import gold_counts
from evaljson.review.said import said_in_words
from evaljson.wording.words import counted
from evaljson.workspace.read_review import OpenReview

_STATES: Final[Mapping[CountedState, str]] = {
    "decided": "decided", "settled": "settled", "disputed": "with answers that differ",
    "unsure": "with a card that nobody was sure of", "waiting": "waiting for another opinion", "open": "open",
}  # fmt: skip
_STILL: Final[Mapping[Still, str]] = {
    "waiting": "an answer on another card waits for another opinion", "unsure": "nobody was sure on another card",
    "open": "another card is not answered yet",
}  # fmt: skip
"""What may still change a place that is decided."""
_PLACES: Final = (
    "What the cards ask about: each value of a record of gold once, however many variants differ there and on however "
    "many cards. It is decided once an answer that counts says what gold should have there, and no other one that "
    "counts says otherwise. What is settled on one card is so for all that are about the same place. An element of an "
    "array that one side lacks, or that is corrected as a whole, is one place, with all in it."
)
_WAITING: Final = (
    " Waiting for another opinion: someone has answered, and these count once someone else has, too. One person alone "
    "cannot decide them."
)
_WHOLE: Final = (", it should be", ", something else is right")
"""The end of an answer that has a value behind it, and what it reads here, where values are counted together."""
_DECIDED: Final = (
    "What variants have at these places, each for itself, by what counts of it. Those that count here are decided or "
    "settled. “Audit” are values on which both sides match, and that were drawn to see whether gold is right there."
)
_IN_GOLD: Final = (
    "Places in gold, each once, however many variants differ there. To correct are values that gold has wrong, should "
    "not have, or lacks; an element that is corrected as a whole is one, with all in it. An element or a key that gold "
    "rightly lacks is no value of gold: it is not among those confirmed."
)


def places_in_words(places: Iterable[CountedPlace]) -> str:
    """Count the places in each state, and the cards that they are on: one answer to a card serves all its places."""
    count, cards = Counter[CountedState](), dict[CountedState, set[int]]()
    for place in places:
        count[place.state] += 1
        cards.setdefault(place.state, set()).update(place.cards)
    return " · ".join(
        f"**{count[state]:,}** {words}, on {counted(len(cards[state]), 'card')}"
        for state, words in _STATES.items()
        if count[state]
    )


def still_in_words(places: Iterable[CountedPlace]) -> str:
    """Say of how many decided places something is left on other cards that may say otherwise; nothing for none."""
    left = Counter(place.still for place in places if place.still is not None)
    said = "; ".join(f"of **{left[kind]:,}**, {words}" for kind, words in _STILL.items() if left[kind])
    which = "it says" if left.total() == 1 else "these say"
    return f"Of the places decided or settled: {said}. Gold goes by what is decided until {which} otherwise." * bool(
        said
    )


def overruled_in_words(overruled: int) -> str:
    """Say how many values people confirm in elements that gold loses or gets otherwise; nothing for none."""
    if not overruled:
        return ""
    return (
        f"**{counted(overruled, 'value')}** that people say {_is(overruled)} right {_is(overruled)} in an element of "
        "which it was settled that gold should not have it, or have it otherwise: that decision counts."
    )


def _is(count: int) -> str:
    return "is" if count == 1 else "are"


def _said(card: ReviewCard, answer: Answer) -> str:
    """Say an answer as it reads in a count; of a match, what it is about too."""
    words = said_in_words(card, answer).replace(*_WHOLE)
    return f"audit: {words.lower().replace(' are ', ' ')}" if card.kind == "audit" else words


def show_counts(read: OpenReview, wrong: int = 0) -> None:
    """Draw how many places are in which state, and how many decisions say what; `wrong`: of gold, to change."""
    places = counted_places(read.cards, read.outcome)
    answers = Counter(
        _said(read.cards[card], answer)
        for card, place in read.outcome.places
        if (answer := read.outcome.answer_at(read.cards[card], card, place)) is not None
    )
    of_gold = gold_counts(read.cards, read.outcome)
    confirmed = of_gold.values["confirmed"]
    waiting = _WAITING if any(one.state == "waiting" for one in places) else ""
    st.markdown(f"Places: {places_in_words(places)}", help=_PLACES + waiting)
    if answers:
        said = (f"**{count:,}** {words.lower()}" for words, count in answers.most_common())
        st.markdown(f"Values there: {' · '.join(said)}", help=_DECIDED)
    if wrong or confirmed:
        st.markdown(f"Values of gold: **{wrong:,}** found wrong · **{confirmed:,}** confirmed", help=_IN_GOLD)
    for line in (still_in_words(places), overruled_in_words(of_gold.overruled)):
        if line:
            st.markdown(line)
