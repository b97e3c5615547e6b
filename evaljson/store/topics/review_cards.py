"""The cards of reviews: read them, take one to answer, keep it while it is on screen, leave it.

A card has a seat for each opinion that is wanted. Taking a card takes a seat on loan for five minutes; a loan that is
neither renewed nor answered is free for others when they are over, and what was half typed stays with its person.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Connection, Select, String, bindparam, func, insert, select

from evaljson.store import tables
from evaljson.store.actor import Actor, checked
from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.errors import NotFound, StoreError
from evaljson.store.names import checked_name
from evaljson.store.rows import build, columns_for
from evaljson.store.tables import ReviewCardRow, ReviewSeatRow
from evaljson.store.topics.review_loans import (
    Seat,
    give_back,
    is_elsewhere,
    leave_draft,
    left_draft,
    next_free,
    one_at_a_time,
    prolong,
    take_asked,
    take_next,
)
from evaljson.store.topics.review_log import Homes, checked_content, pinned, refuse_unless
from evaljson.store.topics.review_settings import checked_guest
from evaljson.store.topics.review_splits import is_split
from evaljson.store.topics.review_untouched import untouched
from evaljson.store.topics.review_wanted import MAX_OPINIONS

_KINDS = ("disagreement", "audit")


@dataclass(frozen=True, slots=True)
class NewCard:
    """A card that is to be made."""

    key: str
    """sha256: the same card has it in every review."""
    field: str
    """Schema path."""
    kind: str
    """disagreement or audit."""
    content: Mapping[str, Any]
    """What it shows."""
    places: list[dict[str, Any]]
    """What one answer serves: at least one."""
    stake: float = 0.0
    opinions: int = 1


@dataclass(frozen=True, slots=True)
class Card:
    """A card as it was when it was read."""

    number: int
    """Its place in the order in which cards are handed out, from 0."""
    key: str
    field: str
    kind: str
    content: dict[str, Any]
    places: tuple[dict[str, Any], ...]
    """All that it was made with; `current` says which of them it still holds."""
    stake: float
    opinions: int
    split_from: int | None
    """The card that held its places before someone left them out of an answer."""
    withdrawn: bool
    """Whether its places are back in that card."""
    current: tuple[int, ...]
    """The indexes of the places that it holds now; the others moved to later cards."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A card on loan to one person."""

    card: Card
    token: str
    """Names this showing of it: it can be answered once."""
    until: datetime
    draft: dict[str, Any] | None
    """What this person left half typed."""


@dataclass(frozen=True, slots=True)
class Held:
    """A card that someone has on loan now."""

    card: int
    holder: str
    until: datetime


