"""Who has a review open now, and at which card. It lasts as long as their pages say so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, select, update

from evaljson.store.actor import Actor
from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.names import checked_name
from evaljson.store.rows import build, columns_for, insert_missing
from evaljson.store.tables import ReviewPresenceRow
from evaljson.store.topics.review_loans import AWAY, prolong
from evaljson.store.topics.review_log import pinned
from evaljson.store.topics.review_settings import checked_guest

WITHIN: Final = AWAY
"""Who was last seen longer ago than this is not here."""
_FORGOTTEN: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Present:
    """A page that has the review open."""

    session: str
    who: str
    card: int | None
    seen: datetime


class ReviewPresence:
    """Say that one is here, and see who is."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = now) -> None:
        self._database, self._clock = database, clock

    def seen(
        self, review: str, session: str, *, by: Actor, card: int | None = None, token: str | None = None
    ) -> datetime | None:
        """Say that this page is open at a card, and renew the loan under a token in the same step.

        Return until when the card is on loan; None if it is no longer this person's, or no token was given.
        """
        table, moment = ReviewPresenceRow, self._clock()
        checked_name(session, "a session")
        this = (table.review == review, table.session == session)
        with self._database.writing() as connection:
            who = checked_guest(by, pinned(connection, review, locked=False).settings)
            values = {"who": who, "card": card, "seen": moment}
            if connection.execute(update(table).where(*this).values(**values)).rowcount == 0:
                connection.execute(
                    delete(table).where(table.review == review, table.seen < moment - _FORGOTTEN)
                )  # fmt: skip
                connection.execute(
                    insert_missing(connection, table), {"review": review, "session": session, **values}
                )  # fmt: skip
            return None if token is None else prolong(connection, review, token, who, moment)

    def here(self, review: str, within: timedelta = WITHIN) -> list[Present]:
        """List the pages that were seen of late, by name."""
        table = ReviewPresenceRow
        query = select(*columns_for(Present, table)).where(
            table.review == review, table.seen >= self._clock() - within
        )  # fmt: skip
        with self._database.reading() as connection:
            return [
                build(Present, row) for row in connection.execute(query.order_by(table.who, table.session)).mappings()
            ]

    def leave(self, review: str, session: str) -> None:
        """Say that this page is closed."""
        table = ReviewPresenceRow
        with self._database.writing() as connection:
            connection.execute(delete(table).where(table.review == review, table.session == session))
