"""How many values of gold a review confirms or calls wrong; and apart from these, what gold lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from evaljson.base.jsontypes import ABSENT
from evaljson.review.cards import ReviewCard
from evaljson.review.lacking_elements import lacking_elements
from evaljson.review.outcome import ReviewOutcome


@dataclass(frozen=True, slots=True)
class GoldCounts:
    """Counts by state: "open", "confirmed", "corrected" or "disputed"."""

    values: Counter[str]
    """Places at which gold has a value."""
    lacking: Counter[str]
    """Keys and elements of arrays that gold lacks. "confirmed": rightly so; "corrected": it should have them."""
    overruled: int = 0
    """Values that people confirm in an element of which it was settled that gold should not have it, or have another
    one: they are in no other count."""


def gold_counts(cards: Sequence[ReviewCard], outcome: ReviewOutcome) -> GoldCounts:
    """Count what the cards look at. A null of gold is a value; a key that gold does not have is none, as an element.

    An element that is corrected as a whole is one, with what it then has in it.
    """
    values, lacking, overruled = Counter[str](), Counter[str](lacking_elements(cards, outcome)), 0
    for decided in outcome.gold.values():
        if not outcome.counts_with_element(decided):
            (lacking if decided.gold is ABSENT else values)[decided.state] += 1
        elif decided.state == "confirmed":
            overruled += 1
    return GoldCounts(values, lacking, overruled)
