"""The events of reviews: what people did, in order, never changed and never removed while their review is there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Any, Final, Literal

from sqlalchemy import Connection, Select, bindparam, insert, select, update

from evaljson.base.any_text import dumped
from evaljson.store import tables
from evaljson.store.actor import Actor, Proof, Role
from evaljson.store.errors import Conflict, NotFound, StoreError
from evaljson.store.names import new_id
from evaljson.store.rows import build, columns_for
from evaljson.store.tables import ReviewEventRow, ReviewRow

State = Literal["open", "paused", "closed"]
EventKind = Literal["answer", "undo", "skip", "settle", "comment", "open", "pause", "close", "apply", "unapply", "import", "arrange"]  # fmt: skip # noqa: E501
MAX_CONTENT: Final = 200_000
"""Characters of JSON that an event or a draft may hold."""


@dataclass(frozen=True, slots=True)
class ReviewEvent:
    """What someone did at one place, or at none."""

    number: int
    """In the order in which they were stored."""
    act: str
    """The same for all events of one click."""
    card: int | None
    """The card that holds the place now: places that someone left out of an answer move to a later card."""
    place: int | None
    """Its index in the places of that card."""
    kind: EventKind
    who: str
    proof: Proof
    role: Role
    moment: datetime
    token: str | None
    """What the card was shown under, which can be used once; None where nothing was shown."""
    content: dict[str, Any]
    """Answer, corrected value, tag, comment, what was seen; of an undo: the `act` that it takes back."""
    schema_number: int
    gold: str


@dataclass(frozen=True, slots=True)
class Act:
    """A row of events: what one click stored."""

    number: int
    act: str
    card: int | None
    places: list[int] | None
    kind: EventKind
    who: str
    proof: Proof
    role: Role
    moment: datetime
    token: str | None
    content: dict[str, Any]
    schema_number: int
    gold: str

    def events(self) -> list[ReviewEvent]:
        """Return an event for each place, where they were when it was stored."""
        own = {name: getattr(self, name) for name in Act.__dataclass_fields__ if name not in ("number", "places")}
        places: Sequence[int | None] = self.places or [None]
        return [ReviewEvent(number=self.number + step, place=place, **own) for step, place in enumerate(places)]


@dataclass(frozen=True, slots=True)
class Pinned:
    """A review, as far as its events depend on it."""

    id: str
    evaluation: str
    settings: dict[str, Any]
    state: State
    schema_number: int
    gold: str
    last_event: int


def pinned(connection: Connection, review: str, *, locked: bool = True) -> Pinned:
    """Read a review; `locked` keeps others from adding events until the transaction ends. Raises NotFound."""
    row = connection.execute(_pinned(locked), {"of_review": review}).mappings().first()
    if row is None:
        raise unknown_review(review)
    return build(Pinned, row)


@cache
def _pinned(locked: bool) -> Select[Any]:
    """Select a review for its events. Built once, as others here: building takes ten times as long as the answer."""
    query = (
        select(*columns_for(Pinned, ReviewRow))
        .join(tables.EvaluationRow, tables.EvaluationRow.id == ReviewRow.evaluation)
        .where(ReviewRow.id == bindparam("of_review"))
        .where(ReviewRow.deleted_at.is_(None), tables.EvaluationRow.deleted_at.is_(None))
    )
    return query.with_for_update(of=ReviewRow, key_share=True) if locked else query


def unknown_review(review: str) -> NotFound:
    """Return the error for a review that does not exist."""
    return NotFound(f"there is no review {review!r} here; it may have been deleted, or its address is misspelt.")


def refuse_unless(about: Pinned, *states: State) -> None:
    """Raise Conflict unless the review is in one of these states."""
    if about.state not in states:
        raise Conflict(f"the review is {about.state}: nothing was stored, and what you typed is kept as a draft.")


def known(connection: Connection, review: str, who: str, token: str) -> list[ReviewEvent]:
    """Return what this person stored under a token before; empty if it was not used."""
    rows = connection.execute(_known(), {"of_review": review, "by": who, "shown_under": token}).mappings()
    return [event for row in rows for event in build(Act, row).events()]


@cache
def _known() -> Select[Any]:
    table = ReviewEventRow
    return select(*columns_for(Act, table)).where(
        table.review == bindparam("of_review"), table.who == bindparam("by"), table.token == bindparam("shown_under")
    )


def acts(connection: Connection, review: str, *conditions: Any) -> list[Act]:
    """List the acts of a review, oldest first."""
    query = select(*columns_for(Act, ReviewEventRow)).where(ReviewEventRow.review == review, *conditions)
    return [build(Act, row) for row in connection.execute(query.order_by(ReviewEventRow.number)).mappings()]


def undone(connection: Connection, review: str, who: str) -> dict[str, Act]:
    """Map the acts of someone that were taken back to what took them back."""
    rows = connection.execute(_undos(), {"of_review": review, "by": who}).mappings()
    return {undo.content["act"]: undo for undo in (build(Act, row) for row in rows)}


@cache
def _undos() -> Select[Any]:
    table = ReviewEventRow
    query = select(*columns_for(Act, table)).where(table.review == bindparam("of_review"), table.who == bindparam("by"))
    return query.where(table.kind == "undo").order_by(table.number)


class Log:
    """Adds events to a review that is locked; all of one log have one moment."""

    def __init__(self, connection: Connection, about: Pinned, by: Actor, moment: datetime) -> None:
        self._connection, self._about, self._by, self._moment = connection, about, by, moment
        self._next = about.last_event + 1

    def add(
        self,
        kind: EventKind,
        content: Mapping[str, Any],
        *,
        card: int | None = None,
        places: Sequence[int] | None = None,
        token: str | None = None,
        by: Actor | None = None,
    ) -> Act:
        """Append one act. Raises StoreError for content that is too long."""
        actor = by or self._by
        act = Act(
            number=self._next, act=new_id(), card=card, places=None if places is None else list(places), kind=kind,
            who=actor.person, proof=actor.proof, role=actor.role, moment=self._moment, token=token,
            content=checked_content(content), schema_number=self._about.schema_number, gold=self._about.gold,
        )  # fmt: skip
        values = {name: getattr(act, name) for name in Act.__dataclass_fields__}
        self._connection.execute(insert(ReviewEventRow), {"review": self._about.id, **values})
        self._next += max(1, len(act.places or ()))
        newest = {"last_event": self._next - 1, "updated": self._moment}
        self._connection.execute(update(ReviewRow).where(ReviewRow.id == self._about.id).values(**newest))
        return act


def checked_content(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content. Raises StoreError if it is too long, or not JSON."""
    try:
        size = len(dumped(dict(content)))
    except (TypeError, ValueError, RecursionError) as error:
        raise StoreError(f"this cannot be stored as JSON: {error}") from error
    if size > MAX_CONTENT:
        raise StoreError(f"this takes {size:,} characters, at most {MAX_CONTENT:,}; shorten it.")
    return dict(content)


Homes = Mapping[tuple[int, int], tuple[int, int]]
"""(card, place) -> where that place moved when someone left it out of an answer."""


def at_home(events: Iterable[ReviewEvent], homes: Homes) -> list[ReviewEvent]:
    """Return the events with each place where it is now."""
    return [_moved(event, homes) for event in events] if homes else list(events)


def _moved(event: ReviewEvent, homes: Homes) -> ReviewEvent:
    if event.card is None or event.place is None:
        return event
    card, place = home(homes, event.card, event.place)
    return event if card == event.card else replace(event, card=card, place=place)


def home(homes: Homes, card: int, place: int) -> tuple[int, int]:
    """Return where a place is now."""
    at = (card, place)
    while at in homes:
        at = homes[at]
    return at