class ReviewCards:
    """Read cards and hand them out. Safe across processes and threads."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = now) -> None:
        self._database, self._clock = database, clock

    def all(self, review: str) -> list[Card]:
        """List all cards in order, withdrawn ones too, so that a card's number is its place in the list."""
        with self._database.reading() as connection:
            pinned(connection, review, locked=False)
            return fetch_cards(connection, review)

    def get(self, review: str, card: int) -> Card:
        """Read a card. Raises NotFound."""
        with self._database.reading() as connection:
            pinned(connection, review, locked=False)
            return fetch_card(connection, review, card)

    def untouched(self, review: str) -> list[Card]:
        """List the cards that nobody has had on screen, answered or left something at, in order."""
        with self._database.reading() as connection:
            pinned(connection, review, locked=False)
            return [whole_card(row) for row in connection.execute(untouched(review)).mappings()]

    def splits(self, review: str) -> list[tuple[int, bool]]:
        """List the numbers of the cards that were split from others, and whether they are withdrawn, in order."""
        card = ReviewCardRow
        query = select(card.number, card.withdrawn).where(is_split(review))
        with self._database.reading() as connection:
            return [(row.number, row.withdrawn) for row in connection.execute(query.order_by(card.number))]

    def has_free(self, review: str, *, by: Actor) -> bool:
        """Check whether `take` would find a card for this person, without taking it."""
        with self._database.reading() as connection:
            return next_free(connection, Seat(review, by.person, "", self._clock())) is not None

    def following(self, review: str, *, by: Actor) -> Card | None:
        """Read the card that `take` would lend this person had they none, without taking it; None where there is none.

        Someone else may take it first.
        """
        with self._database.reading() as connection:
            card = next_free(connection, Seat(review, by.person, "", self._clock()))
            return None if card is None else fetch_card(connection, review, card)

    def answered_by(self, review: str) -> dict[str, int]:
        """Count the cards that each person has answered."""
        seat = ReviewSeatRow
        query = (
            select(seat.answered_by, func.count().label("cards"))
            .where(seat.review == review, seat.answered_by.is_not(None))
            .group_by(seat.answered_by)
        )
        with self._database.reading() as connection:
            counts = {str(row.answered_by): int(row.cards) for row in connection.execute(query)}
        return dict(sorted(counts.items()))

    def held(self, review: str) -> list[Held]:
        """List the cards that are on loan now, in order."""
        seat = ReviewSeatRow
        query = select(*columns_for(Held, seat)).where(
            seat.review == review, seat.holder.is_not(None), seat.until >= self._clock()
        )
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(seat.card, seat.seat)).mappings()
            return [build(Held, row) for row in rows]

    def elsewhere(self, review: str, *, by: Actor, session: str) -> bool:
        """Check whether another page of this person has a card, and was there in the last ten seconds."""
        with self._database.reading() as connection:
            return is_elsewhere(connection, Seat(review, by.person, session, self._clock()))

    def take(self, review: str, *, by: Actor, session: str, card: int | None = None, over: bool = True) -> Taken | None:
        """Take the card that this person has on loan already, or else the next one that they have not had.

        None: there is no card for them now. The same session gets the same token again, another one a new token, and
        the former one is worth nothing then. `card` asks for one: also for one that they skipped, or answered and want
        to answer again. Without `over`, nothing is taken while another page of this person has a card and is there: a
        server may still be at work for a page whose browser is gone.

        Raises Conflict unless the review is open, NotAllowed if it is for others.
        """
        checked_name(session, "a session")
        with self._database.writing() as connection:
            about = pinned(connection, review, locked=False)
            person = checked_guest(by, about.settings)
            refuse_unless(about, "open")
            one_at_a_time(connection, review, person)
            loan = Seat(review, person, session, self._clock())
            if not over and is_elsewhere(connection, loan):
                return None
            taken = take_next(connection, loan) if card is None else take_asked(connection, loan, card)
            if taken is None:
                return None
            shown = fetch_card(connection, review, taken.card)
            return Taken(shown, taken.token, taken.until, left_draft(connection, review, taken.card, person))

    def renew(self, review: str, token: str, *, by: Actor) -> datetime | None:
        """Keep a card for five more minutes, and return until when; None if it is no longer this person's."""
        person = checked(by, "answer")
        with self._database.writing() as connection:
            return prolong(connection, review, token, person, self._clock())

    def release(self, review: str, token: str, *, by: Actor) -> None:
        """Let others have the card at once; this person gets it back first while nobody has it."""
        person = checked(by, "answer")
        with self._database.writing() as connection:
            give_back(connection, review, token, person, self._clock())

    def save_draft(self, review: str, card: int, draft: Mapping[str, Any] | None, *, by: Actor) -> None:
        """Keep what this person has typed on a card, whoever has it; None forgets it."""
        content = None if draft is None else checked_content(draft)
        with self._database.writing() as connection:
            about = pinned(connection, review, locked=False)
            person = checked_guest(by, about.settings)
            fetch_card(connection, review, card)
            leave_draft(connection, review, card, person, content, self._clock())

    def draft(self, review: str, card: int, *, by: Actor) -> dict[str, Any] | None:
        """Return what this person left half typed on a card."""
        with self._database.reading() as connection:
            return left_draft(connection, review, card, by.person)


