"""What an answer does to seats and cards, and what undoing it does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from evaljson.base.jsontypes import strict_equal
from evaljson.store.actor import Actor
from evaljson.store.errors import Conflict, StoreError
from evaljson.store.names import new_id
from evaljson.store.tables import ReviewCardRow, ReviewEventRow, ReviewSeatRow
from evaljson.store.topics.review_cards import Card, fetch_card, fetch_homes, free_seats
from evaljson.store.topics.review_loans import LOAN, visit
from evaljson.store.topics.review_log import Act, Log, Pinned, acts, at_home, undone
from evaljson.store.topics.review_wanted import MAX_OPINIONS

_FREE: dict[str, Any] = {"holder": None, "session": None, "token": None, "until": None}


def seat_on_loan(connection: Connection, review: str, token: str, person: str) -> tuple[int, int]:
    """Return card and seat that this person has under a token, lapsed or not. Raises Conflict."""
    seat = ReviewSeatRow
    query = select(seat.card, seat.seat, seat.holder).where(seat.review == review, seat.token == token)
    row = connection.execute(query.with_for_update()).first()
    if row is None or row.holder != person:
        raise Conflict(
            "this card is no longer yours: it was open in another tab, or five minutes passed and someone else took "
            "it. Nothing was stored, and what you typed is kept as a draft."
        )
    return row.card, row.seat


def answer(
    connection: Connection,
    about: Pinned,
    log: Log,
    at: tuple[int, int],
    ticked: Sequence[int] | None,
    content: Mapping[str, Any],
    token: str | None,
    by: Actor,
    moment: datetime,
) -> Act:
    """Store an answer from a seat; places that were left out become a card of their own."""
    card = fetch_card(connection, about.id, at[0])
    refuse_senseless(card, content)
    places = list(card.current) if ticked is None else checked_places(card, ticked)
    act = log.add("answer", content, card=card.number, places=places, token=token, by=by)
    if not set(places).isdisjoint(card.current):
        _fill(connection, about.id, *at, by.person, act.act)
    else:  # all of them have moved since the card was shown
        _free(connection, about.id, *at)
    visit(connection, about.id, card.number, by.person, moment, draft=None, skipped=False)
    _fill_moved(connection, about.id, card, act)
    kept = set(places)
    left_out = [place for place in card.current if place not in kept]
    if left_out and len(left_out) < len(card.current):
        _split(connection, about.id, card, left_out, act)
    return act


def refuse_senseless(card: Card, content: Mapping[str, Any]) -> None:
    """Raise StoreError for an answer that says that the sides of a card differ where they match."""
    name = content.get("answer")
    same = strict_equal(card.content.get("gold"), card.content.get("extracted"))
    if card.kind == "audit" and (name == "both_acceptable" or (name == "extracted_right" and same)):
        raise StoreError(f"both sides of card {card.number} match: where both are right, the answer is 'gold_right'.")


def checked_places(card: Card, ticked: Sequence[int]) -> list[int]:
    """Return the places in order. Raises StoreError unless there is at least one, each of the card's and once."""
    if not ticked or len(set(ticked)) != len(ticked) or not set(ticked) <= set(range(len(card.places))):
        raise StoreError(f"an answer needs at least one place of its card, each once; card {card.number} has "
                         f"{len(card.places):,}.")  # fmt: skip
    return sorted(ticked)


def seat_for(connection: Connection, review: str, card: Card, person: str, moment: datetime) -> tuple[int, int]:
    """Return the seat for an answer that comes from elsewhere: the person's own, a free one, or one more."""
    seat = ReviewSeatRow
    mine = or_(seat.answered_by == person, (seat.holder == person) & seat.answered_by.is_(None))
    free = seat.answered_by.is_(None) & (seat.holder.is_(None) | (seat.until < moment))
    for wanted in (mine, free):
        query = select(seat.seat).where(seat.review == review, seat.card == card.number, wanted)
        found = connection.execute(query.order_by(seat.seat).limit(1).with_for_update()).scalar()
        if found is not None:
            return card.number, int(found)
    last = select(func.max(seat.seat)).where(seat.review == review, seat.card == card.number)
    highest = connection.execute(last).scalar()
    number = max(MAX_OPINIONS, -1 if highest is None else int(highest) + 1)
    extra = free_seats(review, card.number, number + 1)[-1]
    connection.execute(insert(seat), extra)
    return card.number, int(extra["seat"])


def _fill(connection: Connection, review: str, card: int, seat: int, person: str, act: str) -> None:
    table = ReviewSeatRow
    this = (table.review == review, table.card == card, table.seat == seat)
    connection.execute(update(table).where(*this).values(**_FREE, answered_by=person, act=act))


def _free(connection: Connection, review: str, card: int, seat: int) -> None:
    table = ReviewSeatRow
    this = (table.review == review, table.card == card, table.seat == seat)
    connection.execute(update(table).where(*this).values(**_FREE))


def _split(connection: Connection, review: str, card: Card, left_out: list[int], act: Act) -> None:
    """Put places into a card of their own at the end; those who answered all of them there have answered it."""
    last = select(func.max(ReviewCardRow.number)).where(ReviewCardRow.review == review)
    number = int(connection.execute(last).scalar_one()) + 1
    row = {
        "review": review, "number": number, "key": card.key, "field": card.field, "kind": card.kind,
        "content": card.content, "places": [card.places[place] for place in left_out],
        "stake": card.stake * len(left_out) / len(card.places), "opinions": card.opinions, "split_from": card.number,
        "split_by": act.act, "origin": left_out, "withdrawn": False,
    }  # fmt: skip
    connection.execute(insert(ReviewCardRow), row)
    seats = free_seats(review, number, card.opinions)
    said = _said(connection, review, card.number)
    given = [one for who, one in said.items() if who != act.who and set(left_out) <= set(one.places or ())]
    for seat, one in zip(seats, given, strict=False):
        seat.update(answered_by=one.who, act=one.act)
    connection.execute(insert(ReviewSeatRow), seats)


