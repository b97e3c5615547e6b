"""What the opinions come to: at each place of a card, and at each place of gold, where several cards may meet."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from evaljson.base import paths
from evaljson.base.jsontypes import ABSENT, strict_equal, strict_key
from evaljson.review.answers import WORDS, Answer, same_answer, simplified, true_value
from evaljson.review.cards import ReviewCard
from evaljson.review.opinions import At, Opinion, Opinions
from evaljson.review.places import CardPlace
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


@dataclass(frozen=True, slots=True)
class ReviewOutcome:
    """What a review has come to."""

    places: dict[At, PlaceOutcome]
    """Every place of every card."""
    gold: dict[tuple[int, str], GoldOutcome]
    """By record and path in gold: what at least one card looks at."""

    def is_open(self, card: int, place: int, at: CardPlace) -> bool:
        """Check whether it is still open what counts at a place, which is `at` that number of its card.

        It is where nothing is decided, and where people say that the extraction is right while another card disputes
        that about the same place of gold: gold stays as it is until that is settled.
        """
        answer = self.places[card, place].answer
        if answer is None or answer.name != "extracted_right":
            return answer is None
        return self.is_disputed(at)

    def is_disputed(self, at: CardPlace) -> bool:
        """Check whether answers differ about the place of gold that a card looks at, on that card or on others."""
        gold = None if at.gold_path is None else self.gold.get((at.record, at.gold_path))
        return gold is not None and gold.state == "disputed"

    def state_at(self, card: int, place: int, at: CardPlace) -> State:
        """Return the state of a place; disputed too where its own card is agreed and another one says otherwise."""
        found = self.places[card, place]
        return "disputed" if found.answer is not None and self.is_disputed(at) else found.state

    def card_state(self, card: int, places: int) -> State:
        """Return the state of a card by its own answers: that of its places, what needs most attention first."""
        return _neediest([self.places[card, place].state for place in range(places)])

    def state_among_all(self, card: int, places: Sequence[CardPlace]) -> State:
        """Return the state of a card that has these places; disputed too where another card says otherwise."""
        return _neediest([self.state_at(card, place, at) for place, at in enumerate(places)])


_Looked = tuple[ReviewCard, int, PlaceOutcome]
"""(card, its number, what is decided at one of its places)"""
_NEEDS: tuple[State, ...] = ("disputed", "open", "unsure")


def _neediest(states: Collection[State]) -> State:
    """Return the state that needs most attention."""
    for state in _NEEDS:
        if state in states:
            return state
    return "settled" if "settled" in states else "decided"


def find_outcome(cards: Sequence[ReviewCard], opinions: Opinions) -> ReviewOutcome:
    """Work out every place. `cards` are in order of their numbers."""
    places = {
        (at := (number, place)): _place_outcome(card, opinions.given.get(at, ()), opinions.settled.get(at))
        for number, card in enumerate(cards)
        for place in range(len(card.places))
    }  # fmt: skip
    return ReviewOutcome(places, _gold_outcomes(cards, places))


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
            places[at] = _place_outcome(cards[number], opinions.given.get(at, ()), opinions.settled.get(at))
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
        gold[looked_at] = _gold_outcome(looked_at, looked, within)
    return ReviewOutcome(places, gold)


def _place_outcome(card: ReviewCard, given: tuple[Opinion, ...], settled: Opinion | None) -> PlaceOutcome:
    if settled is not None:
        return PlaceOutcome("settled", simplified(settled.answer, card.gold, card.extracted), given, settled)
    if len(given) < card.opinions:
        return PlaceOutcome("open", None, given)
    answers = [plain_answer(card, opinion.answer) for opinion in given]
    certain = [answer for answer in answers if answer.name != "unsure"]
    if not certain:
        return PlaceOutcome("unsure", None, given)
    if len(certain) == len(answers) and all(same_answer(answer, certain[0]) for answer in certain):
        return PlaceOutcome("decided", certain[0], given)
    return PlaceOutcome("disputed", None, given)


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
    looked: Iterable[tuple[ReviewCard, PlaceOutcome]], value: Any
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
            if says and strict_equal(said, value):
                people.add(opinion.who)
            else:
                others.add((opinion.who, answer_in_words(card, opinion.answer)))
    return tuple(sorted(people)), tuple(OtherAnswer(who, said) for who, said in sorted(others))


def _gold_outcomes(
    cards: Sequence[ReviewCard], places: Mapping[At, PlaceOutcome]
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
    return {where: _gold_outcome(where, found, within.get(where, ())) for where, found in looked.items()}


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


def _gold_outcome(where: tuple[int, str], looked: Sequence[_Looked], within: Sequence[_Looked]) -> GoldOutcome:
    """Work out one place of gold; `within` are cards about something in the element that this is."""
    gold = looked[0][0].gold
    values: dict[Hashable, Any] = {}
    everyone, disputed = looked, False
    numbers = tuple(sorted({number for _, number, _ in looked}))
    # Cards may contradict each other about one value: a decision between them stands above what was answered.
    is_settled = any(outcome.state == "settled" for *_, outcome in looked)
    if is_settled:
        looked = [one for one in looked if one[2].state == "settled"]
    for card, _, outcome in looked:
        disputed |= outcome.state == "disputed"
        if outcome.answer is None:
            continue
        says, value = true_value(outcome.answer, card.gold, card.extracted)
        if says:
            values[strict_key(value)] = value
    if not is_settled and ABSENT in values.values() and (kept := _cards_that_keep(within)):
        disputed, numbers = True, tuple(sorted({*numbers, *kept}))
    if disputed or len(values) > 1:
        return GoldOutcome(*where, gold, "disputed", gold, _all_people(looked), numbers)
    if not values:
        return GoldOutcome(*where, gold, "open", gold, (), numbers)
    [(key, value)] = values.items()
    state: Literal["confirmed", "corrected"] = "confirmed" if key == strict_key(gold) else "corrected"
    people, others = who_says(((card, outcome) for card, _, outcome in everyone), value)
    return GoldOutcome(*where, gold, state, value, people, numbers, others)


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
