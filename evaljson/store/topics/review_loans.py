"""Lends seats of cards: each taken by one conditional update, so that no two people ever have the same one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Final

from sqlalchemy import (
    BindParameter,
    Connection,
    Select,
    Update,
    and_,
    bindparam,
    exists,
    func,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import aliased

from evaljson.store.names import new_id
from evaljson.store.rows import insert_missing_of
from evaljson.store.tables import ReviewSeatRow, ReviewVisitRow
from evaljson.store.topics.review_wanted import wants_more

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
    seen = wish.moment + LOAN - AWAY
    asked = {"of_review": wish.review, "by": wish.person, "from_page": wish.session, "seen": seen}
    return connection.execute(_elsewhere(), asked).first() is not None


@cache
def _elsewhere() -> Select[Any]:
    table = ReviewSeatRow
    return select(table.card).where(
        table.review == bindparam("of_review"), table.holder == bindparam("by"), table.answered_by.is_(None),
        table.session.is_not(None), table.session != bindparam("from_page"), table.until > bindparam("seen"),
    ).limit(1)  # fmt: skip


def take_next(connection: Connection, wish: Seat) -> Loan | None:
    """Take the seat that the person has already, or else the first free one on a card that they have not had."""
    return _take_own(connection, wish) or _take_free(connection, wish)


def take_asked(connection: Connection, wish: Seat, card: int) -> Loan | None:
    """Take a seat on this card: the person's own, even if they answered from it, or a free one."""
    return _take_own(connection, wish, card) or _take_free(connection, wish, card)


def _asked(wish: Seat, card: int | None) -> dict[str, Any]:
    asked = {"of_review": wish.review, "by": wish.person, "at": wish.moment}
    return asked | ({} if card is None else {"of_card": card})


def _take_own(connection: Connection, wish: Seat, card: int | None = None) -> Loan | None:
    table = ReviewSeatRow
    row = connection.execute(_own(card is not None), _asked(wish, card)).first()
    if row is None:
        return None
    same = row.session == wish.session and row.holder == wish.person and row.token is not None
    loan = Loan(row.card, str(row.token) if same else new_id(), wish.moment + LOAN)
    this = (table.review == wish.review, table.card == row.card, table.seat == row.seat)
    connection.execute(update(table).where(*this).values(**_values(wish, loan)))
    return loan


@cache
def _own(of_one_card: bool) -> Select[int, int, str | None, str | None, str | None]:
    """Select the seat that someone has on loan: of all cards, or of one, where they may have answered from it."""
    table = ReviewSeatRow
    person: BindParameter[str] = bindparam("by")
    query = select(table.card, table.seat, table.session, table.token, table.holder)
    query = query.where(table.review == bindparam("of_review"))
    at: BindParameter[datetime] = bindparam("at")
    held = and_(table.holder == person, table.answered_by.is_(None), or_(table.until >= at, wants_more(table, at)))
    if of_one_card:
        query = query.where(table.card == bindparam("of_card"), or_(table.answered_by == person, held))
    else:
        query = query.where(held)
    return query.order_by(table.until.desc(), table.card, table.seat).limit(1).with_for_update()


def next_free(connection: Connection, wish: Seat) -> int | None:
    """Return the first card with a seat that is free for this person."""
    card: int | None = connection.execute(_first_free(False), _asked(wish, None)).scalar()
    return card


@cache
def _first_free(of_one_card: bool) -> Select[int, int]:
    """Select card and number of the first seat that is free for a person, of all cards or of one."""
    one, other, visit = aliased(ReviewSeatRow), aliased(ReviewSeatRow), ReviewVisitRow
    person: BindParameter[str] = bindparam("by")
    at: BindParameter[datetime] = bindparam("at")
    had = exists().where(other.review == one.review, other.card == one.card, other.answered_by == person)
    skipped = exists().where(
        visit.review == one.review, visit.card == one.card, visit.person == person, visit.skipped
    )  # fmt: skip
    return (
        select(one.card, one.seat)
        .where(one.review == bindparam("of_review"), one.answered_by.is_(None))
        .where(or_(one.holder.is_(None), one.until < at), ~had)
        .where(one.card == bindparam("of_card") if of_one_card else ~skipped)
        .where(wants_more(one, at))
        .order_by(one.card, one.seat)
        .limit(1)
    )


def _take_free(connection: Connection, wish: Seat, card: int | None = None) -> Loan | None:
    """Take the first free seat, or the first one of a card, in one statement."""
    loan = Loan(-1, new_id(), wish.moment + LOAN)
    lent = {f"new_{name}": value for name, value in _values(wish, loan).items()}
    asked = {**_asked(wish, card), **lent}
    row = connection.execute(_lend_free(card is not None), asked).first()
    return None if row is None else Loan(row.card, loan.token, loan.until)


@cache
def _lend_free(of_one_card: bool) -> Any:
    table, query = ReviewSeatRow, _first_free(of_one_card)
    free = query.with_for_update(of=query.columns_clause_froms[0], skip_locked=True).scalar_subquery()
    taken = update(table).where(table.review == bindparam("of_review"), tuple_(table.card, table.seat) == free)
    values: dict[str, Any] = {name: bindparam(f"new_{name}") for name in ("holder", "session", "token", "until")}
    return taken.values(**values).returning(table.card).execution_options(synchronize_session=False)


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
    this = {"review": review, "card": card, "person": person}
    empty = {**this, "skipped": False, "draft": None, "updated": moment}
    connection.execute(_first_visit(connection.dialect.name), empty)
    changed = {f"new_{name}": value for name, value in {"updated": moment, **values}.items()}
    connection.execute(_next_visit(*changed), {**{f"of_{name}": value for name, value in this.items()}, **changed})


@cache
def _first_visit(dialect: str) -> postgresql.Insert | sqlite.Insert:
    return insert_missing_of(dialect, ReviewVisitRow)


@cache
def _next_visit(*changed: str) -> Update:
    table = ReviewVisitRow
    conditions = [getattr(table, name) == bindparam(f"of_{name}") for name in ("review", "card", "person")]
    return update(table).where(*conditions).values({name.removeprefix("new_"): bindparam(name) for name in changed})
