"""Finds the cards that were split from others without a look at all: they are behind those a review began with."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BindParameter, ColumnElement, and_, func, select
from sqlalchemy.orm import InstrumentedAttribute, aliased

from evaljson.store.tables import ReviewCardRow, ReviewSeatRow
from evaljson.store.topics.review_wanted import is_unwanted

Review = str | BindParameter[str] | InstrumentedAttribute[str]
_MADE = aliased(ReviewCardRow)


def is_split(review: Review, card: Any = ReviewCardRow) -> ColumnElement[bool]:
    """Return the condition for the cards of a review that were split from others; a search that ends at the first."""
    last_made = select(_MADE.number).where(_MADE.review == review, _MADE.split_from.is_(None))
    newest = last_made.order_by(_MADE.number.desc()).limit(1)
    if isinstance(review, InstrumentedAttribute):
        newest = newest.correlate(review.class_)
    return and_(card.review == review, card.split_from.is_not(None), card.number > newest.scalar_subquery())


def counts(review: InstrumentedAttribute[str]) -> dict[str, ColumnElement[int]]:
    """Return the cards that hold places, all seats, those without an answer and those of them that no card wants.

    Each is counted by an index.
    """
    card, gone = aliased(ReviewCardRow), aliased(ReviewCardRow)
    seat, left, more = aliased(ReviewSeatRow), aliased(ReviewSeatRow), aliased(ReviewSeatRow)

    def number(table: Any, *conditions: ColumnElement[bool] | InstrumentedAttribute[bool]) -> ColumnElement[int]:
        query = select(func.count()).select_from(table).where(*conditions)
        return query.correlate(review.class_).scalar_subquery()

    seats = number(seat, seat.review == review)
    withdrawn = number(gone, is_split(review, gone), gone.withdrawn)
    still_open = number(left, left.review == review, left.answered_by.is_(None))
    unwanted = number(more, more.review == review, is_unwanted(more))
    newest = select(func.max(card.number)).where(card.review == review).correlate(review.class_).scalar_subquery()
    return {"cards": newest + 1 - withdrawn, "seats": seats, "left": still_open, "unwanted": unwanted}
