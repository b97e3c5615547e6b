"""What a review has come to, in counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import streamlit as st

from evaljson.review.answers import Answer
from evaljson.review.cards import ReviewCard
from evaljson.review.gold_counts import gold_counts
from evaljson.review.outcome import ReviewOutcome
from evaljson.review.place_outcome import State
from evaljson.review.places import CardPlace
from evaljson.review.said import said_in_words
from evaljson.wording.words import counted
from evaljson.workspace.read_review import OpenReview

_Shown = State | Literal["waiting"]
_STATES: Final[Mapping[_Shown, str]] = {
    "decided": "decided", "settled": "settled", "disputed": "with answers that differ",
    "unsure": "with a card that nobody was sure of", "waiting": "waiting for another opinion", "open": "open",
}  # fmt: skip
_NEEDS: Final[tuple[_Shown, ...]] = ("disputed", "open", "waiting", "unsure", "settled", "decided")
"""Of a place that several cards are about, the first of these."""
_PLACES: Final = (
    "What the cards ask about: each value of a record of gold once, however many variants differ there and on however "
    "many cards. What is settled on one card is so for all that are about the same place. An element of an array that "
    "one side lacks is one place, with all in it."
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


@dataclass(frozen=True, slots=True)
class CountedPlace:
    """A place of a record that cards ask about."""

    state: _Shown
    cards: frozenset[int]
    """Those that are about it, by number."""


def places_in_words(places: Iterable[CountedPlace]) -> str:
    """Count the places in each state, and the cards that they are on: one answer to a card serves all its places."""
    count, cards = Counter[_Shown](), dict[_Shown, set[int]]()
    for place in places:
        count[place.state] += 1
        cards.setdefault(place.state, set()).update(place.cards)
    return " · ".join(
        f"**{count[state]:,}** {words}, on {counted(len(cards[state]), 'card')}"
        for state, words in _STATES.items()
        if count[state]
    )


def counted_places(cards: Sequence[ReviewCard], outcome: ReviewOutcome) -> list[CountedPlace]:
    """List the places that cards ask about, each once: in the state that needs most attention on any of its cards.

    An element that gold lacks is at no place of gold: equal ones of several variants, on one card, are one.
    """
    states: dict[Hashable, list[_Shown]] = {}
    about: dict[Hashable, set[int]] = {}
    for number, card in enumerate(cards):
        of_variant = Counter[Hashable]()
        for place, at in enumerate(card.places):
            where: Hashable = (at.record, at.gold_path)
            if at.gold_path is None:
                of_variant[at.record, at.variant] += 1
                where = (at.record, number, of_variant[at.record, at.variant])
            states.setdefault(where, []).append(_shown(outcome, number, place, at))
            about.setdefault(where, set()).add(number)
    return [
        CountedPlace(next(state for state in _NEEDS if state in some), frozenset(about[where]))
        for where, some in states.items()
    ]


def _said(card: ReviewCard, answer: Answer) -> str:
    """Say an answer as it reads in a count; of a match, what it is about too."""
    words = said_in_words(card, answer).replace(*_WHOLE)
    return f"audit: {words.lower().replace(' are ', ' ')}" if card.kind == "audit" else words


def _shown(outcome: ReviewOutcome, card: int, place: int, at: CardPlace) -> _Shown:
    """Return a state, that of open places by whether someone has answered."""
    state = outcome.state_at(card, place, at)
    return "waiting" if state == "open" and outcome.places[card, place].opinions else state


def show_counts(read: OpenReview, wrong: int = 0) -> None:
    """Draw how many places are in which state, and how many decisions say what; `wrong`: of gold, to change."""
    places = counted_places(read.cards, read.outcome)
    answers = Counter(
        _said(read.cards[card], answer)
        for card, place in read.outcome.places
        if (answer := read.outcome.answer_at(read.cards[card], card, place)) is not None
    )
    confirmed = gold_counts(read.cards, read.outcome).values["confirmed"]
    waiting = _WAITING if any(one.state == "waiting" for one in places) else ""
    st.markdown(f"Places: {places_in_words(places)}", help=_PLACES + waiting)
    if answers:
        said = (f"**{count:,}** {words.lower()}" for words, count in answers.most_common())
        st.markdown(f"Values there: {' · '.join(said)}", help=_DECIDED)
    if wrong or confirmed:
        st.markdown(f"Values of gold: **{wrong:,}** found wrong · **{confirmed:,}** confirmed", help=_IN_GOLD)
