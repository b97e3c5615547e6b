"""Variants of an evaluation: add, change, put in order, delete, undelete."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from evaljson.store import tables
from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.errors import NotFound, StoreError
from evaljson.store.names import checked_name, new_id
from evaljson.store.revisions import change
from evaljson.store.snapshot import Evaluation, Variant, fetch_evaluation, variants_of
from evaljson.store.topics.datasets import Records, ready, settle


class Variants:
    """Every change takes the revision of the evaluation that was seen. Raises Conflict, NotFound, StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self,
        evaluation: str,
        revision: int,
        name: str,
        data: Records,
        *,
        by: str,
        meta: Mapping[str, Any] | None = None,
    ) -> Evaluation:
        """One more, at the end. Raises StoreError where another one has this name."""
        checked_name(name, "a variant")
        part = ready(data, "extracted")
        assert part is not None
        identity = new_id()
        with self._database.writing() as connection:
            change(connection, evaluation, revision, by, "added variant", {"name": name, "variant": identity})
            dataset = settle(connection, part, "extracted", by)
            put_variant(connection, evaluation, name, dataset, by, dict(meta or {}), identity)
            return fetch_evaluation(connection, evaluation)

    def update(
        self,
        evaluation: str,
        revision: int,
        variant: str,
        *,
        by: str,
        name: str | None = None,
        data: Records | None = None,
        meta: Mapping[str, Any] | None = None,
    ) -> Evaluation:
        """Another name, other records, other notes in place of all that there were; None leaves it as it is."""
        if name is not None:
            checked_name(name, "a variant")
        part = ready(data, "extracted")
        with self._database.writing() as connection:
            before = _found(connection, evaluation, variant)
            said = {"name": name or before.name, "variant": variant, "before": [before.name, before.dataset.id]}
            change(connection, evaluation, revision, by, "changed variant", said)
            if name is not None and name != before.name:
                _refuse_taken(connection, evaluation, name)
            new = {"name": name, "meta": None if meta is None else dict(meta)}
            new["dataset"] = None if part is None else settle(connection, part, "extracted", by)
            values = {key: value for key, value in new.items() if value is not None}
            if values:
                connection.execute(update(tables.VariantRow).where(tables.VariantRow.id == variant).values(**values))
            return fetch_evaluation(connection, evaluation)

    def reorder(self, evaluation: str, revision: int, order: Sequence[str], *, by: str) -> Evaluation:
        """In this order; raises StoreError unless it names each variant once."""
        with self._database.writing() as connection:
            change(connection, evaluation, revision, by, "put the variants in order", {"order": list(order)})
            if sorted(order) != sorted(variant.id for variant in variants_of(connection, evaluation)):
                raise StoreError("the order has to name each variant of the evaluation once.")
            for position, variant in enumerate(order):
                connection.execute(
                    update(tables.VariantRow).where(tables.VariantRow.id == variant).values(position=position)
                )
            return fetch_evaluation(connection, evaluation)

    def delete(self, evaluation: str, revision: int, variant: str, *, by: str) -> Evaluation:
        """Out of sight, with its runs, until `undelete`, or for good once `gc` finds it old enough."""
        with self._database.writing() as connection:
            said = {"name": _found(connection, evaluation, variant).name, "variant": variant}
            change(connection, evaluation, revision, by, "deleted variant", said)
            connection.execute(
                update(tables.VariantRow).where(tables.VariantRow.id == variant).values(deleted_at=now())
            )
            return fetch_evaluation(connection, evaluation)

    def undelete(self, evaluation: str, revision: int, variant: str, *, by: str, name: str | None = None) -> Evaluation:
        """As it was, or under another name where its own is taken by now."""
        with self._database.writing() as connection:
            own = name or _found(connection, evaluation, variant, deleted=True).name
            checked_name(own, "a variant")
            change(connection, evaluation, revision, by, "undeleted variant", {"name": own, "variant": variant})
            _refuse_taken(connection, evaluation, own)
            mine = tables.VariantRow.id == variant
            connection.execute(update(tables.VariantRow).where(mine).values(deleted_at=None, name=own))
            return fetch_evaluation(connection, evaluation)

    def deleted(self, evaluation: str) -> list[Variant]:
        """Those that can be undeleted, in the order of deletion."""
        with self._database.reading() as connection:
            gone = variants_of(connection, evaluation, deleted=True)
        return sorted(gone, key=lambda variant: (variant.deleted_at or variant.created, variant.id))


def put_variant(
    connection: Connection,
    evaluation: str,
    name: str,
    dataset: str,
    by: str,
    meta: dict[str, Any],
    identity: str | None = None,
) -> None:
    """Insert at the end. Raises StoreError where the name is taken."""
    _refuse_taken(connection, evaluation, name)
    last = select(func.max(tables.VariantRow.position)).where(tables.VariantRow.evaluation == evaluation)
    highest = connection.execute(last).scalar()
    values = {
        "id": identity or new_id(), "evaluation": evaluation, "name": name, "dataset": dataset, "meta": meta,
        "position": 0 if highest is None else highest + 1, "created": now(), "created_by": by, "deleted_at": None,
    }  # fmt: skip
    connection.execute(insert(tables.VariantRow), values)


def _found(connection: Connection, evaluation: str, variant: str, *, deleted: bool = False) -> Variant:
    for one in variants_of(connection, evaluation, deleted=deleted):
        if one.id == variant:
            return one
    what = "deleted variant" if deleted else "variant"
    raise NotFound(f"the evaluation {evaluation!r} has no {what} {variant!r}; look again, it may have been changed.")


def _refuse_taken(connection: Connection, evaluation: str, name: str) -> None:
    if any(variant.name == name for variant in variants_of(connection, evaluation)):
        raise StoreError(f"there is a variant named {name!r} already; choose another name.")
