"""What is decided about a value of gold, at which several cards may look."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from evaljson.base import paths
from evaljson.base.jsontypes import ABSENT, strict_equal, strict_key
from evaljson.review.answers import true_value
from evaljson.review.cards import ReviewCard
from evaljson.review.opinions import At
from evaljson.review.place_outcome import PlaceOutcome
from evaljson.review.said import answer_in_words, is_one_value
from evaljson.review.same_meaning import SameMeaning, strictly


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


Looked = tuple[ReviewCard, int, PlaceOutcome]
"""(card, its number, what is decided at one of its places)"""


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


def gold_outcomes(
    cards: Sequence[ReviewCard], places: Mapping[At, PlaceOutcome], same: SameMeaning
) -> dict[tuple[int, str], GoldOutcome]:
    """Work out every place of gold that a card looks at."""
    looked: dict[tuple[int, str], list[Looked]] = {}
    for number, card in enumerate(cards):
        for place, at in enumerate(card.places):
            if at.gold_path is not None:
                looked.setdefault((at.record, at.gold_path), []).append((card, number, places[number, place]))
    within: dict[tuple[int, str], list[Looked]] = {}
    for (record, path), found in looked.items():
        for above in elements_around(path):
            if (record, above) in looked:
                within.setdefault((record, above), []).extend(found)
    return {where: gold_outcome(where, found, within.get(where, ()), same) for where, found in looked.items()}


def elements_around(path: str) -> tuple[str, ...]:
    """Return the elements of arrays that a path is in, itself left out."""
    return tuple(above for above in paths.elements_above(path) if above != path)


def gold_outcome(
    where: tuple[int, str], looked: Sequence[Looked], within: Sequence[Looked], same: SameMeaning
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


def _values(looked: Iterable[Looked]) -> list[tuple[Any, set[str]]]:
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


def _all_people(looked: Iterable[Looked]) -> tuple[str, ...]:
    """Return who answered where something is decided or settled it, sorted."""
    decided = [outcome for *_, outcome in looked if outcome.answer is not None]
    opinions = (one for outcome in decided for one in (*outcome.opinions, *filter(None, [outcome.settled])))
    return tuple(sorted({one.who for one in opinions}))


def _cards_that_keep(within: Sequence[Looked]) -> set[int]:
    """Return the cards that say which value gold should have in an element, by number: so the element is to stay."""
    said = (
        (number, true_value(outcome.answer, card.gold, card.extracted))
        for card, number, outcome in within
        if outcome.answer is not None
    )
    return {number for number, (says, value) in said if says and value is not ABSENT}
