"""Elements that only an extraction has: they are at no place of gold, so they are counted apart from its values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Final

from evaljson.base.jsontypes import ABSENT, strict_key
from evaljson.review.added_elements import outermost_added
from evaljson.review.answers import true_value
from evaljson.review.cards import ReviewCard
from evaljson.review.label_states import LabelState
from evaljson.review.opinions import At
from evaljson.review.outcome import ReviewOutcome

_FIRST: Final[tuple[LabelState | None, ...]] = ("disputed", "corrected", None, "confirmed")
"""What an element is of which several cards, or variants, say something: the first of these. None: not decided."""


def lacking_elements(cards: Sequence[ReviewCard], outcome: ReviewOutcome) -> Counter[str]:
    """Count them by what people say: gold rightly lacks it ("confirmed"), should have it ("corrected"), and so on.

    "open": nothing is decided.
    """
    states = (state_of_lacking(some, cards, outcome) for some in where_gold_lacks(cards).values())
    return Counter(state or "open" for state in states)


def where_gold_lacks(cards: Sequence[ReviewCard]) -> dict[Hashable, list[At]]:
    """Return for each element that gold lacks the places of cards that are about it.

    Elements of several variants that have one value in one array are one; those that one variant has more than once are
    as many.
    """
    found: dict[Hashable, list[At]] = {}
    equal: dict[Hashable, list[str]] = {}
    for number, card in enumerate(cards):
        for place, at in enumerate(card.places):
            if at.gold_path is None:
                element = outermost_added(at.path)
                key: tuple[Hashable, ...] = (at.record, element[: element.rindex("[")])
                if element == at.path:
                    value = strict_key(card.extracted)
                    same = equal.setdefault((*key, at.variant, value), [])
                    if element not in same:
                        same.append(element)
                    key = (*key, value, same.index(element))
                else:
                    key = (*key, at.variant, element)
                found.setdefault(key, []).append((number, place))
    return found


def state_of_lacking(some: Iterable[At], cards: Sequence[ReviewCard], outcome: ReviewOutcome) -> LabelState | None:
    """Return what people say of one of them, of which these are the places; None where nothing is decided."""
    states = {_state(cards[at[0]], outcome, at) for at in some}
    return next(state for state in _FIRST if state in states)


def _state(card: ReviewCard, outcome: ReviewOutcome, at: At) -> LabelState | None:
    decided = outcome.places[at]
    if decided.answer is None:
        return "disputed" if decided.state == "disputed" else None
    says, value = true_value(decided.answer, card.gold, card.extracted)
    return None if not says else "confirmed" if value is ABSENT else "corrected"
