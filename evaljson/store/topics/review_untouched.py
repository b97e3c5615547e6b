"""Finds the cards of a review that nobody has had on screen, answered or left something at."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, exists, select

from evaljson.store.tables import ReviewCardRow, ReviewEventRow, ReviewSeatRow, ReviewVisitRow


def untouched(review: str) -> Select[Any]:
    """Select the cards that nobody has begun with, in order."""
    card, seat, event, visit = ReviewCardRow, ReviewSeatRow, ReviewEventRow, ReviewVisitRow
    taken = seat.holder.is_not(None) | seat.answered_by.is_not(None)
    return (
        select(card.__table__)
        .where(card.review == review, card.split_from.is_(None))
        .where(~exists().where(seat.review == card.review, seat.card == card.number, taken))
        .where(~exists().where(event.review == card.review, event.card == card.number))
        .where(~exists().where(visit.review == card.review, visit.card == card.number))
        .order_by(card.number)
    )
