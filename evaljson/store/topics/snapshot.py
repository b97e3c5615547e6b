"""Reads an evaluation with its gold and variants, as it is at one moment."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Connection, Select, bindparam, select

from evaljson.load.variant_names import called, shown_names
from evaljson.store import tables
from evaljson.store.revisions import unknown
from evaljson.store.rows import build, columns_for, split
from evaljson.store.topics.datasets import Dataset, fetch_dataset

_DATASET = "dataset_"
"""Prefix of a dataset's columns in a row of a variant."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One named set of extracted records."""

    id: str
    name: str
    """As it is shown: without a beginning such as `extracted_`, unless another variant would have the same name."""
    stored_name: str
    """As it was given."""
    meta: dict[str, Any]
    """Label, model, prompt, link, tags, cost, latency: the notes of its users."""
    created: datetime
    created_by: str
    deleted_at: datetime | None
    dataset: Dataset


@dataclass(frozen=True, slots=True)
class Evaluation:
    """An evaluation as it was when it was read; parts of it may not exist yet."""

    id: str
    """Part of its address, and impossible to guess."""
    name: str
    revision: int
    """Grows with every change; pass it with the next one."""
    created: datetime
    created_by: str
    updated: datetime
    updated_by: str
    deleted_at: datetime | None
    is_sample: bool
    schema_number: int | None
    """The current version of the eval schema."""
    settings: dict[str, Any]
    gold: Dataset | None
    variants: tuple[Variant, ...]
    """Those that are not deleted, in order."""

    def variant(self, name: str) -> Variant | None:
        """Return the variant of this name, as it is shown or as it was given."""
        shown = called(name, [variant.name for variant in self.variants])
        return next((variant for variant in self.variants if variant.name == shown), None)


def fetch_evaluation(connection: Connection, evaluation: str, *, deleted: bool = False) -> Evaluation:
    """Read an evaluation and all its parts; `deleted` finds deleted ones too. Raises NotFound."""
    row = connection.execute(_evaluation_query(), {"of_evaluation": evaluation}).mappings().first()
    if row is None or (row["deleted_at"] is not None and not deleted):
        raise unknown(evaluation)
    gold = None if row["gold"] is None else fetch_dataset(connection, row["gold"])
    stored = fetch_variants(connection, evaluation)
    names = shown_names([variant.stored_name for variant in stored])
    variants = tuple(replace(variant, name=name) for variant, name in zip(stored, names, strict=True))
    return build(Evaluation, {**row, "gold": gold, "variants": variants})


def fetch_variants(connection: Connection, evaluation: str, *, deleted: bool = False) -> tuple[Variant, ...]:
    """Read the variants of an evaluation in order: those that are not deleted, or only those that are.

    Their names are as they were given.
    """
    rows = connection.execute(_variants_query(deleted), {"of_evaluation": evaluation}).mappings()
    parts = (split(row, _DATASET) for row in rows)
    return tuple(
        build(Variant, {**variant, "stored_name": variant["name"], "dataset": build(Dataset, dataset)})
        for variant, dataset in parts
    )


@cache
def _evaluation_query() -> Select[Any]:
    """Built once, as the next one: each page reads its evaluation, and building it takes longer than reading."""
    columns = columns_for(Evaluation, tables.EvaluationRow, without={"variants"})
    return select(*columns).where(tables.EvaluationRow.id == bindparam("of_evaluation"))


@cache
def _variants_query(deleted: bool) -> Select[Any]:
    table = tables.VariantRow
    return (
        select(
            *columns_for(Variant, table, without={"dataset", "stored_name"}),
            *columns_for(Dataset, tables.DatasetRow, prefix=_DATASET),
        )
        .join(tables.DatasetRow, table.dataset == tables.DatasetRow.id)
        .where(table.evaluation == bindparam("of_evaluation"))
        .where(table.deleted_at.is_not(None) if deleted else table.deleted_at.is_(None))
        .order_by(table.position, table.id)
    )
