"""How large a review would be, before it is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from evaljson.results.model import RunResult
from evaljson.review.cut_off_pairs import values_lost
from evaljson.review.decided_values import scored_at
from evaljson.review.moved_elements import MovedElements, moved_elements
from evaljson.review.plan import PlannedReview, ReviewPlan
from evaljson.workspace.decided_before import DecidedBefore
from evaljson.workspace.make_review import ReviewScope, draft_review


@dataclass(frozen=True, slots=True)
class ReviewSize:
    """What people would have before them."""

    cards: int
    """Of disagreements."""
    values: int
    """That these stand for: wrong values of one record in one variant each, as they were scored."""
    audited: int
    """Cards of matching values."""
    opinions: int
    """Answers wanted, of all cards."""
    by_chance: int
    """Cards of several records whose equal values may be chance: an answer begins with one record, and the others come
    back as a card of their own."""
    moved: MovedElements
    """What no card asks about, since only the order differs."""
    left_out: int = 0
    """Cards that an earlier review decided, and that are not asked again."""
    cut_off: int = 0
    """Values that replies lack since they ended early, and that are not asked about."""


def size_of(planned: PlannedReview) -> ReviewSize:
    """Count cards."""
    cards = planned.cards
    differing = [card for card in cards if card.kind == "disagreement"]
    return ReviewSize(
        len(differing),
        len({(place.variant, *value) for card in differing for place in card.places for value in scored_at(place)}),
        len(cards) - len(differing),
        sum(card.opinions for card in cards),
        sum(card.records > 1 and card.is_by_chance for card in cards),
        moved_elements(planned.moved),
        len(planned.left_out),
        values_lost(planned.cut_off),
    )


def review_size(
    runs: Mapping[str, RunResult], plan: ReviewPlan, scope: ReviewScope, before: DecidedBefore | None = None
) -> ReviewSize:
    """Count the cards that a review of these runs would have."""
    return size_of(draft_review(runs, plan, scope, before))
