"""Runs: what scoring a variant under a schema version gave; stored once, never changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, literal, select
from sqlalchemy.orm import aliased

from evaljson.results.signature import content_hash
from evaljson.store import tables
from evaljson.store.blobs import content_of, fetch, insert_missing, pack, put
from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.errors import NotFound
from evaljson.store.names import new_id
from evaljson.store.topics.datasets import found
from evaljson.store.topics.schemas import meaning_of


@dataclass(frozen=True, slots=True)
class Run:
    """The figures of a run and what they depend on; its result table is fetched apart."""

    id: str
    evaluation: str
    variant: str
    gold: str
    """Dataset."""
    extracted: str
    """Dataset."""
    schema_number: int
    signature: dict[str, Any]
    signature_sha256: str
    metrics: dict[str, Any]
    result_table: str | None
    """Hash of the table; None where none was stored."""
    duration: float | None
    """Seconds that scoring took."""
    created: datetime
    created_by: str


_COLUMNS = tuple(getattr(tables.RunRow, name) for name in Run.__dataclass_fields__)


class Runs:
    """Add and look at; there is nothing else to be done with a run."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self,
        evaluation: str,
        variant: str,
        *,
        gold: str,
        extracted: str,
        schema_number: int,
        signature: Mapping[str, Any],
        metrics: Mapping[str, Any],
        by: str,
        table: bytes | None = None,
        duration: float | None = None,
    ) -> Run:
        """Store a run; one of the same variant and signature is there already and is given instead.

        `gold` and `extracted` are datasets, `table` is Parquet. Raises NotFound where a part it names is not there.
        """
        packed = None if table is None else pack(table)
        digest = signature_sha256(signature)
        with self._database.writing() as connection:
            _refuse_unknown(connection, evaluation, variant, schema_number)
            found(connection, gold), found(connection, extracted)
            values = {
                "id": new_id(), "evaluation": evaluation, "variant": variant, "gold": gold, "extracted": extracted,
                "schema_number": schema_number, "signature": dict(signature), "signature_sha256": digest,
                "metrics": dict(metrics), "result_table": None if packed is None else put(connection, packed),
                "duration": duration, "created": now(), "created_by": by,
            }  # fmt: skip
            connection.execute(insert_missing(connection, tables.RunRow), values)
            same = (tables.RunRow.variant == variant, tables.RunRow.signature_sha256 == digest)
            return Run(*connection.execute(select(*_COLUMNS).where(*same)).one())

    def get(self, run: str) -> Run:
        """One run. Raises NotFound."""
        with self._database.reading() as connection:
            return _found(connection, run)

    def table(self, run: str) -> bytes | None:
        """The result table as Parquet, its hash verified; None where none was stored. Raises NotFound, StoreDamaged."""
        with self._database.reading() as connection:
            digest = _found(connection, run).result_table
            packed = None if digest is None else fetch(connection, digest)
        return None if packed is None else content_of(packed)

    def all(self, evaluation: str, variant: str | None = None) -> list[Run]:
        """The runs of an evaluation, of all its variants that are not deleted or of one, newest first."""
        query = (
            select(*_COLUMNS)
            .join(tables.VariantRow, tables.RunRow.variant == tables.VariantRow.id)
            .where(tables.RunRow.evaluation == evaluation)
            .where(tables.VariantRow.deleted_at.is_(None) if variant is None else tables.VariantRow.id == variant)
            .order_by(tables.RunRow.created.desc(), tables.RunRow.id)
        )
        with self._database.reading() as connection:
            return [Run(*row) for row in connection.execute(query)]

    def current(
        self,
        evaluation: str,
        is_meant: Callable[[Run], bool] = lambda run: True,
        *,
        schema_number: int | None = None,
    ) -> dict[str, Run]:
        """Variant -> its newest run over the gold, the records and the schema that are in force now.

        `schema_number`: under that version instead of the one in force.

        A variant without one is not in it. The engine, a setting or a plug-in may have changed since: `is_meant` leaves
        out the runs of others, so that one from before a change that was taken back counts again.
        """
        own, version, used = tables.EvaluationRow, tables.SchemaVersionRow, aliased(tables.SchemaVersionRow)
        under = own.schema_number if schema_number is None else literal(schema_number)
        query = (
            select(*_COLUMNS)
            .join(tables.VariantRow, tables.RunRow.variant == tables.VariantRow.id)
            .join(own, tables.RunRow.evaluation == own.id)
            .join(version, (version.evaluation == own.id) & (version.number == under))
            .join(used, (used.evaluation == own.id) & (used.number == tables.RunRow.schema_number))
            .where(own.id == evaluation, tables.VariantRow.deleted_at.is_(None))
            .where(tables.RunRow.gold == own.gold, tables.RunRow.extracted == tables.VariantRow.dataset)
            .order_by(tables.RunRow.created, tables.RunRow.id)
        )
        live = select(func.count()).where(
            tables.VariantRow.evaluation == evaluation, tables.VariantRow.deleted_at.is_(None)
        )
        with self._database.reading() as connection:
            rows = connection.execute(query.where(used.sha256 == version.sha256)).all()
            current = {run.variant: run for run in (Run(*row) for row in rows) if is_meant(run)}
            if len(current) < connection.execute(live).scalar_one():
                # The same schema may be written in another way: with other spaces, its keys in another order.
                texts = select(tables.SchemaVersionRow.number, tables.SchemaVersionRow.content)
                texts = texts.where(tables.SchemaVersionRow.evaluation == evaluation)
                means = {number: meaning_of(content) for number, content in connection.execute(texts)}
                number = connection.execute(select(under).where(own.id == evaluation)).scalar()
                runs = [run for run in (Run(*row) for row in connection.execute(query)) if is_meant(run)]
                alike = {run.variant: run for run in runs if means[run.schema_number] == means.get(number or 0)}
                current = {**alike, **current}
            return current


def signature_sha256(signature: Mapping[str, Any]) -> str:
    """What tells runs of a variant apart; the order of keys does not."""
    return content_hash(dict(signature))


def _found(connection: Connection, run: str) -> Run:
    row = connection.execute(select(*_COLUMNS).where(tables.RunRow.id == run)).first()
    if row is None:
        raise NotFound(f"there is no run {run!r} here; score the variant again.")
    return Run(*row)


def _refuse_unknown(connection: Connection, evaluation: str, variant: str, schema_number: int) -> None:
    versions, variants = tables.SchemaVersionRow, tables.VariantRow
    of_it = (versions.evaluation == evaluation, versions.number == schema_number)
    if connection.execute(select(versions.number).where(*of_it)).first() is None:
        raise NotFound(f"evaluation {evaluation!r} has no schema version {schema_number}; store the schema first.")
    mine = (variants.evaluation == evaluation, variants.id == variant)
    if connection.execute(select(variants.id).where(*mine)).first() is None:
        raise NotFound(f"evaluation {evaluation!r} has no variant {variant!r}; store the variant first.")
