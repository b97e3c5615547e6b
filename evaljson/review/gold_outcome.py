"""What is decided about a value of gold, at which several cards may look."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from evaljson.base import paths
from evaljson.base.jsontypes import ABSENT, strict_equal, strict_key, value_at
from evaljson.review.answers import true_value
from evaljson.review.cards import ReviewCard
from evaljson.review.opinions import At, Opinion
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
    against: tuple[At, ...] = ()
    """Of an element that gold should not have, or have otherwise: where people say otherwise of something in it. It is
    disputed because of that, unless it was settled."""
    is_against_since: bool = False
    """Whether some of that was said after it was settled."""


class LookedAt(NamedTuple):
    """What is decided at one of the places at which a card looks at gold."""

    card: ReviewCard
    at: At
    outcome: PlaceOutcome
    path: str
    """In gold."""

    @property
    def number(self) -> int:
        """That of the card."""
        return self.at[0]


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
        for opinion in _everyone(outcome):
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
    looked: dict[tuple[int, str], list[LookedAt]] = {}
    for number, card in enumerate(cards):
        for place, at in enumerate(card.places):
            if at.gold_path is not None:
                one = LookedAt(card, (number, place), places[number, place], at.gold_path)
                looked.setdefault((at.record, at.gold_path), []).append(one)
    within: dict[tuple[int, str], list[LookedAt]] = {}
    for (record, path), found in looked.items():
        for above in elements_around(path):
            if (record, above) in looked:
                within.setdefault((record, above), []).extend(found)
    return {where: gold_outcome(where, found, within.get(where, ()), same) for where, found in looked.items()}


def elements_around(path: str) -> tuple[str, ...]:
    """Return the elements of arrays that a path is in, the outermost first; itself left out."""
    return tuple(above for above in paths.elements_above(path) if above != path)


def given_inside(value: Any, element: str, path: str) -> Any:
    """Return what a path in an element leads to once that has a value; ABSENT where it leads nowhere."""
    return ABSENT if value is ABSENT else value_at(value, path[len(element) :].removeprefix("."))


def gold_outcome(
    where: tuple[int, str], looked: Sequence[LookedAt], within: Sequence[LookedAt], same: SameMeaning
) -> GoldOutcome:
    """Work out one place of gold; `within` are cards about something in the element that this is."""
    card = looked[0].card
    gold, everyone = card.gold, looked
    numbers = tuple(sorted({one.number for one in looked}))
    # Cards may contradict each other about one value: a decision between them stands above what was answered.
    settled = tuple(sorted({one.number for one in looked if one.outcome.state == "settled"}))
    if settled:
        looked = _settled(looked)
    values = _values(looked)
    by_voices = (value for value, _ in sorted(values, key=lambda one: -len(one[1])))
    agreed = [one for one in by_voices if all(is_one_value(card, one, other, same) for other, _ in values)]
    if any(one.outcome.state == "disputed" for one in looked) or (values and not agreed):
        return GoldOutcome(*where, gold, "disputed", gold, _all_people(looked), numbers, settled=settled)
    if not values:
        return GoldOutcome(*where, gold, "open", gold, (), numbers, settled=settled)
    value = agreed[0]
    if strict_equal(value, gold):
        people, others = who_says(_voices(everyone), value, same)
        return GoldOutcome(*where, gold, "confirmed", value, people, numbers, others, settled)
    against = _against(where[1], value, within, same)
    against_at = tuple(sorted(one.at for one in against))
    if against and not settled:
        people = tuple(sorted({*_all_people(looked), *_all_people(against)}))
        numbers = tuple(sorted({*numbers, *(one.number for one in against)}))
        return GoldOutcome(*where, gold, "disputed", gold, people, numbers, against=against_at)
    people, others = who_says(_voices(everyone), value, same)
    others = tuple(sorted({*others, *_said_inside(against)}, key=lambda one: (one.who, one.said)))
    decided = max((one.outcome.settled.number for one in looked if one.outcome.settled is not None), default=0)
    since = bool(settled) and any(one.number > decided for at in against for one in _everyone(at.outcome))
    return GoldOutcome(
        *where, gold, "corrected", value, people, numbers, others, settled, against_at, since
    )  # fmt: skip


def _settled(looked: Iterable[LookedAt]) -> list[LookedAt]:
    return [one for one in looked if one.outcome.state == "settled"]


def _voices(looked: Iterable[LookedAt]) -> list[tuple[ReviewCard, PlaceOutcome]]:
    return [(one.card, one.outcome) for one in looked]


def _values(looked: Iterable[LookedAt]) -> list[tuple[Any, set[str]]]:
    """List the values that gold should have, each with who says so, in the order of the cards."""
    found: dict[Hashable, tuple[Any, set[str]]] = {}
    for card, _, outcome, _ in looked:
        if outcome.answer is not None:
            says, value = true_value(outcome.answer, card.gold, card.extracted)
            if says:
                _, people = found.setdefault(strict_key(value), (value, set()))
                voices = outcome.opinions if outcome.settled is None else (outcome.settled,)
                people.update(one.who for one in voices)
    return list(found.values())


def _everyone(outcome: PlaceOutcome) -> tuple[Opinion, ...]:
    """Return the opinions at a place and the decision between them."""
    return (*outcome.opinions, *filter(None, [outcome.settled]))


def _all_people(looked: Iterable[LookedAt]) -> tuple[str, ...]:
    """Return who answered where something is decided or settled it, sorted."""
    decided = (one.outcome for one in looked if one.outcome.answer is not None)
    return tuple(sorted({one.who for outcome in decided for one in _everyone(outcome)}))


def _against(element: str, value: Any, within: Sequence[LookedAt], same: SameMeaning) -> list[LookedAt]:
    """Return what people say of values in an element that it would not have if gold had this value in its place."""
    by_path: dict[str, list[LookedAt]] = {}
    for one in within:
        by_path.setdefault(one.path, []).append(one)
    found = list[LookedAt]()
    for path, some in by_path.items():
        given = given_inside(value, element, path)
        for one in _settled(some) or some:
            if one.outcome.answer is not None:
                says, said = true_value(one.outcome.answer, one.card.gold, one.card.extracted)
                if says and not is_one_value(one.card, said, given, same):
                    found.append(one)
    return found


def _said_inside(against: Iterable[LookedAt]) -> set[OtherAnswer]:
    """Return who said what of values in an element, with where these are."""
    return {
        OtherAnswer(voice.who, f"{one.path}: {answer_in_words(one.card, voice.answer)}")
        for one in against
        for voice in ([one.outcome.settled] if one.outcome.settled is not None else one.outcome.opinions)
    }
