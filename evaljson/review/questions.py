"""What is left to settle: answers that differ or contradict each other, what nobody knows, what gold has already."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from evaljson.review.cards import ReviewCard
from evaljson.review.gold_outcome import GoldOutcome
from evaljson.review.opinions import At, Opinion, Opinions
from evaljson.review.outcome import ReviewOutcome, find_outcome
from evaljson.review.place_outcome import PlaceOutcome
from evaljson.review.said import agree, plain_answer

Why = Literal[
    "differ", "unsure", "contradicted", "inside", "inside_since", "repeated", "changed_alone", "kept_alone"
]  # fmt: skip
WHY: Final[dict[Why, str]] = {
    "differ": "The answers differ.",
    "unsure": "Nobody was sure.",
    "contradicted": "Another card says otherwise about the same place of gold.",
    "inside": "An answer about a value in this element says otherwise. Until this is settled, gold keeps the element.",
    "inside_since": "This was settled, and an answer since says otherwise about a value in this element. The decision "
    "counts until there is another one.",
    "repeated": "Gold has an equal element already.",
    "changed_alone": "On one person's word, gold changes.",
    "kept_alone": "On one person's word, gold stays as it is.",
}
"""In words, as pages and files say it."""


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """Places of a card about which the same answers wait for a decision."""

    card: int
    """Its number."""
    places: tuple[int, ...]
    """Their indexes among the places that the card holds now."""
    why: Why
    """differ: the answers to this card do; unsure: nobody knew; contradicted: another card says otherwise; inside:
    another card does of a value in the element that this is about; inside_since: it does since this was settled;
    repeated: gold would have the element twice; the others are no open questions, but decided: see `one_word`."""
    opinions: tuple[Opinion, ...]


def open_questions(
    cards: Sequence[ReviewCard], outcome: ReviewOutcome, repeated: Collection[At] = ()
) -> list[OpenQuestion]:
    """List what is to be settled, by card; `repeated` are places as of `repeated_places`."""
    disputed = {
        (at.record, at.gold_path)
        for (card, place), found in outcome.places.items()
        if found.state == "disputed" and (at := cards[card].places[place]).gold_path is not None
    }
    places: dict[tuple[int, Why, tuple[str, ...]], list[int]] = {}
    opinions: dict[tuple[int, Why, tuple[str, ...]], tuple[Opinion, ...]] = {}
    for (card, place), found in outcome.places.items():
        at = cards[card].places[place]
        elsewhere = (at.record, at.gold_path) in disputed
        gold = None if at.gold_path is None else outcome.gold.get((at.record, at.gold_path))
        why = _why(found, None if elsewhere else gold)
        if why is not None and found.settled is None and outcome.state_at(card, place, at) == "settled":
            why = None  # on another card
        if why is None and (card, place) in repeated:
            why = "repeated"
        if why is not None:
            key = (card, why, tuple(opinion.act for opinion in found.opinions))
            places.setdefault(key, []).append(place)
            opinions[key] = found.opinions
    return [OpenQuestion(key[0], tuple(at), key[1], opinions[key]) for key, at in sorted(places.items())]


@dataclass(frozen=True, slots=True)
class SettledQuestion:
    """Places of a card about which the same answers waited for a decision, and have one, there or on another card."""

    card: int
    places: tuple[int, ...]
    opinions: tuple[Opinion, ...]


def settled_questions(
    cards: Sequence[ReviewCard], opinions: Opinions, outcome: ReviewOutcome, left: Iterable[OpenQuestion]
) -> list[SettledQuestion]:
    """List the questions that decisions have settled, by card, of which `left` are left.

    A decision about a place of gold settles the questions of all cards about it.
    """
    if not opinions.settled:
        return []
    before = find_outcome(cards, replace(opinions, settled={}), outcome.same)
    asked = {_key(one.card, one.opinions) for one in open_questions(cards, before)}
    decided = {_key(card, outcome.places[card, place].opinions) for card, place in opinions.settled}
    settled = (asked | decided) - {_key(one.card, one.opinions) for one in left}
    places: dict[_Key, list[int]] = {}
    for (card, place), found in sorted(outcome.places.items()):
        key = _key(card, found.opinions)
        if key in settled and outcome.state_at(card, place, cards[card].places[place]) == "settled":
            places.setdefault(key, []).append(place)
    return [
        SettledQuestion(card, tuple(at), outcome.places[card, at[0]].opinions)
        for (card, _), at in sorted(places.items())
    ]


_Key = tuple[int, tuple[str, ...]]
"""(card, acts of the opinions there)"""


def _key(card: int, opinions: Iterable[Opinion]) -> _Key:
    return card, tuple(opinion.act for opinion in opinions)


def differing_so_far(cards: Sequence[ReviewCard], outcome: ReviewOutcome) -> int:
    """Count the cards with answers that differ already, which are no question before all their opinions are there."""
    found = set[int]()
    for (card, _), at in outcome.places.items():
        if at.state == "open" and len(at.opinions) > 1:
            first, *others = (plain_answer(cards[card], one.answer) for one in at.opinions)
            if not all(agree(cards[card], first, other, outcome.same) for other in others):
                found.add(card)
    return len(found)


def _why(found: PlaceOutcome, gold: GoldOutcome | None) -> Why | None:
    """Say why something is asked at a place; `gold` is its place of gold, None where another card asks about that."""
    if found.state == "disputed":
        return "differ"
    if found.state == "unsure":
        return "unsure"
    if gold is None or found.answer is None:
        return None
    if gold.state == "disputed":
        return "inside" if gold.against else "contradicted"
    return "inside_since" if gold.is_against_since and found.settled is not None else None
