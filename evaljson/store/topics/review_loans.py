"""Lends seats of cards: each taken by one conditional update, so that no two people ever have the same one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, Update, and_, exists, func, or_, select, tuple_, update
from sqlalchemy.orm import aliased

from evaljson.store.names import new_id
from evaljson.store.rows import insert_missing
from evaljson.store.tables import ReviewSeatRow, ReviewVisitRow

LOAN: Final = timedelta(minutes=5)
"""How long a card stays with someone who shows no sign of life."""
AWAY: Final = timedelta(seconds=10)
"""A page that has not said for so long that it is there is not."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who asks for a seat, and when."""

    review: str
    person: str
    session: str
    moment: datetime


@dataclass(frozen=True, slots=True)
class Loan:
    """A seat on loan."""

    card: int
    token: str
    until: datetime


def one_at_a_time(connection: Connection, review: str, person: str) -> None:
    """Let no other session of the same person take a card until the transaction ends."""
    if connection.dialect.name == "postgresql":  # on SQLite, nobody else writes meanwhile
        key = func.hashtextextended(f"{review} {person!a}", 0)
        connection.execute(select(func.pg_advisory_xact_lock(key)))


def is_elsewhere(connection: Connection, wish: Seat) -> bool:
    """Check whether another page of this person has a card on loan, and said of late that it is there."""
    table = ReviewSeatRow
    held = select(table.card).where(
        table.review == wish.review, table.holder == wish.person, table.answered_by.is_(None),
        table.session.is_not(None), table.session != wish.session, table.until > wish.moment + LOAN - AWAY,
    )  # fmt: skip
    return connection.execute(held.limit(1)).first() is not None


def take_next(connection: Connection, wish: Seat) -> Loan | None:
    """Take the seat that the person has already, or else the first free one on a card that they have not had."""
    table = ReviewSeatRow
    return _take_again(connection, wish, table.answered_by.is_(None)) or _take_free(connection, wish)


def take_asked(connection: Connection, wish: Seat, card: int) -> Loan | None:
    """Take a seat on this card: the person's own, even if they answered from it, or a free one."""
    table = ReviewSeatRow
    own = or_(table.answered_by == wish.person, and_(table.answered_by.is_(None), table.holder == wish.person))
    return _take_own(connection, wish, table.card == card, own) or _take_free(connection, wish, card)


def _take_again(connection: Connection, wish: Seat, *conditions: ColumnElement[bool]) -> Loan | None:
    return _take_own(connection, wish, ReviewSeatRow.holder == wish.person, *conditions)


def _take_own(connection: Connection, wish: Seat, *conditions: ColumnElement[bool]) -> Loan | None:
    table = ReviewSeatRow
    newest = (
        select(table.card, table.seat, table.session, table.token, table.holder)
        .where(table.review == wish.review, *conditions)
        .order_by(table.until.desc(), table.card, table.seat)
        .limit(1)
        .with_for_update()
    )
    row = connection.execute(newest).first()
    if row is None:
        return None
    same = row.session == wish.session and row.holder == wish.person and row.token is not None
    loan = Loan(row.card, str(row.token) if same else new_id(), wish.moment + LOAN)
    this = (table.review == wish.review, table.card == row.card, table.seat == row.seat)
    connection.execute(update(table).where(*this).values(**_values(wish, loan)))
    return loan


def first_free(wish: Seat, card: int | None = None) -> Select[int, int]:
    """Select card and number of the first seat that is free for this person, of all cards or of one."""
    one, other, visit = aliased(ReviewSeatRow), aliased(ReviewSeatRow), ReviewVisitRow
    had = exists().where(
        other.review == one.review, other.card == one.card, other.answered_by == wish.person
    )  # fmt: skip
    skipped = exists().where(
        visit.review == one.review, visit.card == one.card, visit.person == wish.person, visit.skipped
    )
    return (
        select(one.card, one.seat)
        .where(one.review == wish.review, one.answered_by.is_(None))
        .where(or_(one.holder.is_(None), one.until < wish.moment), ~had)
        .where(~skipped if card is None else one.card == card)
        .order_by(one.card, one.seat)
        .limit(1)
    )


def _take_free(connection: Connection, wish: Seat, card: int | None = None) -> Loan | None:
    """Take the first free seat, or the first one of a card, in one statement."""
    table, token, until = ReviewSeatRow, new_id(), wish.moment + LOAN
    query = first_free(wish, card)
    free = query.with_for_update(of=query.columns_clause_froms[0], skip_locked=True).scalar_subquery()
    taken: Update = update(table).where(table.review == wish.review, tuple_(table.card, table.seat) == free)
    row = connection.execute(
        taken.values(holder=wish.person, session=wish.session, token=token, until=until)
        .returning(table.card)
        .execution_options(synchronize_session=False)
    ).first()
    return None if row is None else Loan(row.card, token, until)


def _values(wish: Seat, loan: Loan) -> dict[str, Any]:
    return {"holder": wish.person, "session": wish.session, "token": loan.token, "until": loan.until}


def prolong(connection: Connection, review: str, token: str, person: str, moment: datetime) -> datetime | None:
    """Lend a seat for longer; None if it is no longer this person's."""
    until = moment + LOAN
    renewed = connection.execute(_loan(review, token, person).values(until=until)).rowcount
    return until if renewed else None


def give_back(connection: Connection, review: str, token: str, person: str, moment: datetime) -> None:
    """Make a seat free for others from this moment on."""
    connection.execute(_loan(review, token, person).values(until=moment - timedelta(microseconds=1)))


def _loan(review: str, token: str, person: str) -> Update:
    table = ReviewSeatRow
    return update(table).where(table.review == review, table.token == token, table.holder == person)


def leave_draft(
    connection: Connection, review: str, card: int, person: str, draft: dict[str, Any] | None, moment: datetime
) -> None:
    """Keep what a person typed on a card."""
    visit(connection, review, card, person, moment, draft=draft)


def left_draft(connection: Connection, review: str, card: int, person: str) -> dict[str, Any] | None:
    """Return what a person left on a card."""
    table = ReviewVisitRow
    this = (table.review == review, table.card == card, table.person == person)
    draft: dict[str, Any] | None = connection.execute(select(table.draft).where(*this)).scalar()
    return draft


def visit(connection: Connection, review: str, card: int, person: str, moment: datetime, **values: Any) -> None:
    """Note something between a person and a card."""
    table, this = ReviewVisitRow, {"review": review, "card": card, "person": person}
    empty = {**this, "skipped": False, "draft": None, "updated": moment}
    connection.execute(insert_missing(connection, table), empty)
    conditions = [getattr(table, name) == value for name, value in this.items()]
    connection.execute(update(table).where(*conditions).values(updated=moment, **values))
