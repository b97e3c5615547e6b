"""Cards: equal disagreements are one card, so that one answer serves all of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from evaljson.base.jsontypes import strict_key
from evaljson.results.signature import content_hash
from evaljson.review.answers import AnswerName, answers_of
from evaljson.review.equal_by_chance import are_equal_by_chance
from evaljson.review.json_values import present, value_of
from evaljson.review.placed_pairs import PlacedPair
from evaljson.review.places import CardPlace, place_of_json, place_to_json

Kind = Literal["disagreement", "audit"]
OF_CLASSES: Final = "of_classes"
"""The key in what is stored of a card; most cards lack it."""


@dataclass(frozen=True, slots=True)
class ReviewCard:
    """A gold value and an extracted one of a field, with every place that has just this pair."""

    key: str
    """A hash: the same card has it in every review."""
    field: str
    """Schema path."""
    gold: Any
    """ABSENT where gold has no value."""
    extracted: Any
    """ABSENT where nothing was extracted."""
    kind: Kind
    """Whether the sides differ by the rule of the field, or match and were drawn for the audit."""
    places: tuple[CardPlace, ...]
    """By record, then variant."""
    opinions: int = 1
    """How many people are to answer it."""
    of_classes: bool = False
    """Whether its values are of the few texts that gold has in this field, as far as it has several records."""

    @property
    def stake(self) -> float:
        """What an answer may change: what mean F1 of the variants loses at all places, or would lose for an audit."""
        return sum(place.lost for place in self.places)

    @property
    def answers(self) -> dict[AnswerName, str]:
        """The answers that make sense on it, with their words."""
        return answers_of(self.kind, self.gold, self.extracted)

    @property
    def is_by_chance(self) -> bool:
        """Whether its values may be equal by chance, so that an answer for one record says nothing of the others."""
        return self.of_classes or are_equal_by_chance(self.gold, self.extracted)

    @property
    def records(self) -> int:
        """The number of records among the places."""
        return len({place.record for place in self.places})


def make_cards(pairs: Iterable[PlacedPair]) -> list[ReviewCard]:
    """Put equal disagreements together, in the order in which they are met."""
    groups: dict[tuple[str, Hashable, Hashable], list[PlacedPair]] = {}
    for pair in pairs:
        groups.setdefault((pair.field, strict_key(pair.gold), strict_key(pair.extracted)), []).append(pair)
    return [_card(group, "disagreement") for group in groups.values()]


def make_audit_cards(pairs: Iterable[PlacedPair]) -> list[ReviewCard]:
    """Put matches at the same place of gold together if the variants say the same: one card for each place and value.

    Equal values of different records stay apart: that one label is right says nothing about another, and the drawn
    places are to be a random sample.
    """
    groups: dict[tuple[int, str | None, Hashable], list[PlacedPair]] = {}
    for pair in pairs:
        groups.setdefault((pair.place.record, pair.place.gold_path, strict_key(pair.extracted)), []).append(pair)
    return [_card(group, "audit") for group in groups.values()]


def _card(group: list[PlacedPair], kind: Kind) -> ReviewCard:
    first = group[0]
    places = tuple(sorted((pair.place for pair in group), key=lambda place: place.record))
    at = [places[0].record, places[0].gold_path] if kind == "audit" else []
    about = [kind, first.field, present(first.gold), present(first.extracted), *at]
    return ReviewCard(content_hash(about, is_small=True), first.field, first.gold, first.extracted, kind, places)


def card_content(card: ReviewCard) -> dict[str, Any]:
    """Write what a card shows as JSON."""
    of_classes = {OF_CLASSES: True} if card.of_classes else {}
    return {"gold": present(card.gold), "extracted": present(card.extracted), **of_classes}


def card_of_json(
    key: str, field: str, kind: Kind, content: Mapping[str, Any], places: Iterable[Mapping[str, Any]], opinions: int
) -> ReviewCard:
    """Build a card from what is stored of it. Raises InputError, TypeError for what no card was."""
    gold, extracted = value_of(content["gold"]), value_of(content["extracted"])
    at = tuple(map(place_of_json, places))
    return ReviewCard(key, field, gold, extracted, kind, at, opinions, content.get(OF_CLASSES) is True)


def places_to_json(card: ReviewCard) -> list[dict[str, Any]]:
    """Write the places of a card as JSON."""
    return [place_to_json(place) for place in card.places]
