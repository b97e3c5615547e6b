"""Hands out in another order, to other numbers of people, the cards that nobody has begun with.

The number of a card is its turn, and events name cards by number: so cards that someone has had on screen, answered or
left something at stay as they are, and the others change places among themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select

from evaljson.store.tables import ReviewCardRow, ReviewSeatRow
from evaljson.store.topics.review_cards import free_seats
from evaljson.store.topics.review_untouched import untouched

Wanted = tuple[int, int]
"""(number of a card as it is, opinions that are wanted of it)"""


def arrange(connection: Connection, review: str, wanted: Sequence[Wanted]) -> int:
    """Give these cards their turns in this order, as far as nobody has begun with them; return how many those are."""
    card, seat = ReviewCardRow, ReviewSeatRow
    free = select(seat.card).where(seat.review == review, seat.answered_by.is_(None), seat.holder.is_(None))
    connection.execute(free.with_for_update()).all()  # nobody is lent one of them until this transaction ends
    rows = {row["number"]: dict(row) for row in connection.execute(untouched(review).with_for_update()).mappings()}
    named = {number: opinions for number, opinions in wanted if number in rows}
    order = [*named.items(), *((number, rows[number]["opinions"]) for number in rows if number not in named)]
    gone = [{"of_card": number} for number in rows]
    if not gone:
        return 0
    for table, column in ((seat, seat.card), (card, card.number)):
        connection.execute(delete(table).where(table.review == review, column == bindparam("of_card")), gone)
    new, seats = list[dict[str, Any]](), list[dict[str, Any]]()
    for turn, (number, opinions) in zip(sorted(rows), order, strict=True):
        new.append({**rows[number], "number": turn, "opinions": opinions})
        seats += free_seats(review, turn, opinions)
    connection.execute(insert(card), new)
    connection.execute(insert(seat), seats)
    return len(new)
