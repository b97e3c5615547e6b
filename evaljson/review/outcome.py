"""What the opinions come to: at each place of a card, and at each place of gold, where several cards may meet."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from evaljson.base.jsontypes import ABSENT, strict_equal
from evaljson.review.answers import Answer, simplified, true_value
from evaljson.review.cards import ReviewCard
from evaljson.review.gold_outcome import (
    GoldOutcome,
    LookedAt,
    elements_around,
    given_inside,
    gold_outcome,
    gold_outcomes,
)
from evaljson.review.opinions import At, Opinions
from evaljson.review.place_outcome import PlaceOutcome, State, place_outcome
from evaljson.review.places import CardPlace
from evaljson.review.said import is_one_value
from evaljson.review.same_meaning import SameMeaning, strictly


@dataclass(frozen=True, slots=True)
class ReviewOutcome:
    """What a review has come to."""

    places: dict[At, PlaceOutcome]
    """Every place of every card."""
    gold: dict[tuple[int, str], GoldOutcome]
    """By record and path in gold: what at least one card looks at."""
    same: SameMeaning = field(default=strictly, repr=False, compare=False)
    """Tells of two values of a field whether answers that name them differ."""

    def is_open(self, card: int, place: int, at: CardPlace) -> bool:
        """Check whether it is still open what counts at a place, which is `at` that number of its card.

        It is where nothing is decided, and where people say that the extraction is right while another card disputes
        that about the same place of gold: gold stays as it is until that is settled.
        """
        answer = self.places[card, place].answer
        if answer is None:
            return self._settled_elsewhere(card, place, at) is None
        return answer.name == "extracted_right" and self.is_disputed(at)

    def is_disputed(self, at: CardPlace) -> bool:
        """Check whether answers differ about the place of gold that a card looks at, on that card or on others."""
        gold = None if at.gold_path is None else self.gold.get((at.record, at.gold_path))
        return gold is not None and gold.state == "disputed"

    def lies_in_removed(self, record: int, path: str) -> bool:
        """Check whether a value lies in an element that gold should not have: there is nothing to decide about it."""
        around = self.corrected_around(record, path)
        return around is not None and around.value is ABSENT

    def corrected_around(self, record: int, path: str) -> GoldOutcome | None:
        """Return the outermost element around a value of gold that gold should not have, or have otherwise."""
        around = (self.gold.get((record, element)) for element in elements_around(path))
        return next((one for one in around if one is not None and one.state == "corrected"), None)

    def counts_with_element(self, decided: GoldOutcome) -> bool:
        """Check whether what is decided about a value is no matter of its own, since an element around it is corrected.

        That either has the value that people say there, or has it no more though people say that it is right.
        """
        around = self.corrected_around(decided.record, decided.path)
        if around is None or decided.state not in ("confirmed", "corrected"):
            return False
        is_given = strict_equal(given_inside(around.value, around.path, decided.path), decided.value)
        return is_given == (decided.state == "corrected")

    def state_at(self, card: int, place: int, at: CardPlace) -> State:
        """Return the state of a place; disputed too where its own card is agreed and another one says otherwise.

        Once that is settled on the other card, it is settled here too.
        """
        found = self.places[card, place]
        if found.answer is not None and self.is_disputed(at):
            return "disputed"
        return "settled" if self._settled_elsewhere(card, place, at) is not None else found.state

    def answer_at(self, card: ReviewCard, number: int, place: int) -> Answer | None:
        """Return what counts at a place of a card: where it was settled elsewhere, what that says here.

        None where nothing is decided, or answers differ.
        """
        at, found = card.places[place], self.places[number, place]
        elsewhere = self._settled_elsewhere(number, place, at)
        if elsewhere is None:
            return None if self.is_disputed(at) else found.answer
        if found.answer is not None and not self.is_overruled(card, number, place):
            return found.answer
        if self._is_one(card, card.extracted, elsewhere.value):
            return Answer("extracted_right")
        return simplified(Answer("gold_wrong", elsewhere.value), card.gold, card.extracted)

    def is_overruled(self, card: ReviewCard, number: int, place: int) -> bool:
        """Check whether it was settled elsewhere otherwise than what was answered or left open here."""
        found = self.places[number, place]
        elsewhere = self._settled_elsewhere(number, place, card.places[place])
        if elsewhere is None or found.answer is None:
            return elsewhere is not None
        says, value = true_value(found.answer, card.gold, card.extracted)
        return says and not self._is_one(card, value, elsewhere.value)

    def _settled_elsewhere(self, card: int, place: int, at: CardPlace) -> _Elsewhere | None:
        """Return what was settled on another card about the place of gold, or an element around it, if it holds here.

        Where people differ on whether gold and the extraction are both acceptable, it does not.
        """
        found = self.places[card, place]
        if at.gold_path is None or found.state == "open":
            return None
        around = self.corrected_around(at.record, at.gold_path)
        if around is not None and around.settled:
            is_gone = found.answer is None and around.value is ABSENT
            if is_gone or (card, place) in around.against:
                return _Elsewhere(given_inside(around.value, around.path, at.gold_path), around.settled)
        gold = self.gold.get((at.record, at.gold_path))
        if gold is None or not gold.settled or card in gold.settled or gold.state in ("open", "disputed"):
            return None
        if found.answer is None and any(_accepts(one.answer) for one in found.opinions):
            return None
        return _Elsewhere(gold.value, gold.settled)

    def settled_on(self, card: int, place: int, at: CardPlace) -> tuple[int, ...]:
        """Return the other cards, by number, on which it was settled what counts at a place."""
        elsewhere = self._settled_elsewhere(card, place, at)
        return () if elsewhere is None else elsewhere.cards

    def _is_one(self, card: ReviewCard, one: Any, other: Any) -> bool:
        return is_one_value(card, one, other, self.same)

    def card_state(self, card: int, places: int) -> State:
        """Return the state of a card by its own answers: that of its places, what needs most attention first."""
        return _neediest([self.places[card, place].state for place in range(places)])

    def state_among_all(self, card: int, places: Sequence[CardPlace]) -> State:
        """Return the state of a card that has these places; disputed too where another card says otherwise."""
        return _neediest([self.state_at(card, place, at) for place, at in enumerate(places)])


@dataclass(frozen=True, slots=True)
class _Elsewhere:
    """What was settled on other cards than the one that is looked at."""

    value: Any
    """What gold then has; ABSENT for nothing."""
    cards: tuple[int, ...]


def _accepts(answer: Answer) -> bool:
    return answer.name == "both_acceptable"


_NEEDS: tuple[State, ...] = ("disputed", "open", "unsure")


def _neediest(states: Collection[State]) -> State:
    """Return the state that needs most attention."""
    for state in _NEEDS:
        if state in states:
            return state
    return "settled" if "settled" in states else "decided"


def find_outcome(cards: Sequence[ReviewCard], opinions: Opinions, same: SameMeaning = strictly) -> ReviewOutcome:
    """Work out every place. `cards` are in order of their numbers; `same` tells values apart that answers name."""
    places = {
        (at := (number, place)): place_outcome(card, opinions.given.get(at, ()), opinions.settled.get(at), same)
        for number, card in enumerate(cards)
        for place in range(len(card.places))
    }  # fmt: skip
    return ReviewOutcome(places, gold_outcomes(cards, places, same), same)


def outcome_after(
    before: ReviewOutcome, cards: Sequence[ReviewCard], opinions: Opinions, changed: Collection[int]
) -> ReviewOutcome:
    """Work out again what opinions on the changed cards, by number, touch.

    Places may have moved from one changed card to another one.
    """
    places, gold = dict(before.places), dict(before.gold)
    touched: set[tuple[int, str]] = set()
    for number in changed:
        beyond = len(cards[number].places)
        while places.pop((number, beyond), None) is not None:
            beyond += 1
        for place, where in enumerate(cards[number].places):
            at = (number, place)
            given, settled = opinions.given.get(at, ()), opinions.settled.get(at)
            places[at] = place_outcome(cards[number], given, settled, before.same)
            if where.gold_path is not None:
                touched.add((where.record, where.gold_path))
    touched |= {(record, above) for record, path in touched for above in elements_around(path)} & gold.keys()
    for looked_at in touched:
        numbers = {*gold[looked_at].cards, *changed}
        looked, within = list[LookedAt](), list[LookedAt]()
        for card in sorted(numbers | _within(gold, looked_at)):
            for place, where in enumerate(cards[card].places):
                if where.record == looked_at[0] and where.gold_path is not None:
                    one = LookedAt(cards[card], (card, place), places[card, place], where.gold_path)
                    if where.gold_path == looked_at[1]:
                        looked.append(one)
                    elif looked_at[1] in elements_around(where.gold_path):
                        within.append(one)
        gold[looked_at] = gold_outcome(looked_at, looked, within, before.same)
    return ReviewOutcome(places, gold, before.same)


def _within(gold: Mapping[tuple[int, str], GoldOutcome], where: tuple[int, str]) -> set[int]:
    """Return the cards that look at something in the element at a place."""
    record, element = where
    if not element.endswith("]"):
        return set()
    inside = (found for (at, path), found in gold.items() if at == record and element in elements_around(path))
    return {card for found in inside for card in found.cards}
