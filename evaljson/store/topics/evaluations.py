"""Evaluations: a change takes the revision that was seen, and returns the evaluation after the change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import exists, func, insert, select

from evaljson.store import errand, tables
from evaljson.store.actor import Actor
from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.event import Event
from evaljson.store.names import checked_name, new_id
from evaljson.store.revisions import change, events, record_event
from evaljson.store.rows import build, columns_for
from evaljson.store.topics.datasets import Records, prepare, store_dataset
from evaljson.store.topics.members import put_member
from evaljson.store.topics.schemas import insert_schema, schema_text
from evaljson.store.topics.snapshot import Evaluation, fetch_evaluation
from evaljson.store.topics.variants import BESIDE_GOLD, insert_variant


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


_USED_UP: Final = "used up"


class Evaluations:
    """Create, list, change and delete evaluations."""

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
        """Create an evaluation with the parts that exist so far; `message` belongs to the schema version.

        Someone who is signed in becomes its owner.
        """
        checked_name(name, "an evaluation")
        gold_part = None if gold is None else prepare(gold, "gold")
        variant_parts = {
            checked_name(variant, "a variant"): prepare(data, "extracted") for variant, data in (variants or {}).items()
        }
        text = None if schema is None else schema_text(schema)
        identity, moment = new_id(), now()
        with self._database.writing() as connection:
            values = {
                "id": identity, "name": name, "created": moment, "created_by": by, "updated": moment, "updated_by": by,
                "deleted_at": None, "revision": 1, "is_sample": is_sample, "settings": dict(settings or {}),
                "gold": None if gold_part is None else store_dataset(connection, gold_part, "gold", by),
                "schema_number": None if text is None else 1,
            }  # fmt: skip
            connection.execute(insert(tables.EvaluationRow), values)
            record_event(connection, identity, Event(1, moment, by, "created", {"name": name}))
            if (creator := errand.current()) is not None:
                put_member(connection, identity, creator.address, "owner", Actor(creator.address, creator.proof))
            for variant, part in variant_parts.items():
                dataset = store_dataset(connection, part, "extracted", by)
                insert_variant(connection, identity, variant, dataset, by, {})
            if text is not None:
                insert_schema(connection, identity, text, by, message, None)
            return fetch_evaluation(connection, identity)

    def get(self, evaluation: str, *, deleted: bool = False) -> Evaluation:
        """Read an evaluation; `deleted` finds deleted ones too. Raises NotFound."""
        with self._database.reading() as connection:
            return fetch_evaluation(connection, evaluation, deleted=deleted)

    def all(self, *, deleted: bool = False) -> list[Summary]:
        """List all evaluations, or all deleted ones but those used up, last changed first."""
        evaluation, variant, event = tables.EvaluationRow, tables.VariantRow, tables.EventRow
        last = (event.evaluation == evaluation.id) & (event.revision == evaluation.revision)
        is_used_up = exists().where(last, event.what == _USED_UP)
        variants = (
            select(func.count())
            .where(variant.evaluation == evaluation.id, variant.deleted_at.is_(None), variant.meta != dict(BESIDE_GOLD))
            .correlate(evaluation)
            .scalar_subquery()
        )
        query = (
            select(
                *columns_for(Summary, evaluation, without={"gold_records", "variants"}),
                tables.DatasetRow.count.label("gold_records"),
                variants.label("variants"),
            )
            .outerjoin(tables.DatasetRow, evaluation.gold == tables.DatasetRow.id)
            .where(evaluation.deleted_at.is_not(None) & ~is_used_up if deleted else evaluation.deleted_at.is_(None))
            .order_by(evaluation.updated.desc(), evaluation.id)
        )
        with self._database.reading() as connection:
            return [build(Summary, row) for row in connection.execute(query).mappings()]

    def rename(self, evaluation: str, revision: int, name: str, *, by: str) -> Evaluation:
        """Give it another name. Raises Conflict and NotFound, as all changes do."""
        checked_name(name, "an evaluation")
        return self._change(evaluation, revision, by, "renamed", {"name": name}, name=name)

    def set_gold(
        self, evaluation: str, revision: int, gold: Records | None, *, by: str, same_records: bool = False
    ) -> Evaluation:
        """Set or replace the gold; None removes it.

        `same_records`: only what is kept beside the records is another, which the history then says.
        """
        part = None if gold is None else prepare(gold, "gold")
        with self._database.writing() as connection:
            before = fetch_evaluation(connection, evaluation, deleted=True).gold
            dataset = None if part is None else store_dataset(connection, part, "gold", by)
            detail: dict[str, Any] = {"gold": dataset, "before": before.id if before else None}
            if same_records:
                detail["same_records"] = True
            what = "set gold" if dataset else "took gold out"
            change(connection, evaluation, revision, by, what, detail, gold=dataset)
            return fetch_evaluation(connection, evaluation)

    def set_settings(
        self, evaluation: str, revision: int, settings: Mapping[str, Any], *, by: str, about: str = ""
    ) -> Evaluation:
        """Replace all settings; `about` is what the history says of them, as a phrase that follows a name."""
        detail = {"about": about} if about else {}
        return self._change(evaluation, revision, by, "changed settings", detail, settings=dict(settings))

    def delete(self, evaluation: str, revision: int, *, by: str, is_used_up: bool = False) -> None:
        """Hide an evaluation until `undelete`, or until `gc` removes it for good.

        `is_used_up`: another one has its files by now, and it is among no deleted ones that may be wanted back.
        """
        with self._database.writing() as connection:
            change(connection, evaluation, revision, by, _USED_UP if is_used_up else "deleted", {}, deleted_at=now())

    def undelete(self, evaluation: str, revision: int, *, by: str) -> Evaluation:
        """Bring it back as it was; `revision` is the one that deleting led to."""
        return self._change(evaluation, revision, by, "undeleted", {}, deleted_at=None)

    def history(self, evaluation: str) -> list[Event]:
        """List who changed what and when, oldest first."""
        with self._database.reading() as connection:
            return events(connection, evaluation)

    def _change(
        self, evaluation: str, revision: int, by: str, what: str, detail: dict[str, Any], **values: Any
    ) -> Evaluation:
        with self._database.writing() as connection:
            change(connection, evaluation, revision, by, what, detail, **values)
            return fetch_evaluation(connection, evaluation)
