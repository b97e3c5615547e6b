"""What the opinions come to: at each place of a card, and at each place of gold, where several cards may meet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from evaljson.base import paths
from evaljson.base.jsontypes import ABSENT, strict_equal, strict_key
from evaljson.review.answers import WORDS, Answer, same_answer, simplified, true_value
from evaljson.review.cards import ReviewCard
from evaljson.review.opinions import At, Opinion, Opinions
from evaljson.review.places import CardPlace
from evaljson.review.same_meaning import SameMeaning, strictly
from evaljson.wording.values import as_text

State = Literal["open", "decided", "disputed", "unsure", "settled"]


@dataclass(frozen=True, slots=True)
class PlaceOutcome:
    """What is decided at one place of a card."""

    state: State
    """open: fewer answers than wanted; decided: all say the same; disputed: they differ; unsure: nobody knows;
    settled: someone decided between them."""
    answer: Answer | None
    """None while nothing is decided."""
    opinions: tuple[Opinion, ...]
    settled: Opinion | None = None
    """The decision between them, by whoever made it."""


@dataclass(frozen=True, slots=True)
class OtherAnswer:
    """What someone said otherwise than what counts."""

    who: str
    said: str
    """In words, with the value that they typed."""


@dataclass(frozen=True, slots=True)
class GoldOutcome:
    """What is decided about one value of gold, from all cards that look at it."""

    record: int
    path: str
    gold: Any
    """The value that gold has; ABSENT if it has none."""
    state: Literal["open", "confirmed", "corrected", "disputed"]
    value: Any
    """The value that gold should have; that of gold unless `state` is "corrected"."""
    people: tuple[str, ...]
    """Who said what is decided, whoever settled it among them, sorted; where it is disputed, everyone."""
    cards: tuple[int, ...]
    """The cards that look at it, by number; where a whole element is disputed, those of what is in it too."""
    others: tuple[OtherAnswer, ...] = ()
    """Who said otherwise than what is decided, and what; sorted."""
    settled: tuple[int, ...] = ()
    """The cards on which it was settled, by number: what was answered on others counts no more."""


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
            return self._settled_elsewhere(card, self.places[card, place], at) is None
        return answer.name == "extracted_right" and self.is_disputed(at)

    def is_disputed(self, at: CardPlace) -> bool:
        """Check whether answers differ about the place of gold that a card looks at, on that card or on others."""
        gold = None if at.gold_path is None else self.gold.get((at.record, at.gold_path))
        return gold is not None and gold.state == "disputed"

    def lies_in_removed(self, record: int, path: str) -> bool:
        """Check whether a value lies in an element that gold should not have: there is nothing to decide about it."""
        around = (self.gold.get((record, element)) for element in _elements_around(path))
        return any(one is not None and one.state == "corrected" and one.value is ABSENT for one in around)

    def state_at(self, card: int, place: int, at: CardPlace) -> State:
        """Return the state of a place; disputed too where its own card is agreed and another one says otherwise.

        Once that is settled on the other card, it is settled here too.
        """
        found = self.places[card, place]
        if found.answer is not None and self.is_disputed(at):
            return "disputed"
        return "settled" if self._settled_elsewhere(card, found, at) is not None else found.state

    def answer_at(self, card: ReviewCard, number: int, place: int) -> Answer | None:
        """Return what counts at a place of a card: where another card settled its place of gold, what that says here.

        None where nothing is decided, or answers differ.
        """
        at, found = card.places[place], self.places[number, place]
        gold = self._settled_elsewhere(number, found, at)
        if gold is None:
            return None if self.is_disputed(at) else found.answer
        if found.answer is not None and not self.is_overruled(card, number, place):
            return found.answer
        if self._is_one(card, card.extracted, gold.value):
            return Answer("extracted_right")
        return simplified(Answer("gold_wrong", gold.value), card.gold, card.extracted)

    def is_overruled(self, card: ReviewCard, number: int, place: int) -> bool:
        """Check whether another card settled the place of gold otherwise than what was answered or left open here."""
        found = self.places[number, place]
        gold = self._settled_elsewhere(number, found, card.places[place])
        if gold is None or found.answer is None:
            return gold is not None
        says, value = true_value(found.answer, card.gold, card.extracted)
        return says and not self._is_one(card, value, gold.value)

    def _settled_elsewhere(self, card: int, found: PlaceOutcome, at: CardPlace) -> GoldOutcome | None:
        """Return the place of gold that was settled on another card, if that decides this place, too.

        Where people differ on whether gold and the extraction are both acceptable, it does not.
        """
        gold = None if at.gold_path is None else self.gold.get((at.record, at.gold_path))
        if gold is None or not gold.settled or card in gold.settled or gold.state in ("open", "disputed"):
            return None
        if found.state == "open" or (found.answer is None and any(_accepts(one.answer) for one in found.opinions)):
            return None
        return gold

    def _is_one(self, card: ReviewCard, one: Any, other: Any) -> bool:
        return is_one_value(card, one, other, self.same)

    def card_state(self, card: int, places: int) -> State:
        """Return the state of a card by its own answers: that of its places, what needs most attention first."""
        return _neediest([self.places[card, place].state for place in range(places)])

    def state_among_all(self, card: int, places: Sequence[CardPlace]) -> State:
        """Return the state of a card that has these places; disputed too where another card says otherwise."""
        return _neediest([self.state_at(card, place, at) for place, at in enumerate(places)])


def _accepts(answer: Answer) -> bool:
    return answer.name == "both_acceptable"


_Looked = tuple[ReviewCard, int, PlaceOutcome]
"""(card, its number, what is decided at one of its places)"""
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
        (at := (number, place)): _place_outcome(card, opinions.given.get(at, ()), opinions.settled.get(at), same)
        for number, card in enumerate(cards)
        for place in range(len(card.places))
    }  # fmt: skip
    return ReviewOutcome(places, _gold_outcomes(cards, places, same), same)


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
            places[at] = _place_outcome(cards[number], given, settled, before.same)
            if where.gold_path is not None:
                touched.add((where.record, where.gold_path))
    touched |= {(record, above) for record, path in touched for above in _elements_around(path)} & gold.keys()
    for looked_at in touched:
        numbers = {*gold[looked_at].cards, *changed}
        looked, within = list[_Looked](), list[_Looked]()
        for card in sorted(numbers | _within(gold, looked_at)):
            for place, where in enumerate(cards[card].places):
                if where.record == looked_at[0] and where.gold_path is not None:
                    if where.gold_path == looked_at[1]:
                        looked.append((cards[card], card, places[card, place]))
                    elif looked_at[1] in _elements_around(where.gold_path):
                        within.append((cards[card], card, places[card, place]))
        gold[looked_at] = _gold_outcome(looked_at, looked, within, before.same)
    return ReviewOutcome(places, gold, before.same)


def _place_outcome(
    card: ReviewCard, given: tuple[Opinion, ...], settled: Opinion | None, same: SameMeaning
) -> PlaceOutcome:
    if settled is not None:
        return PlaceOutcome("settled", simplified(settled.answer, card.gold, card.extracted), given, settled)
    if len(given) < card.opinions:
        return PlaceOutcome("open", None, given)
    answers = [plain_answer(card, opinion.answer) for opinion in given]
    certain = [answer for answer in answers if answer.name != "unsure"]
    if not certain:
        return PlaceOutcome("unsure", None, given)
    if len(certain) == len(answers) and (answer := _agreed(card, certain, same)) is not None:
        return PlaceOutcome("decided", answer, given)
    return PlaceOutcome("disputed", None, given)


def _agreed(card: ReviewCard, answers: Sequence[Answer], same: SameMeaning) -> Answer | None:
    """Return the answer that all others say too, in other words at most; of several the one given most, then first."""
    counts = Counter((answer.name, strict_key(answer.value)) for answer in answers)
    by_count = sorted(answers, key=lambda one: -counts[one.name, strict_key(one.value)])
    return next((one for one in by_count if all(agree(card, one, other, same) for other in answers)), None)


def agree(card: ReviewCard, one: Answer, other: Answer, same: SameMeaning) -> bool:
    """Check whether two plain answers to a card say the same: of corrections, whether their values mean the same."""
    if same_answer(one, other):
        return True
    if not {one.name, other.name} <= {"extracted_right", "gold_wrong"}:
        return False
    (_, first), (_, second) = (true_value(answer, card.gold, card.extracted) for answer in (one, other))
    return is_one_value(card, first, second, same)


def is_one_value(card: ReviewCard, one: Any, other: Any, same: SameMeaning) -> bool:
    """Check whether two values of gold, at a place of a card, mean the same.

    The value that gold has is one with itself alone: whoever types it in another writing wants gold to have that.
    """
    if strict_equal(one, other):
        return True
    return not strict_equal(one, card.gold) and not strict_equal(other, card.gold) and same(card.field, one, other)


def plain_answer(card: ReviewCard, answer: Answer) -> Answer:
    """Return one answer for all that say the same: on an audit card, where both sides match, three do."""
    answer = simplified(answer, card.gold, card.extracted)
    if card.kind == "audit" and answer.name in ("extracted_right", "both_acceptable"):
        same_value = strict_key(card.gold) == strict_key(card.extracted)
        return Answer("gold_right") if same_value or answer.name == "both_acceptable" else answer
    return answer


def said_in_words(card: ReviewCard, answer: Answer) -> str:
    """Return the words of an answer to a card: on a match, those of the answer that says the same there."""
    return card.answers.get(answer.name) or card.answers[plain_answer(card, answer).name]


def answer_in_words(card: ReviewCard, answer: Answer) -> str:
    """Return the words of an answer with the value that was typed, if one was."""
    if answer.name != "gold_wrong":
        return said_in_words(card, answer)
    return "Gold should have no value" if answer.value is ABSENT else f"{WORDS[answer.name]}: {as_text(answer.value)}"


def who_says(
    looked: Iterable[tuple[ReviewCard, PlaceOutcome]], value: Any, same: SameMeaning = strictly
) -> tuple[tuple[str, ...], tuple[OtherAnswer, ...]]:
    """Tell who said, on some cards, that gold should have a value from who said otherwise, and what. Both are sorted.

    Cards that still wait for answers are left out. Whoever said both on different cards is in both.
    """
    people, others = set[str](), set[tuple[str, str]]()
    for card, outcome in looked:
        if outcome.state == "open":
            continue
        decision = outcome.settled
        for opinion in (*outcome.opinions, *filter(None, [decision])):
            if decision is not None and opinion.who == decision.who:
                opinion = decision  # whoever settles a card has the last word on an answer of their own
            says, said = true_value(opinion.answer, card.gold, card.extracted)
            if says and is_one_value(card, said, value, same):
                people.add(opinion.who)
            else:
                others.add((opinion.who, answer_in_words(card, opinion.answer)))
    return tuple(sorted(people)), tuple(OtherAnswer(who, said) for who, said in sorted(others))


def _gold_outcomes(
    cards: Sequence[ReviewCard], places: Mapping[At, PlaceOutcome], same: SameMeaning
) -> dict[tuple[int, str], GoldOutcome]:
    looked: dict[tuple[int, str], list[_Looked]] = {}
    for number, card in enumerate(cards):
        for place, at in enumerate(card.places):
            if at.gold_path is not None:
                looked.setdefault((at.record, at.gold_path), []).append((card, number, places[number, place]))
    within: dict[tuple[int, str], list[_Looked]] = {}
    for (record, path), found in looked.items():
        for above in _elements_around(path):
            if (record, above) in looked:
                within.setdefault((record, above), []).extend(found)
    return {where: _gold_outcome(where, found, within.get(where, ()), same) for where, found in looked.items()}


def _elements_around(path: str) -> tuple[str, ...]:
    """Return the elements of arrays that a path is in, itself left out."""
    return tuple(above for above in paths.elements_above(path) if above != path)


def _within(gold: Mapping[tuple[int, str], GoldOutcome], where: tuple[int, str]) -> set[int]:
    """Return the cards that look at something in the element at a place."""
    record, element = where
    if not element.endswith("]"):
        return set()
    inside = (found for (at, path), found in gold.items() if at == record and element in _elements_around(path))
    return {card for found in inside for card in found.cards}


def _gold_outcome(
    where: tuple[int, str], looked: Sequence[_Looked], within: Sequence[_Looked], same: SameMeaning
) -> GoldOutcome:
    """Work out one place of gold; `within` are cards about something in the element that this is."""
    card = looked[0][0]
    gold, everyone = card.gold, looked
    numbers = tuple(sorted({number for _, number, _ in looked}))
    # Cards may contradict each other about one value: a decision between them stands above what was answered.
    settled = tuple(sorted({number for _, number, outcome in looked if outcome.state == "settled"}))
    if settled:
        looked = [one for one in looked if one[2].state == "settled"]
    disputed = any(outcome.state == "disputed" for *_, outcome in looked)
    values = _values(looked)
    if not settled and any(value is ABSENT for value, _ in values) and (kept := _cards_that_keep(within)):
        disputed, numbers = True, tuple(sorted({*numbers, *kept}))
    by_voices = (value for value, _ in sorted(values, key=lambda one: -len(one[1])))
    agreed = [one for one in by_voices if all(is_one_value(card, one, other, same) for other, _ in values)]
    if disputed or (values and not agreed):
        return GoldOutcome(*where, gold, "disputed", gold, _all_people(looked), numbers, settled=settled)
    if not values:
        return GoldOutcome(*where, gold, "open", gold, (), numbers, settled=settled)
    value = agreed[0]
    state: Literal["confirmed", "corrected"] = "confirmed" if strict_equal(value, gold) else "corrected"
    people, others = who_says(((card, outcome) for card, _, outcome in everyone), value, same)
    return GoldOutcome(*where, gold, state, value, people, numbers, others, settled)


def _values(looked: Iterable[_Looked]) -> list[tuple[Any, set[str]]]:
    """List the values that gold should have, each with who says so, in the order of the cards."""
    found: dict[Hashable, tuple[Any, set[str]]] = {}
    for card, _, outcome in looked:
        if outcome.answer is not None:
            says, value = true_value(outcome.answer, card.gold, card.extracted)
            if says:
                _, people = found.setdefault(strict_key(value), (value, set()))
                voices = outcome.opinions if outcome.settled is None else (outcome.settled,)
                people.update(one.who for one in voices)
    return list(found.values())


def _all_people(looked: Iterable[_Looked]) -> tuple[str, ...]:
    """Return who answered where something is decided or settled it, sorted."""
    decided = [outcome for *_, outcome in looked if outcome.answer is not None]
    opinions = (one for outcome in decided for one in (*outcome.opinions, *filter(None, [outcome.settled])))
    return tuple(sorted({one.who for one in opinions}))


def _cards_that_keep(within: Sequence[_Looked]) -> set[int]:
    """Return the cards that say which value gold should have in an element, by number: so the element is to stay."""
    said = (
        (number, true_value(outcome.answer, card.gold, card.extracted))
        for card, number, outcome in within
        if outcome.answer is not None
    )
    return {number for number, (says, value) in said if says and value is not ABSENT}