def _said(connection: Connection, review: str, card: int) -> dict[str, Act]:
    """Map those who answer from a seat of the card to the act that counts."""
    seat = ReviewSeatRow
    standing = select(seat.act).where(seat.review == review, seat.card == card, seat.answered_by.is_not(None))
    return {act.who: act for act in acts(connection, review, ReviewEventRow.act.in_(standing))}


def _fill_moved(connection: Connection, review: str, card: Card, act: Act) -> None:
    """Count an answer on places that moved while their card was on screen as an answer on the card they moved to."""
    places, seat = set(act.places or ()), ReviewSeatRow
    moved: dict[int, set[int]] = {}
    for (_, before), (child, _) in fetch_homes(connection, review, card.number).items():
        moved.setdefault(child, set()).add(before)
    for child, origin in sorted(moved.items()):
        if not origin <= places:
            continue
        free = select(seat.seat).where(
            seat.review == review, seat.card == child, seat.answered_by.is_(None), seat.holder.is_(None)
        )
        mine = select(seat.seat).where(seat.review == review, seat.card == child, seat.answered_by == act.who)
        found = connection.execute(mine.limit(1)).scalar()
        if found is None:
            found = connection.execute(free.order_by(seat.seat).limit(1).with_for_update(skip_locked=True)).scalar()
        if found is not None:
            _fill(connection, review, child, int(found), act.who, act.act)


def take_back(connection: Connection, about: Pinned, act: Act, moment: datetime) -> None:
    """Free the seats that an act filled, for the same person first, or give them to their answer before it."""
    seat, token = ReviewSeatRow, new_id()
    _withdraw_splits(connection, about.id, act, moment)
    query = select(seat.card, seat.seat, ReviewCardRow.opinions).join(
        ReviewCardRow, (ReviewCardRow.review == seat.review) & (ReviewCardRow.number == seat.card)
    )
    for row in connection.execute(query.where(seat.review == about.id, seat.act == act.act)).all():
        this = (seat.review == about.id, seat.card == row.card, seat.seat == row.seat)
        before = _before(connection, about.id, row.card, act)
        if before is not None:
            connection.execute(update(seat).where(*this).values(**_FREE, act=before.act))
        elif row.seat >= row.opinions:  # one more than was wanted
            connection.execute(delete(seat).where(*this))
        elif row.card == act.card:
            again = {"holder": act.who, "session": None, "token": token, "until": moment + LOAN}
            connection.execute(update(seat).where(*this).values(**again, answered_by=None, act=None))
        else:
            connection.execute(update(seat).where(*this).values(**_FREE, answered_by=None, act=None))


def _before(connection: Connection, review: str, card: int, act: Act) -> Act | None:
    """Find the newest other answer of the same person that stands at all places of a card, or where they came from."""
    table, shown = ReviewEventRow, fetch_card(connection, review, card)
    gone = {*undone(connection, review, act.who), act.act}
    cards, above = [card], shown.split_from
    while above is not None:
        cards.append(above)
        above = fetch_card(connection, review, above).split_from
    homes = fetch_homes(connection, review)
    given = acts(connection, review, table.kind == "answer", table.who == act.who, table.card.in_(cards))
    for one in reversed(given):
        at = {event.place for event in at_home(one.events(), homes) if event.card == card}
        if one.act not in gone and at >= set(shown.current):
            return one
    return None


def _withdraw_splits(connection: Connection, review: str, act: Act, moment: datetime) -> None:
    """Put places that an act left out back into their card, unless someone has begun with them."""
    card, seat, event = ReviewCardRow, ReviewSeatRow, ReviewEventRow
    children = select(card.number).where(card.review == review, card.split_by == act.act, card.withdrawn.is_(False))
    for child in connection.execute(children).scalars().all():
        of_child = (seat.review == review, seat.card == child)
        rows = connection.execute(select(seat.holder, seat.until).where(*of_child).with_for_update()).all()
        on_loan = any(row.holder not in (None, act.who) and row.until >= moment for row in rows)
        begun = select(event.number).where(event.review == review, event.card == child).limit(1)
        if on_loan or connection.execute(begun).first() is not None:
            continue
        connection.execute(delete(seat).where(*of_child))
        connection.execute(update(card).where(card.review == review, card.number == child).values(withdrawn=True))


def skip(connection: Connection, about: Pinned, at: tuple[int, int], person: str, moment: datetime) -> None:
    """Free a seat, and do not ask this person again."""
    _free(connection, about.id, *at)
    visit(connection, about.id, at[0], person, moment, skipped=True)


def unskip(connection: Connection, about: Pinned, act: Act, moment: datetime) -> None:
    """Ask this person again: at once, if a seat is free."""
    if act.card is None:
        return
    visit(connection, about.id, act.card, act.who, moment, skipped=False)
    seat = ReviewSeatRow
    free = select(seat.seat).where(
        seat.review == about.id, seat.card == act.card, seat.answered_by.is_(None), seat.holder.is_(None)
    )
    found = connection.execute(free.order_by(seat.seat).limit(1).with_for_update(skip_locked=True)).scalar()
    if found is not None:
        this = (seat.review == about.id, seat.card == act.card, seat.seat == found)
        again = {"holder": act.who, "session": None, "token": new_id(), "until": moment + LOAN}
        connection.execute(update(seat).where(*this).values(**again))
