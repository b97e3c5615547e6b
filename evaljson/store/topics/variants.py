"""Variants of an evaluation: add, change, reorder, delete, undelete."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection, func, insert, select, update

from evaljson.store import tables
from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.errors import NotFound, StoreError
from evaljson.store.names import checked_name, new_id
from evaljson.store.revisions import change
from evaljson.store.topics.datasets import Prepared, Records, fetch_dataset, has_same_records, prepare, store_dataset
from evaljson.store.topics.snapshot import Evaluation, Variant, fetch_evaluation, fetch_variants

BESIDE_GOLD: Final[Mapping[str, Any]] = {"documents of gold": True}
"""The meta of what holds the text files of a draft: it is in no list of variants, and no variant to be counted."""


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
        """Append a variant. Raises StoreError if another one has this name."""
        checked_name(name, "a variant")
        records = prepare(data, "extracted")
        identity = new_id()
        with self._database.writing() as connection:
            detail = {"name": name, "variant": identity, **_marked(meta)}
            change(connection, evaluation, revision, by, "added variant", detail)
            dataset = store_dataset(connection, records, "extracted", by)
            insert_variant(connection, evaluation, name, dataset, by, dict(meta or {}), identity)
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
        ids: int = 0,
    ) -> Evaluation:
        """Replace the name, the records or all notes; None leaves that part unchanged. The records that it has already,
        alone, are no change: a page run that was cut short hands them in twice.

        `ids`: in how many records nothing but the id differs from before; 0 where more than ids does.
        """
        if name is not None:
            checked_name(name, "a variant")
        records = None if data is None else prepare(data, "extracted")
        with self._database.writing() as connection:
            before = _fetch_variant(connection, evaluation, variant)
            given = records.id if isinstance(records, Prepared) else records
            if name is None and meta is None and given == before.dataset.id:
                return fetch_evaluation(connection, evaluation)
            held = [before.name, before.dataset.id]
            detail = {"name": name or before.name, "variant": variant, "before": held, **_marked(before.meta)}
            if meta is not None:
                keys = dict.fromkeys([*before.meta, *meta])
                detail["notes"] = [key for key in keys if before.meta.get(key) != meta.get(key)]
            if records is not None:
                file = fetch_dataset(connection, records).name if isinstance(records, str) else records.name
                detail |= {"ids": ids} if ids else {"file": file}
                if not ids and has_same_records(connection, records, before.dataset.id):
                    detail["same_records"] = True
            change(connection, evaluation, revision, by, "changed variant", detail)
            if name is not None and name != before.name:
                _refuse_taken(connection, evaluation, name)
            parts = {
                "name": name,
                "meta": None if meta is None else dict(meta),
                "dataset": None if records is None else store_dataset(connection, records, "extracted", by),
            }
            values = {column: value for column, value in parts.items() if value is not None}
            if values:
                connection.execute(update(tables.VariantRow).where(tables.VariantRow.id == variant).values(**values))
            return fetch_evaluation(connection, evaluation)

    def reorder(self, evaluation: str, revision: int, order: Sequence[str], *, by: str) -> Evaluation:
        """Put the variants in this order of ids. Raises StoreError unless it names each variant once."""
        with self._database.writing() as connection:
            change(connection, evaluation, revision, by, "put the variants in order", {"order": list(order)})
            if sorted(order) != sorted(variant.id for variant in fetch_variants(connection, evaluation)):
                raise StoreError("the order must name each variant of the evaluation once.")
            for position, variant in enumerate(order):
                connection.execute(
                    update(tables.VariantRow).where(tables.VariantRow.id == variant).values(position=position)
                )
            return fetch_evaluation(connection, evaluation)

    def delete(self, evaluation: str, revision: int, variant: str, *, by: str) -> Evaluation:
        """Hide a variant and its runs until `undelete`, or until `gc` removes them for good."""
        with self._database.writing() as connection:
            before = _fetch_variant(connection, evaluation, variant)
            detail = {"name": before.name, "variant": variant, **_marked(before.meta)}
            change(connection, evaluation, revision, by, "deleted variant", detail)
            connection.execute(
                update(tables.VariantRow).where(tables.VariantRow.id == variant).values(deleted_at=now())
            )
            return fetch_evaluation(connection, evaluation)

    def undelete(self, evaluation: str, revision: int, variant: str, *, by: str, name: str | None = None) -> Evaluation:
        """Bring a variant back as it was, or under another name if its own is taken by now."""
        with self._database.writing() as connection:
            new_name = name or _fetch_variant(connection, evaluation, variant, deleted=True).name
            checked_name(new_name, "a variant")
            change(connection, evaluation, revision, by, "undeleted variant", {"name": new_name, "variant": variant})
            _refuse_taken(connection, evaluation, new_name)
            this = tables.VariantRow.id == variant
            connection.execute(update(tables.VariantRow).where(this).values(deleted_at=None, name=new_name))
            return fetch_evaluation(connection, evaluation)

    def deleted(self, evaluation: str) -> list[Variant]:
        """List the variants that can be undeleted, in the order of deletion."""
        with self._database.reading() as connection:
            variants = fetch_variants(connection, evaluation, deleted=True)
        return sorted(variants, key=lambda variant: (variant.deleted_at or variant.created, variant.id))


def insert_variant(
    connection: Connection,
    evaluation: str,
    name: str,
    dataset: str,
    by: str,
    meta: dict[str, Any],
    identity: str | None = None,
) -> None:
    """Insert a variant after the others. Raises StoreError if the name is taken."""
    _refuse_taken(connection, evaluation, name)
    last = select(func.max(tables.VariantRow.position)).where(tables.VariantRow.evaluation == evaluation)
    highest = connection.execute(last).scalar()
    values = {
        "id": identity or new_id(), "evaluation": evaluation, "name": name, "dataset": dataset, "meta": meta,
        "position": 0 if highest is None else highest + 1, "created": now(), "created_by": by, "deleted_at": None,
    }  # fmt: skip
    connection.execute(insert(tables.VariantRow), values)


def _marked(meta: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return what an event says of a variant that is none, so that the history can tell it for what it is."""
    return {"beside_gold": True} if meta == BESIDE_GOLD else {}


def _fetch_variant(connection: Connection, evaluation: str, identity: str, *, deleted: bool = False) -> Variant:
    for variant in fetch_variants(connection, evaluation, deleted=deleted):
        if variant.id == identity:
            return variant
    what = "deleted variant" if deleted else "variant"
    raise NotFound(f"the evaluation {evaluation!r} has no {what} {identity!r}; reload, it may have been changed.")


def _refuse_taken(connection: Connection, evaluation: str, name: str) -> None:
    if any(variant.name == name for variant in fetch_variants(connection, evaluation)):
        raise StoreError(f"a variant named {name!r} already exists; choose another name.")
