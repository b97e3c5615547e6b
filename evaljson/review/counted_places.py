"""The places that the cards of a review ask about, each once: in the state that counts for gold.

A place is decided where gold is to have, or keep, a value by what people said: so the places that are decided are those
of which values of gold are found wrong or confirmed. An answer on another card may still say otherwise of the same
value: that is said there, and changes no count before it counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from evaljson.review.cards import ReviewCard
from evaljson.review.gold_outcome import GoldOutcome
from evaljson.review.lacking_elements import state_of_lacking, where_gold_lacks
from evaljson.review.opinions import At
from evaljson.review.outcome import ReviewOutcome
from evaljson.review.place_outcome import State

CountedState = State | Literal["waiting"]
"""waiting: someone has answered, and others are to answer before that counts."""
_LEFT: Final[tuple[CountedState, ...]] = ("open", "waiting", "unsure")
"""What a place is that is not decided: the first of these that it is on any of its cards."""
Still = Literal["waiting", "open", "unsure"]
_STILL: Final[tuple[Still, ...]] = ("waiting", "open", "unsure")


@dataclass(frozen=True, slots=True)
class CountedPlace:
    """A place of a record that cards ask about."""

    state: CountedState
    cards: frozenset[int]
    """Those that are about it, by number."""
    still: Still | None = None
    """Where it is decided or settled: what it is on another card about it, where that may still change it."""


def counted_places(cards: Sequence[ReviewCard], outcome: ReviewOutcome) -> list[CountedPlace]:
    """List the places that cards ask about, each once.

    An element that is corrected as a whole is one, and takes in all its values that no other answer is about.
    """
    by_place: dict[tuple[int, str], list[At]] = {}
    for number, card in enumerate(cards):
        for place, at in enumerate(card.places):
            if at.gold_path is not None:
                by_place.setdefault((at.record, at.gold_path), []).append((number, place))
    for (record, path), inner in list(by_place.items()):
        if outcome.counts_with_element(outcome.gold[record, path]):
            around = outcome.corrected_around(record, path)
            assert around is not None
            by_place[record, around.path] += inner
            del by_place[record, path]
    found = [_of_gold(outcome.gold[where], some, cards, outcome) for where, some in by_place.items()]
    return [*found, *(_of_lacking(some, cards, outcome) for some in where_gold_lacks(cards).values())]


def _of_gold(
    gold: GoldOutcome, some: Sequence[At], cards: Sequence[ReviewCard], outcome: ReviewOutcome
) -> CountedPlace:
    about, shown = frozenset(number for number, _ in some), _shown(some, cards, outcome)
    if gold.state == "disputed":
        return CountedPlace("disputed", about)
    if gold.state == "open":
        return CountedPlace(_first_left(shown), about)
    return CountedPlace("settled" if gold.settled else "decided", about, _still(shown))


def _of_lacking(some: Sequence[At], cards: Sequence[ReviewCard], outcome: ReviewOutcome) -> CountedPlace:
    about, shown = frozenset(number for number, _ in some), _shown(some, cards, outcome)
    state = state_of_lacking(some, cards, outcome)
    if state == "disputed":
        return CountedPlace("disputed", about)
    if state is None:
        return CountedPlace(_first_left(shown), about)
    return CountedPlace("settled" if "settled" in shown else "decided", about, _still(shown))


def _shown(some: Iterable[At], cards: Sequence[ReviewCard], outcome: ReviewOutcome) -> set[CountedState]:
    """Return the states of places of cards, that of open ones by whether someone has answered."""
    states = set[CountedState]()
    for number, place in some:
        state = outcome.state_at(number, place, cards[number].places[place])
        states.add("waiting" if state == "open" and outcome.places[number, place].opinions else state)
    return states


def _first_left(shown: set[CountedState]) -> CountedState:
    return next((one for one in _LEFT if one in shown), "open")


def _still(shown: set[CountedState]) -> Still | None:
    return next((one for one in _STILL if one in shown), None)