def insert_cards(connection: Connection, review: str, cards: Iterable[NewCard]) -> None:
    """Insert the cards of a new review with their seats. Raises StoreError for what is no card."""
    rows, seats = list[dict[str, Any]](), list[dict[str, Any]]()
    for number, card in enumerate(cards):
        _refuse_odd(card, number)
        rows.append({
            "review": review, "number": number, "key": card.key, "field": card.field, "kind": card.kind,
            "content": dict(card.content), "places": list(card.places), "stake": float(card.stake),
            "opinions": card.opinions, "split_from": None, "split_by": None, "origin": None, "withdrawn": False,
        })  # fmt: skip
        seats += free_seats(review, number, card.opinions)
    if not rows:
        raise StoreError("a review needs at least one card; take in more fields, records or variants.")
    connection.execute(insert(ReviewCardRow), rows)
    connection.execute(insert(ReviewSeatRow), seats)


def free_seats(review: str, card: int, count: int) -> list[dict[str, Any]]:
    """Return the rows of a new card's seats."""
    free = dict.fromkeys(("holder", "session", "token", "until", "answered_by", "act"))
    return [{"review": review, "card": card, "seat": seat, **free} for seat in range(count)]


def _refuse_odd(card: NewCard, number: int) -> None:
    if card.kind not in _KINDS or not card.places or not 1 <= card.opinions <= MAX_OPINIONS:
        raise StoreError(
            f"card {number} is none: it needs a kind of {', '.join(_KINDS)}, at least one place, "
            f"and from 1 to {MAX_OPINIONS} opinions."
        )


def fetch_card(connection: Connection, review: str, number: int) -> Card:
    """Read a card. Raises NotFound."""
    moved = [place for card, place in fetch_homes(connection, review, number) if card == number]
    row = connection.execute(_card_query(), {"of_review": review, "of_card": number}).mappings().first()
    if row is None:
        raise NotFound(f"the review has no card {number}; reload, it may be another review.")
    return _card(row, moved)


def fetch_cards(connection: Connection, review: str) -> list[Card]:
    """Read all cards in order."""
    moved = dict[int, list[int]]()
    for card, place in fetch_homes(connection, review):
        moved.setdefault(card, []).append(place)
    query = select(*_columns()).where(ReviewCardRow.review == review).order_by(ReviewCardRow.number)
    return [_card(row, moved.get(row["number"], ())) for row in connection.execute(query).mappings()]


def fetch_homes(connection: Connection, review: str, card: int | None = None) -> Homes:
    """Map the places that moved, of all cards or of one, to where they moved."""
    asked = {"of_review": review} | ({} if card is None else {"of_card": card})
    return {
        (row.split_from, before): (row.number, place)
        for row in connection.execute(_homes_query(card is not None), asked)
        for place, before in enumerate(row.origin)
    }


@cache
def _homes_query(of_one_card: bool) -> Select[Any]:
    table = ReviewCardRow
    query = select(table.number, table.split_from, table.origin).where(is_split(bindparam("of_review", type_=String)))
    query = query.where(table.withdrawn.is_(False))
    return query.where(table.split_from == bindparam("of_card")) if of_one_card else query


@cache
def _card_query() -> Select[Any]:
    table = ReviewCardRow
    return select(*_columns()).where(table.review == bindparam("of_review"), table.number == bindparam("of_card"))


def whole_card(row: Mapping[Any, Any]) -> Card:
    """Build a card that holds all its places from a row of the table."""
    return _card({name: row[name] for name in Card.__dataclass_fields__ if name != "current"}, ())


def _columns() -> list[Any]:
    return columns_for(Card, tables.ReviewCardRow, without={"current"})


def _card(row: Mapping[Any, Any], moved: Iterable[int]) -> Card:
    gone = range(len(row["places"])) if row["withdrawn"] else set(moved)
    current = tuple(place for place in range(len(row["places"])) if place not in gone)
    return build(Card, {**row, "places": tuple(row["places"]), "current": current})
