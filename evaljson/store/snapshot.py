"""An evaluation as it was when it was read, with its gold and variants."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select

from evaljson.store import tables
from evaljson.store.revisions import unknown
from evaljson.store.topics.datasets import COLUMNS, Dataset, found


@dataclass(frozen=True, slots=True)
class Variant:
    """One named set of extracted records."""

    id: str
    name: str
    meta: dict[str, Any]
    """Label, model, prompt, link, tags, cost, latency: whatever somebody noted."""
    created: datetime
    created_by: str
    deleted_at: datetime | None
    dataset: Dataset


_VARIANT = tuple(getattr(tables.VariantRow, name) for name in list(Variant.__dataclass_fields__)[:-1])


@dataclass(frozen=True, slots=True)
class Evaluation:
    """An evaluation as it was when it was read; parts of it may not exist yet."""

    id: str
    """For addresses: whoever does not have it cannot guess it."""
    name: str
    revision: int
    """Grows with every change; hand it in with the next one."""
    created: datetime
    created_by: str
    updated: datetime
    updated_by: str
    deleted_at: datetime | None
    is_sample: bool
    schema_number: int | None
    """The version of the eval schema that is in force."""
    settings: dict[str, Any]
    gold: Dataset | None
    variants: tuple[Variant, ...]
    """Those that are not deleted, in order."""

    def variant(self, name: str) -> Variant | None:
        """The variant of this name."""
        return next((variant for variant in self.variants if variant.name == name), None)


_EVALUATION = tuple(getattr(tables.EvaluationRow, name) for name in list(Evaluation.__dataclass_fields__)[:-1])


def fetch_evaluation(connection: Connection, evaluation: str, *, deleted: bool = False) -> Evaluation:
    """An evaluation with all that belongs to it. Raises NotFound."""
    row = connection.execute(select(*_EVALUATION).where(tables.EvaluationRow.id == evaluation)).first()
    if row is None or (row.deleted_at is not None and not deleted):
        raise unknown(evaluation)
    own: list[Any] = list(row)[:-1]
    gold = None if row.gold is None else found(connection, row.gold)
    return Evaluation(*[*own, gold, variants_of(connection, evaluation)])


def variants_of(connection: Connection, evaluation: str, *, deleted: bool = False) -> tuple[Variant, ...]:
    """Those of an evaluation that are not deleted (or are), in order."""
    gone = tables.VariantRow.deleted_at.is_not(None) if deleted else tables.VariantRow.deleted_at.is_(None)
    query = (
        _query()
        .where(tables.VariantRow.evaluation == evaluation, gone)
        .order_by(tables.VariantRow.position, tables.VariantRow.id)
    )
    return tuple(_variant(row) for row in connection.execute(query))


def _query() -> Any:
    return select(*_VARIANT, *COLUMNS).join(tables.DatasetRow, tables.VariantRow.dataset == tables.DatasetRow.id)


def _variant(row: Any) -> Variant:
    own = list(row)[: len(_VARIANT)]
    return Variant(*[*own, Dataset(*list(row)[len(_VARIANT) :])])
