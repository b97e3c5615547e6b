"""What people do in a review: answer, skip, undo, settle, comment. Only ever added; the newest that stands counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Final

from sqlalchemy import Connection, Select, bindparam, select

from evaljson.store.actor import Actor, checked
from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.errors import Conflict, NotAllowed, NotFound, StoreError
from evaljson.store.rows import build, columns_for
from evaljson.store.tables import SHA, ReviewEventRow
from evaljson.store.topics.review_answers import (
    answer,
    checked_places,
    refuse_senseless,
    seat_for,
    seat_on_loan,
    skip,
    take_back,
    unskip,
)
from evaljson.store.topics.review_cards import fetch_card, fetch_homes
from evaljson.store.topics.review_log import (
    Act,
    Log,
    Pinned,
    ReviewEvent,
    acts,
    at_home,
    known,
    pinned,
    refuse_unless,
    undone,
)
from evaljson.store.topics.review_settings import checked_decider, checked_guest

_UNDOABLE: Final = ("answer", "skip", "settle", "comment")


@dataclass(frozen=True, slots=True)
class Brought:
    """An answer from a file."""

    card: int
    who: str
    content: Mapping[str, Any]
    token: str
    """The same whenever the same answer is read: it is taken once."""
    places: Sequence[int] | None = None
    """None: all that the card holds now."""


@dataclass(frozen=True, slots=True)
class BroughtIn:
    """What an import came to."""

    taken: int
    known: int
    """Answers that were here already."""
    event: ReviewEvent | None
    """None: there was nothing new."""


class ReviewEvents:
    """Add and read what people do. Every call that adds is done once it returns, and twice makes no difference."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = now) -> None:
        self._database, self._clock = database, clock

    def all(self, review: str, *, after: int = 0) -> list[ReviewEvent]:
        """List the events after a number, in order, each with its place where that is now.

        A place moves when someone leaves it out of an answer, or undoes that: whoever keeps events must read all of
        them again once a card was added or withdrawn.
        """
        return self._read(review, ReviewEventRow.number > after)

    def of_card(self, review: str, card: int) -> list[ReviewEvent]:
        """List the events at a card, in order: also those that were stored before its places moved there."""
        with self._database.reading() as connection:
            pinned(connection, review, locked=False)
            homes = fetch_homes(connection, review)
            related = {card}
            for (before, _), (after, _) in sorted(homes.items(), key=lambda move: -move[1][0]):
                if after in related:
                    related.add(before)
            found = acts(connection, review, ReviewEventRow.card.in_(related))
        moved = at_home((event for act in found for event in act.events()), homes)
        return [event for event in moved if event.card == card]

    def act(self, review: str, act: str) -> Act:
        """Read one act with all of its places, as they were when it was stored. Raises NotFound."""
        with self._database.reading() as connection:
            return _act(connection, review, act)

    def undoable(self, review: str, *, by: Actor) -> Act | None:
        """Return the newest act of this person that can be undone."""
        with self._database.reading() as connection:
            gone = undone(connection, review, by.person)
            asked = {"of_review": review, "by": by.person, "gone": list(gone)}
            row = connection.execute(_undoable(), asked).mappings().first()
        return None if row is None else build(Act, row)

    def answer(
        self,
        review: str,
        token: str,
        content: Mapping[str, Any],
        *,
        by: Actor,
        places: Sequence[int] | None = None,
    ) -> list[ReviewEvent]:
        """Answer the card that was taken under this token, for all places that it holds or for some of them.

        The places left out become a card of their own at the end. A token that was used returns what it stored first.
        Raises Conflict if the card is someone else's by now or the review is not open, NotAllowed, StoreError.
        """
        with self._guest(review, by, token) as (connection, about, who, before):
            if before:
                return before
            refuse_unless(about, "open")
            moment = self._clock()
            at = seat_on_loan(connection, review, token, who)
            log = Log(connection, about, by, moment)
            return answer(connection, about, log, at, places, content, token, by, moment).events()

    def skip(self, review: str, token: str, *, by: Actor, content: Mapping[str, Any] | None = None) -> ReviewEvent:
        """Leave the card that was taken under this token to others, and do not see it again."""
        with self._guest(review, by, token) as (connection, about, who, before):
            if before:
                return before[0]
            refuse_unless(about, "open")
            moment = self._clock()
            at = seat_on_loan(connection, review, token, who)
            skip(connection, about, at, who, moment)
            log = Log(connection, about, by, moment)
            return log.add("skip", content or {}, card=at[0], token=token).events()[0]

    def undo(self, review: str, act: str, *, by: Actor) -> ReviewEvent:
        """Take back one act of one's own, with all of its places; a second time returns what the first stored.

        Its card is given to the same person next. Raises NotFound, NotAllowed for acts of others, Conflict.
        """
        with self._locked(review) as (connection, about):
            found = _act(connection, review, act)
            # Who settles need not be among those who answer.
            who = (checked_decider if found.kind == "settle" else checked_guest)(by, about.settings)
            if found.who != who:
                raise NotAllowed(f"that was {found.who}, and only {found.who} can undo it.")
            if found.kind not in _UNDOABLE:
                raise StoreError(f"what is called {found.kind!r} here cannot be undone.")
            if (before := undone(connection, review, who).get(act)) is not None:
                return before.events()[0]
            refuse_unless(about, "open", "paused")
            moment = self._clock()
            log = Log(connection, about, by, moment)
            undo = log.add("undo", {"act": act}, card=found.card)
            if found.kind == "answer":
                take_back(connection, about, found, moment)
            elif found.kind == "skip":
                unskip(connection, about, found, moment)
            return undo.events()[0]

    def settle(
        self,
        review: str,
        card: int,
        content: Mapping[str, Any],
        token: str,
        *,
        by: Actor,
        places: Sequence[int] | None = None,
    ) -> list[ReviewEvent]:
        """Decide between answers that differ; the token, any new text, makes it count once.

        Raises NotAllowed unless this person decides, Conflict if the review is closed.
        """
        with self._locked(review) as (connection, about):
            who = checked_decider(by, about.settings)
            if before := known(connection, review, who, _checked_token(token)):
                return before
            refuse_unless(about, "open", "paused")
            shown = fetch_card(connection, review, card)
            refuse_senseless(shown, content)
            at = list(shown.current) if places is None else checked_places(shown, places)
            if not at:
                raise Conflict(f"the places of card {card} have moved to other cards; reload.")
            log = Log(connection, about, by, self._clock())
            return log.add("settle", content, card=card, places=at, token=token).events()

    def comment(self, review: str, card: int, content: Mapping[str, Any], token: str, *, by: Actor) -> ReviewEvent:
        """Say something about a card; the token, any new text, makes it count once."""
        with self._guest(review, by, token) as (connection, about, _, before):
            if before:
                return before[0]
            fetch_card(connection, review, card)
            return Log(connection, about, by, self._clock()).add("comment", content, card=card, token=token).events()[0]

    def bring_in(
        self, review: str, answers: Sequence[Brought], *, by: Actor, content: Mapping[str, Any] | None = None
    ) -> BroughtIn:
        """Add answers from a file, all or none: each as from the person it names, proved by an import.

        What was taken before is left out. They need no loan: where all opinions of a card are given, one more is added.
        """
        with self._locked(review) as (connection, about):
            checked(by, "make")
            moment, new = self._clock(), list[Brought]()
            seen = set[tuple[str, str]]()
            log = Log(connection, about, by, moment)
            for one in answers:
                guest = Actor(one.who, "import", "reviewer")
                who = checked_guest(guest, about.settings)
                if (who, one.token) in seen or known(connection, review, who, _checked_token(one.token)):
                    continue
                seen.add((who, one.token))
                new.append(one)
            if not new:
                return BroughtIn(0, len(answers), None)
            refuse_unless(about, "open", "paused")
            said = {**(content or {}), "answers": len(new), "known": len(answers) - len(new)}
            event = log.add("import", said).events()[0]
            for one in new:
                guest = Actor(one.who, "import", "reviewer")
                at = seat_for(connection, review, fetch_card(connection, review, one.card), guest.person, moment)
                answer(connection, about, log, at, one.places, one.content, one.token, guest, moment)
            return BroughtIn(len(new), len(answers) - len(new), event)

    def _read(self, review: str, *conditions: Any) -> list[ReviewEvent]:
        with self._database.reading() as connection:
            pinned(connection, review, locked=False)
            found = acts(connection, review, *conditions)
            homes = fetch_homes(connection, review)
        return at_home((event for act in found for event in act.events()), homes)

    @contextmanager
    def _locked(self, review: str) -> Iterator[tuple[Connection, Pinned]]:
        with self._database.writing() as connection:
            yield connection, pinned(connection, review)

    @contextmanager
    def _guest(
        self, review: str, by: Actor, token: str | None = None
    ) -> Iterator[tuple[Connection, Pinned, str, list[ReviewEvent]]]:
        """Let someone in who may answer; also gives their name, and what they stored under this token before."""
        with self._locked(review) as (connection, about):
            who = checked_guest(by, about.settings)
            before = [] if token is None else known(connection, review, who, _checked_token(token))
            yield connection, about, who, before


def _act(connection: Connection, review: str, act: str) -> Act:
    found = next(iter(acts(connection, review, ReviewEventRow.act == act)), None)
    if found is None:
        raise NotFound(f"the review has no act {act!r:.40}; reload.")
    return found


@cache
def _undoable() -> Select[Any]:
    """Select the newest act of someone that can be undone, except for those that are `gone`."""
    table = ReviewEventRow
    mine = (table.review == bindparam("of_review"), table.who == bindparam("by"), table.kind.in_(_UNDOABLE))
    query = select(*columns_for(Act, table)).where(*mine, table.act.not_in(bindparam("gone", expanding=True)))
    return query.order_by(table.number.desc()).limit(1)


def _checked_token(token: str) -> str:
    if not 0 < len(token) <= SHA:
        raise StoreError(f"a token has from 1 to {SHA} characters.")
    return token
