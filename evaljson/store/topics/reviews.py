"""Reviews: made from cards, opened and closed, their corrected gold put in place and taken back.

What changes the evaluation (made, changed, deleted, applied) takes the revision of it that was seen, and is in its
history; opening, pausing and closing are events of the review alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Final, Literal

from sqlalchemy import Connection, Select, bindparam, insert, select, update

from evaljson.store import tables
from evaljson.store.actor import Actor, checked
from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.errors import Conflict, NotFound
from evaljson.store.names import checked_name, new_id
from evaljson.store.revisions import change
from evaljson.store.rows import build, columns_for
from evaljson.store.tables import ReviewRow
from evaljson.store.topics.datasets import Records, prepare, store_dataset
from evaljson.store.topics.review_arranging import Wanted, arrange
from evaljson.store.topics.review_cards import NewCard, insert_cards
from evaljson.store.topics.review_log import EventKind, Log, State, pinned, refuse_unless, unknown_review
from evaljson.store.topics.review_settings import checked_settings, checked_text, merged
from evaljson.store.topics.review_splits import counts
from evaljson.store.topics.review_steps import steps_in_place

Clock = Callable[[], datetime]
_BY_STATE: Final[dict[State, EventKind]] = {"open": "open", "paused": "pause", "closed": "close"}


@dataclass(frozen=True, slots=True)
class ReviewHead:
    """A review as it was when it was read, without what is counted of it: reading that takes longer."""

    id: str
    """Part of its address, and impossible to guess."""
    evaluation: str
    name: str
    instructions: str
    settings: dict[str, Any]
    state: State
    schema_number: int
    """The version of the eval schema that its cards were made under."""
    gold: str
    """The id of the dataset that its cards show as gold."""
    runs: tuple[str, ...]
    """The ids of the runs whose disagreements it holds; `gc` may have removed them since."""
    created: datetime
    created_by: str
    updated: datetime
    """When anything of it was last changed or answered."""
    deleted_at: datetime | None
    last_event: int
    """The number of its newest event: what was read up to here is up to date while it stays the same."""
    applied: str | None
    """The id of the corrected gold while it is in place."""
    replaced: str | None
    """The id of the gold that `applied` took the place of."""


@dataclass(frozen=True, slots=True)
class Review(ReviewHead):
    """A review with its progress."""

    cards: int
    """Those that are handed out."""
    seats: int
    """Opinions wanted, of all cards."""
    answered: int
    """Opinions given."""


class Reviews:
    """Make, list, change, open, close, apply and delete reviews."""

    def __init__(self, database: Database, clock: Clock = now) -> None:
        self._database, self._clock = database, clock

    def make(
        self,
        evaluation: str,
        revision: int,
        name: str,
        cards: Iterable[NewCard],
        *,
        by: Actor,
        gold: str,
        schema_number: int,
        runs: Sequence[str] = (),
        instructions: str = "",
        settings: Mapping[str, Any] | None = None,
        state: Literal["open", "paused"] = "open",
    ) -> Review:
        """Make a review of these cards, which are handed out in this order; `gold` is the id of the dataset.

        Raises Conflict, NotFound, NotAllowed, and StoreError for cards or settings that are none.
        """
        who, identity, moment = checked(by, "make"), new_id(), self._clock()
        checked_name(name, "a review")
        values = {
            "id": identity, "evaluation": evaluation, "name": name, "instructions": checked_text(instructions),
            "settings": checked_settings(settings or {}), "state": state, "schema_number": schema_number,
            "gold": gold, "runs": list(runs), "created": moment, "created_by": who, "updated": moment,
            "deleted_at": None, "last_event": 0, "applied": None, "replaced": None,
        }  # fmt: skip
        with self._database.writing() as connection:
            change(connection, evaluation, revision, who, "made review", {"name": name, "review": identity})
            store_dataset(connection, gold, "gold", who)
            _refuse_unknown_schema(connection, evaluation, schema_number)
            connection.execute(insert(ReviewRow), values)
            insert_cards(connection, identity, cards)
            return _fetch(connection, identity)

    def get(self, review: str, *, deleted: bool = False) -> Review:
        """Read a review; `deleted` finds deleted ones too. Raises NotFound."""
        with self._database.reading() as connection:
            return _fetch(connection, review, deleted=deleted)

    def head(self, review: str) -> ReviewHead:
        """Read a review without its progress, which is a sixth of the work. Raises NotFound."""
        with self._database.reading() as connection:
            row = connection.execute(_head_query(), {"of_review": review}).mappings().first()
        if row is None:
            raise unknown_review(review)
        return build(ReviewHead, {**row, "runs": tuple(row["runs"])})

    def all(self, evaluation: str, *, deleted: bool = False) -> list[Review]:
        """List the reviews of an evaluation, or the deleted ones, newest first."""
        with self._database.reading() as connection:
            rows = connection.execute(_all_query(deleted), {"of_evaluation": evaluation}).mappings()
            return [_review(row) for row in rows]

    def edit(
        self,
        review: str,
        revision: int,
        *,
        by: Actor,
        name: str | None = None,
        instructions: str | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> Review:
        """Replace the name, the instructions or some settings; None leaves that part as it is.

        Raises StoreError for settings that its cards were made by.
        """
        who = checked(by, "make")
        with self._database.writing() as connection:
            before = _fetch(connection, review)
            if name is not None:
                checked_name(name, "a review")
            what = "renamed review" if name not in (None, before.name) else "changed review"
            detail = {"name": name or before.name, "review": review, "before": before.name}
            change(connection, before.evaluation, revision, who, what, detail)
            values = {
                "name": before.name if name is None else name,
                "instructions": before.instructions if instructions is None else checked_text(instructions),
                "settings": before.settings if settings is None else merged(before.settings, settings),
                "updated": self._clock(),
            }
            return _changed(connection, review, **values)

    def arrange(
        self, review: str, revision: int, wanted: Sequence[Wanted], *, by: Actor, settings: Mapping[str, Any]
    ) -> tuple[Review, int]:
        """Hand out cards in this order, each to so many people: only those that nobody has begun with by now.

        Return the review with these settings, and how many cards that were. The event says what the settings were
        before. Raises Conflict if the review is closed.
        """
        who = checked(by, "make")
        with self._database.writing() as connection:
            before = _fetch(connection, review)
            refuse_unless(pinned(connection, review), "open", "paused")
            detail = {"name": before.name, "review": review, "before": before.name}
            change(connection, before.evaluation, revision, who, "changed review", detail)
            arranged = arrange(connection, review, wanted)
            said = {"cards": arranged, "before": {name: before.settings.get(name) for name in settings}, **settings}
            Log(connection, pinned(connection, review), by, self._clock()).add("arrange", said)
            return _changed(connection, review, settings={**before.settings, **settings}), arranged

    def open(self, review: str, *, by: Actor) -> Review:
        """Let people answer, again if it was paused or closed."""
        return self._set_state(review, "open", by)

    def pause(self, review: str, *, by: Actor) -> Review:
        """Hand out no cards and take no answers until it is opened again; differing answers can be settled."""
        return self._set_state(review, "paused", by)

    def close(self, review: str, *, by: Actor) -> Review:
        """End it: no more answers, and nothing is settled."""
        return self._set_state(review, "closed", by)

    def apply(
        self, review: str, revision: int, gold: Records, *, by: Actor, content: Mapping[str, Any] | None = None,
        settings: Callable[[str], Mapping[str, Any]] | None = None,
    ) -> Review:  # fmt: skip
        """Make the corrected gold that of the evaluation. Raises Conflict.

        `content` describes the event; `settings` returns those of the evaluation for the id that this gold gets, where
        they are to change with it.
        """
        who = checked(by, "apply")
        part = prepare(gold, "gold")
        with self._database.writing() as connection:
            current = _fetch(connection, review)
            before = connection.execute(_current_gold(current.evaluation)).scalar()
            if before is None:
                raise Conflict("the evaluation has no gold any more; put it back before you apply corrections.")
            dataset = store_dataset(connection, part, "gold", who)
            # Applied again after more answers: all of it can still be taken back, to the gold before the first time.
            replaced = current.replaced if current.applied == before else before
            values = {} if settings is None else {"settings": dict(settings(dataset))}
            self._put_in_place(connection, current, revision, by, "apply", dataset, before, content or {}, **values)
            return _changed(connection, review, applied=dataset, replaced=replaced)

    def unapply(self, review: str, revision: int, *, by: Actor, last: bool = False) -> Review:
        """Put the gold back that was there before; `last`: before answers were last put in place, if they were twice.

        Raises Conflict if it is not this review's gold that is in place, or `gc` has removed the one to go back to.
        """
        checked(by, "apply")
        with self._database.writing() as connection:
            current = _fetch(connection, review)
            before = connection.execute(_current_gold(current.evaluation)).scalar()
            if current.applied is None or current.replaced is None or before != current.applied:
                raise Conflict(f"the gold of the evaluation is not that of review {current.name!r}: nothing to undo.")
            steps = steps_in_place(connection.execute(_steps(review)).all()) if last else []
            if len(steps) < 2:
                self._put_in_place(connection, current, revision, by, "unapply", current.replaced, before, {})
                return _changed(connection, review, applied=None, replaced=None)
            gold = str(steps[-2].content["gold"])
            if connection.execute(select(tables.DatasetRow.id).where(tables.DatasetRow.id == gold)).first() is None:
                raise Conflict("the gold from before that was removed for good; all of it can still be taken back.")
            self._put_in_place(connection, current, revision, by, "unapply", gold, before, {}, {"last": True})
            return _changed(connection, review, applied=gold)

    def _put_in_place(
        self, connection: Connection, about: Review, revision: int, by: Actor, kind: Literal["apply", "unapply"],
        gold: str, before: str, content: Mapping[str, Any], noted: Mapping[str, Any] | None = None, **values: Any,
    ) -> None:  # fmt: skip
        said = {"gold": gold, "before": before}
        what = "applied review" if kind == "apply" else "took back review"
        detail = {"name": about.name, "review": about.id, **said, **(noted or {})}
        change(connection, about.evaluation, revision, by.person, what, detail, gold=gold, **values)
        Log(connection, pinned(connection, about.id), by, self._clock()).add(kind, {**content, **said})

    def delete(self, review: str, revision: int, *, by: Actor) -> None:
        """Hide a review until `undelete`, or until `gc` removes it for good."""
        who = checked(by, "delete")
        with self._database.writing() as connection:
            about = _fetch(connection, review)
            detail = {"name": about.name, "review": review}
            change(connection, about.evaluation, revision, who, "deleted review", detail)
            connection.execute(update(ReviewRow).where(ReviewRow.id == review).values(deleted_at=self._clock()))

    def undelete(self, review: str, revision: int, *, by: Actor) -> Review:
        """Bring a review back as it was. Raises Conflict if it is not deleted."""
        who = checked(by, "delete")
        with self._database.writing() as connection:
            about = _fetch(connection, review, deleted=True)
            if about.deleted_at is None:
                raise Conflict(f"review {about.name!r} is not deleted.")
            detail = {"name": about.name, "review": review}
            change(connection, about.evaluation, revision, who, "undeleted review", detail)
            return _changed(connection, review, deleted_at=None)

    def _set_state(self, review: str, state: State, by: Actor) -> Review:
        checked(by, "make")
        with self._database.writing() as connection:
            about = pinned(connection, review)
            if about.state != state:
                Log(connection, about, by, self._clock()).add(_BY_STATE[state], {"before": about.state})
            return _changed(connection, review, state=state)


def _changed(connection: Connection, review: str, **values: Any) -> Review:
    connection.execute(update(ReviewRow).where(ReviewRow.id == review).values(**values))
    return _fetch(connection, review)


def _current_gold(evaluation: str) -> Select[Any]:
    return select(tables.EvaluationRow.gold).where(tables.EvaluationRow.id == evaluation)


def _refuse_unknown_schema(connection: Connection, evaluation: str, number: int) -> None:
    version = tables.SchemaVersionRow
    if connection.execute(
        select(version.number).where(version.evaluation == evaluation, version.number == number)
    ).first() is None:  # fmt: skip
        raise NotFound(f"the evaluation {evaluation!r} has no schema version {number}; save one before a review.")


def _steps(review: str) -> Select[Any]:
    event = tables.ReviewEventRow
    put = event.kind.in_(("apply", "unapply"))
    return select(event.kind, event.content).where(event.review == review, put).order_by(event.number)


@cache
def _query() -> Select[Any]:
    """Select reviews of evaluations that are not deleted, with their progress; built once, since that takes longer."""
    progress = counts(ReviewRow.id)
    return (
        select(
            *columns_for(Review, ReviewRow, without={"answered", *progress}),
            *(count.label(name) for name, count in progress.items()),
        )
        .join(tables.EvaluationRow, tables.EvaluationRow.id == ReviewRow.evaluation)
        .where(tables.EvaluationRow.deleted_at.is_(None))
    )


@cache
def _one_query() -> Select[Any]:
    return _query().where(ReviewRow.id == bindparam("of_review"))


@cache
def _all_query(deleted: bool) -> Select[Any]:
    gone = ReviewRow.deleted_at.is_not(None) if deleted else ReviewRow.deleted_at.is_(None)
    of_evaluation = _query().where(ReviewRow.evaluation == bindparam("of_evaluation"), gone)
    return of_evaluation.order_by(ReviewRow.created.desc(), ReviewRow.id)


@cache
def _head_query() -> Select[Any]:
    """Select one review that is not deleted, of an evaluation that is not deleted."""
    return (
        select(*columns_for(ReviewHead, ReviewRow))
        .join(tables.EvaluationRow, tables.EvaluationRow.id == ReviewRow.evaluation)
        .where(ReviewRow.id == bindparam("of_review"))
        .where(ReviewRow.deleted_at.is_(None), tables.EvaluationRow.deleted_at.is_(None))
    )


def _fetch(connection: Connection, review: str, *, deleted: bool = False) -> Review:
    row = connection.execute(_one_query(), {"of_review": review}).mappings().first()
    if row is None or (row["deleted_at"] is not None and not deleted):
        raise unknown_review(review)
    return _review(row)


def _review(row: Mapping[Any, Any]) -> Review:
    read = {**row, "runs": tuple(row["runs"]), "answered": row["seats"] - row["left"]}
    read["seats"] -= row["unwanted"]
    return build(Review, {name: value for name, value in read.items() if name not in ("left", "unwanted")})
