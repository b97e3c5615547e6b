"""How large a review would be, before it is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaljson.results.model import RunResult
from evaljson.review.cards import ReviewCard
from evaljson.review.plan import ReviewPlan
from evaljson.workspace.make_review import ReviewScope, draft_cards


@dataclass(frozen=True, slots=True)
class ReviewSize:
    """What people would have before them."""

    cards: int
    """Of disagreements."""
    places: int
    """That these stand for: a value of one record in one variant each."""
    audited: int
    """Cards of matching values."""
    opinions: int
    """Answers wanted, of all cards."""


def size_of(cards: Sequence[ReviewCard]) -> ReviewSize:
    """Count cards."""
    differing = [card for card in cards if card.kind == "disagreement"]
    return ReviewSize(
        len(differing),
        sum(len(card.places) for card in differing),
        len(cards) - len(differing),
        sum(card.opinions for card in cards),
    )


def review_size(runs: Mapping[str, RunResult], plan: ReviewPlan, scope: ReviewScope) -> ReviewSize:
    """Count the cards that a review of these runs would have."""
    return size_of(draft_cards(runs, plan, scope))
