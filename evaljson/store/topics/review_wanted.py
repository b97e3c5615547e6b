"""Says how many opinions a card wants: as many as it was made for, however many were given.

An answer from a file needs no seat of those: where all are taken, it gets one more, and whoever has the card on screen
keeps theirs. Seats beyond those that are wanted have numbers of their own, so that a count finds them by an index.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import BindParameter, ColumnElement, ScalarSelect, and_, exists, func, select
from sqlalchemy.orm import aliased

from evaljson.store.tables import ReviewSeatRow

MAX_OPINIONS: Final = 5
"""The most that a card can want: seats of this number and above are for opinions beyond that."""


def wants_more(seat: Any, moment: BindParameter[Any]) -> ColumnElement[bool]:
    """Return the condition for free seats of cards that want more than was given and those with loans can give."""
    one, more = aliased(ReviewSeatRow), aliased(ReviewSeatRow)
    taken = one.answered_by.is_not(None) | (one.until >= moment)
    has_all = _on_card(more, one, taken) >= _on_card(more, one, one.seat < MAX_OPINIONS)
    # Counted only where a card has such a seat, which is rare: PostgreSQL would count for every free seat otherwise.
    on_card = (more.review == seat.review, more.card == seat.card)
    return ~exists().where(*on_card, more.seat >= MAX_OPINIONS, has_all)


def is_unwanted(seat: Any) -> ColumnElement[bool]:
    """Return a condition that holds for as many seats as are without an answer on cards that want none."""
    one = aliased(ReviewSeatRow)
    before = _on_card(seat, one, and_(one.seat >= MAX_OPINIONS, one.seat < seat.seat))
    return and_(seat.seat >= MAX_OPINIONS, before < _on_card(seat, one, one.answered_by.is_(None)))


def _on_card(seat: Any, one: Any, condition: ColumnElement[bool]) -> ScalarSelect[int]:
    """Count the seats of the same card for which a condition holds."""
    query = select(func.count()).select_from(one).where(one.review == seat.review, one.card == seat.card, condition)
    return query.correlate(seat).scalar_subquery()
