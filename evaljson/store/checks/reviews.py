"""Checks reviews: their cards, seats and events."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, get_args

from sqlalchemy import Connection, func, select

from evaljson.store import tables
from evaljson.store.actor import Proof, Role
from evaljson.store.checks.fault import REPORT, Fault
from evaljson.store.errors import StoreError
from evaljson.store.topics.review_log import EventKind, State
from evaljson.store.topics.review_settings import checked_settings

_SHA: Final = re.compile(r"[0-9a-f]{64}")
_BATCH: Final = 1_000


def review_faults(connection: Connection) -> Iterator[Fault]:
    """Check the state, settings, gold and number of cards of every review."""
    review, dataset, card = tables.ReviewRow, tables.DatasetRow, tables.ReviewCardRow
    cards = select(func.count()).where(card.review == review.id).correlate(review).scalar_subquery()
    highest = select(func.max(card.number)).where(card.review == review.id).correlate(review).scalar_subquery()
    query = select(
        review.id, review.name, review.state, review.settings, review.runs, review.applied, review.replaced,
        dataset.kind, cards.label("cards"), highest.label("highest"),
    ).outerjoin(dataset, dataset.id == review.gold)  # fmt: skip
    for row in connection.execute(query):
        where = f"review {row.id!r} ({row.name!r})"
        if row.state not in get_args(State):
            yield Fault(where, f"is in the unknown state {row.state!r}", REPORT)
        if row.kind != "gold":
            yield Fault(where, "has extracted records as gold", REPORT)
        if not all(isinstance(run, str) for run in _list(row.runs)):
            yield Fault(where, "has runs that are no ids", REPORT)
        if (row.applied is None) != (row.replaced is None):
            yield Fault(where, "does not say which gold its corrected gold took the place of", REPORT)
        if not row.cards or row.highest != row.cards - 1:
            yield Fault(where, f"has {row.cards} cards, and the last one has number {row.highest}", REPORT)
        try:
            checked_settings(row.settings)
        except StoreError as error:
            yield Fault(where, f"has settings that are none ({error})", REPORT)


def card_faults(connection: Connection) -> Iterator[Fault]:
    """Check every card: its key, its places, and the card that its places came from."""
    card = tables.ReviewCardRow
    places: dict[int, int] = {}
    query = select(card.__table__).order_by(card.review, card.number).execution_options(yield_per=_BATCH)
    for row in connection.execute(query):
        where = f"card {row.number} of review {row.review!r}"
        if row.number == 0:
            places.clear()
        places[row.number] = len(_list(row.places))
        if not _SHA.fullmatch(row.key):
            yield Fault(where, "has a key that is not a hash", REPORT)
        if not _list(row.places) or not all(isinstance(place, dict) for place in row.places) or row.opinions < 1:
            yield Fault(where, "has no places, or wants no opinion", REPORT)
        split = (row.split_from, row.split_by, row.origin)
        if split == (None, None, None) and not row.withdrawn:
            continue
        if None in split or len(_list(row.origin)) != places[row.number] or not _inside(
            row.origin, places.get(row.split_from, 0) if row.split_from < row.number else 0
        ):  # fmt: skip
            yield Fault(where, "holds places that did not come from an earlier card", REPORT)


def event_faults(connection: Connection) -> Iterator[Fault]:
    """Check that the events of every review are all there, in order, at places that exist."""
    event, review, card = tables.ReviewEventRow, tables.ReviewRow, tables.ReviewCardRow
    newest = {row.id: row.last_event for row in connection.execute(select(review.id, review.last_event))}
    query = (
        select(
            event.__table__, card.places.label("at"),
            review.gold.label("review_gold"), review.schema_number.label("review_schema"),
        )
        .join(review, review.id == event.review)
        .outerjoin(card, (card.review == event.review) & (card.number == event.card))
        .order_by(event.review, event.number)
        .execution_options(yield_per=_BATCH)
    )  # fmt: skip
    expected: dict[str, int] = {}
    acts: dict[tuple[str, str], str] = {}
    for row in connection.execute(query):
        where = f"event {row.number} of review {row.review!r}"
        if row.number != expected.get(row.review, 1):
            yield Fault(where, f"follows event {expected.get(row.review, 1) - 1}: some are missing", REPORT)
        expected[row.review] = row.number + max(1, len(_list(row.places)))
        acts[row.review, row.act] = row.who
        if row.kind not in get_args(EventKind) or row.proof not in get_args(Proof) or row.role not in get_args(Role):
            yield Fault(where, "is of an unknown kind, proof or role", REPORT)
        if (row.gold, row.schema_number) != (row.review_gold, row.review_schema):
            yield Fault(where, "is about another gold or schema version than its review", REPORT)
        if row.kind in ("answer", "settle") and not (row.places and _inside(row.places, len(_list(row.at)))):
            yield Fault(where, "answers places that its card has not", REPORT)
        if row.kind == "undo" and acts.get((row.review, str(dict(row.content).get("act")))) != row.who:
            yield Fault(where, "takes back what nobody of this name did before", REPORT)
    for identity, number in newest.items():
        if number != expected.get(identity, 1) - 1:
            yield Fault(
                f"review {identity!r}", f"is at event {number} after {expected.get(identity, 1) - 1} of them", REPORT
            )


def seat_faults(connection: Connection) -> Iterator[Fault]:
    """Check that every card has its seats, and that an answered seat names its answer."""
    seat, card, event = tables.ReviewSeatRow, tables.ReviewCardRow, tables.ReviewEventRow
    count = func.count(seat.seat).label("seats")
    query = (
        select(card.review, card.number, card.opinions, card.withdrawn, count)
        .outerjoin(seat, (seat.review == card.review) & (seat.card == card.number))
        .group_by(card.review, card.number, card.opinions, card.withdrawn)
    )
    for row in connection.execute(query):
        if (row.seats > 0) if row.withdrawn else (row.seats < row.opinions):
            where = f"card {row.number} of review {row.review!r}"
            yield Fault(where, f"has {row.seats} seats, where {row.opinions} opinions are wanted", REPORT)
    answered: Any = select(seat.review, seat.card, seat.answered_by, event.who, event.kind).outerjoin(
        event, (event.review == seat.review) & (event.act == seat.act)
    )
    for row in connection.execute(answered.where(seat.answered_by.is_not(None) | seat.act.is_not(None))):
        if (row.who, row.kind) != (row.answered_by, "answer"):
            where = f"card {row.card} of review {row.review!r}"
            yield Fault(where, f"counts an answer of {row.answered_by!r} that is not there", REPORT)


def _list(stored: Any) -> list[Any]:
    return stored if isinstance(stored, list) else []


def _inside(places: Any, count: int) -> bool:
    """Check whether these are distinct indexes below a count."""
    return (
        isinstance(places, list)
        and all(type(place) is int and 0 <= place < count for place in places)
        and len(set(places)) == len(places)
    )
