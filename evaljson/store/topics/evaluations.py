"""Evaluations: what people open. A change takes the revision that was seen, and gives the evaluation as it is then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, insert, select

from evaljson.store import tables
from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.event import Event
from evaljson.store.names import checked_name, new_id
from evaljson.store.revisions import change, events, note
from evaljson.store.snapshot import Evaluation, fetch_evaluation
from evaljson.store.topics.datasets import Records, ready, settle
from evaljson.store.topics.schemas import put_schema, schema_text
from evaljson.store.topics.variants import put_variant


@dataclass(frozen=True, slots=True)
class Summary:
    """An evaluation in a list."""

    id: str
    name: str
    revision: int
    created: datetime
    created_by: str
    updated: datetime
    updated_by: str
    deleted_at: datetime | None
    is_sample: bool
    gold_records: int | None
    """None: there is no gold yet."""
    variants: int
    schema_number: int | None


_OWN = tuple(Summary.__dataclass_fields__)[:-3]


class Evaluations:
    """Create, look at, change, delete."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(
        self,
        name: str,
        *,
        by: str,
        gold: Records | None = None,
        variants: Mapping[str, Records] | None = None,
        schema: Mapping[str, Any] | None = None,
        settings: Mapping[str, Any] | None = None,
        is_sample: bool = False,
        message: str = "",
    ) -> Evaluation:
        """A new one with as much as there is by now, in one transaction; `message` belongs to the schema."""
        checked_name(name, "an evaluation")
        gold_ready = ready(gold, "gold")
        parts = {checked_name(own, "a variant"): ready(data, "extracted") for own, data in (variants or {}).items()}
        text = None if schema is None else schema_text(schema)
        identity, moment = new_id(), now()
        with self._database.writing() as connection:
            values = {
                "id": identity, "name": name, "created": moment, "created_by": by, "updated": moment, "updated_by": by,
                "deleted_at": None, "revision": 1, "is_sample": is_sample, "settings": dict(settings or {}),
                "gold": None if gold_ready is None else settle(connection, gold_ready, "gold", by),
                "schema_number": None if text is None else 1,
            }  # fmt: skip
            connection.execute(insert(tables.EvaluationRow), values)
            note(connection, identity, 1, moment, by, "created", {"name": name})
            for own, part in parts.items():
                assert part is not None
                put_variant(connection, identity, own, settle(connection, part, "extracted", by), by, {})
            if text is not None:
                put_schema(connection, identity, text, by, message, None)
            return fetch_evaluation(connection, identity)

    def get(self, evaluation: str, *, deleted: bool = False) -> Evaluation:
        """As it is now. Raises NotFound; a deleted one is found with `deleted` alone."""
        with self._database.reading() as connection:
            return fetch_evaluation(connection, evaluation, deleted=deleted)

    def all(self, *, deleted: bool = False) -> list[Summary]:
        """All of them, or all deleted ones, last changed first."""
        own, other = tables.EvaluationRow, tables.VariantRow
        counted = (
            select(func.count())
            .where(other.evaluation == own.id, other.deleted_at.is_(None))
            .correlate(own)
            .scalar_subquery()
        )
        columns = (*(getattr(own, name) for name in _OWN), tables.DatasetRow.count, counted, own.schema_number)
        query = (
            select(*columns)
            .outerjoin(tables.DatasetRow, own.gold == tables.DatasetRow.id)
            .where(own.deleted_at.is_not(None) if deleted else own.deleted_at.is_(None))
            .order_by(own.updated.desc(), own.id)
        )
        with self._database.reading() as connection:
            return [Summary(*row) for row in connection.execute(query)]

    def rename(self, evaluation: str, revision: int, name: str, *, by: str) -> Evaluation:
        """Raises Conflict, NotFound, as all changes do."""
        checked_name(name, "an evaluation")
        return self._change(evaluation, revision, by, "renamed", {"name": name}, name=name)

    def set_gold(self, evaluation: str, revision: int, gold: Records | None, *, by: str) -> Evaluation:
        """Put gold in, or other gold in its place; None takes it out."""
        part = ready(gold, "gold")
        with self._database.writing() as connection:
            before = fetch_evaluation(connection, evaluation, deleted=True).gold
            chosen = None if part is None else settle(connection, part, "gold", by)
            said = {"gold": chosen, "before": before.id if before else None}
            change(connection, evaluation, revision, by, "set gold" if chosen else "took gold out", said, gold=chosen)
            return fetch_evaluation(connection, evaluation)

    def set_settings(self, evaluation: str, revision: int, settings: Mapping[str, Any], *, by: str) -> Evaluation:
        """These settings in place of all that there were."""
        return self._change(evaluation, revision, by, "changed settings", {}, settings=dict(settings))

    def delete(self, evaluation: str, revision: int, *, by: str) -> None:
        """Out of sight, until `undelete`, or for good once `gc` finds it old enough."""
        with self._database.writing() as connection:
            change(connection, evaluation, revision, by, "deleted", {}, deleted_at=now())

    def undelete(self, evaluation: str, revision: int, *, by: str) -> Evaluation:
        """As it was; `revision` is the one that deleting led to."""
        return self._change(evaluation, revision, by, "undeleted", {}, deleted_at=None)

    def history(self, evaluation: str) -> list[Event]:
        """Who did what when, oldest first."""
        with self._database.reading() as connection:
            return events(connection, evaluation)

    def _change(
        self, evaluation: str, revision: int, by: str, what: str, detail: dict[str, Any], **values: Any
    ) -> Evaluation:
        with self._database.writing() as connection:
            change(connection, evaluation, revision, by, what, detail, **values)
            return fetch_evaluation(connection, evaluation)
