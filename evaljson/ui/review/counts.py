"""What a review has come to, in counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Literal

import streamlit as st

from evaljson.review.answers import Answer
from evaljson.review.cards import ReviewCard
from evaljson.review.outcome import PlaceOutcome, State, said_in_words
from evaljson.wording.words import counted
from evaljson.workspace.read_review import OpenReview

_Shown = State | Literal["waiting"]
_STATES: Final[Mapping[_Shown, str]] = {
    "decided": "decided", "settled": "settled", "disputed": "with answers that differ",
    "unsure": "that nobody was sure of", "waiting": "waiting for another opinion", "open": "open",
}  # fmt: skip
_VALUES: Final = (
    "What the cards ask about: each value of each record, once for every variant. One answer serves all equal values "
    "of a card, so there are more values than cards. An element of an array that one side lacks counts once."
)
_WAITING: Final = (
    " Waiting for another opinion: someone has answered, and these count once someone else has, too. One person alone "
    "cannot decide them."
)
_WHOLE: Final = (", it should be", ", something else is right")
"""The end of an answer that has a value behind it, and what it reads here, where values are counted together."""
_DECIDED: Final = (
    "The same values, by what was said of them. Those that count here are decided or settled. “Audit” are "
    "values on which both sides match, and that were drawn to see whether gold is right there."
)
_IN_GOLD: Final = (
    "Places in gold, each once, however many variants differ there. To correct are values that gold has wrong, should "
    "not have, or lacks; an element that is corrected as a whole is one, with all in it. An element that gold rightly "
    "lacks is at no place in gold: it is not among those confirmed."
)


def values_in_words(places: Mapping[tuple[int, int], PlaceOutcome]) -> str:
    """Count the values in each state, and the cards that they are on: one answer to a card serves all its values.

    `places` are those of a review: (number of the card, place on it) -> what is decided.
    """
    values, cards = Counter[_Shown](), dict[_Shown, set[int]]()
    for (card, _), outcome in places.items():
        state = _shown(outcome)
        values[state] += 1
        cards.setdefault(state, set()).add(card)
    return " · ".join(
        f"**{values[state]:,}** {words}, on {counted(len(cards[state]), 'card')}"
        for state, words in _STATES.items()
        if values[state]
    )


def _said(card: ReviewCard, answer: Answer) -> str:
    """Say an answer as it reads in a count; of a match, what it is about too."""
    words = said_in_words(card, answer).replace(*_WHOLE)
    return f"audit: {words.lower().replace(' are ', ' ')}" if card.kind == "audit" else words


def _shown(outcome: PlaceOutcome) -> _Shown:
    """Return a state, that of open places by whether someone has answered."""
    return "waiting" if outcome.state == "open" and outcome.opinions else outcome.state


def _with_disputes(read: OpenReview) -> dict[tuple[int, int], PlaceOutcome]:
    """Return what is decided by place, as disputed where another card says otherwise about that place of gold."""
    return {
        (card, place): replace(outcome, state="disputed")
        if read.outcome.state_at(card, place, read.cards[card].places[place]) != outcome.state
        else outcome
        for (card, place), outcome in read.outcome.places.items()
    }


def show_counts(read: OpenReview, wrong: int = 0) -> None:
    """Draw how many values are in which state, and how many decisions say what; `wrong`: of gold, to change."""
    places = _with_disputes(read)
    answers = Counter(
        _said(read.cards[card], outcome.answer)
        for (card, _), outcome in places.items()
        if outcome.answer is not None and outcome.state != "disputed"
    )
    gold = Counter(outcome.state for outcome in read.outcome.gold.values())
    waiting = _WAITING if any(_shown(one) == "waiting" for one in places.values()) else ""
    st.markdown(f"Values of variants: {values_in_words(places)}", help=_VALUES + waiting)
    if answers:
        said = (f"**{count:,}** {words.lower()}" for words, count in answers.most_common())
        st.markdown(" · ".join(said), help=_DECIDED)
    if wrong or gold["confirmed"]:
        st.markdown(
            f"Values of gold: **{wrong:,}** found wrong · **{gold['confirmed']:,}** confirmed",
            help=_IN_GOLD,
        )
