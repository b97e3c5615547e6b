"""Elements that people say gold should have though it has an equal one in the same array already."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from evaljson.base import paths
from evaljson.base.jsontypes import strict_equal, value_at
from evaljson.review.added_elements import added_elements, outermost_added
from evaljson.review.answers import true_value
from evaljson.review.cards import ReviewCard
from evaljson.review.corrected_gold import GoldChange, correct_gold
from evaljson.review.opinions import At
from evaljson.review.outcome import ReviewOutcome


def repeated_places(gold: Sequence[Any], cards: Sequence[ReviewCard], outcome: ReviewOutcome) -> frozenset[At]:
    """Return the places of cards whose answers give gold an element once more, and nobody has settled that.

    Only the records that get elements are read from `gold`.
    """
    records = {one.record for one in added_elements(cards, outcome)}
    if not records:
        return frozenset()
    read = [gold[at] if at in records else None for at in range(len(gold))]
    changes = correct_gold(read, cards, outcome, only=records).changes
    return frozenset(at for one in changes for at in places_of_repeated(one, cards, outcome))


def repeated_at(record: Any, cards: Sequence[ReviewCard], outcome: ReviewOutcome, at: At) -> list[str]:
    """Return where a record of gold has an element that one of `repeated_places` gives it once more.

    Empty where it comes by another correction, or where the answer is about a part of the element.
    """
    card, answer = cards[at[0]], outcome.places[at].answer
    path = card.places[at[1]].path
    if answer is None or outermost_added(path) != path:
        return []
    _, value = true_value(answer, card.gold, card.extracted)
    held = value_at(record, _array(path))
    listed = held if isinstance(held, list) else []
    return [paths.element(_array(path), number) for number, one in enumerate(listed) if strict_equal(one, value)]


def places_of_repeated(change: GoldChange, cards: Sequence[ReviewCard], outcome: ReviewOutcome) -> Iterator[At]:
    """Yield the places that a change comes from, if it gives gold an element once more and nobody has settled that."""
    for card in change.cards if change.is_repeated else ():
        for place, at in enumerate(cards[card].places):
            if at.record != change.record or at.gold_path is not None or outcome.places[card, place].state != "decided":
                continue
            if _array(outermost_added(at.path)) == _array(change.path):
                yield card, place


def still_repeated(
    changes: Iterable[GoldChange], cards: Sequence[ReviewCard], outcome: ReviewOutcome
) -> list[GoldChange]:
    """Return the changes that give gold an element once more, and that nobody has settled."""
    return [one for one in changes if any(places_of_repeated(one, cards, outcome))]


def _array(element: str) -> str:
    return element[: element.rindex("[")]
