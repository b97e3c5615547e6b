"""Runs: the results of scoring a variant under a schema version; stored once, never changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Final

from sqlalchemy import Connection, Integer, Select, bindparam, func, select
from sqlalchemy.orm import aliased

from evaljson.results.signature import content_hash
from evaljson.store import tables
from evaljson.store.blobs import content_of, fetch, pack, put
from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.errors import NotFound
from evaljson.store.names import new_id
from evaljson.store.rows import build, columns_for, insert_missing
from evaljson.store.topics.datasets import fetch_dataset
from evaljson.store.topics.schemas import meaning_of

DATASETS: Final = "datasets"
"""The part of a signature that a run has where its records are in other datasets than those of a run before it."""


@dataclass(frozen=True, slots=True)
class Run:
    """The figures of a run and what they depend on; its result table is fetched separately."""

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
    """Hash of the table; None if none was stored."""
    duration: float | None
    """Seconds that scoring took."""
    created: datetime
    created_by: str


class Runs:
    """Add and read runs; they are never changed."""

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
        """Store a run, or return the existing one of the same variant, signature and datasets.

        The same records may have been read from another file, or in another way: the run of that signature is then of
        another dataset, and this one is stored beside it, with its own datasets in its signature.

        `gold` and `extracted` are datasets, `table` is Parquet. Raises NotFound for an id that does not exist.
        """
        packed = None if table is None else pack(table)
        digest = signature_sha256(signature)
        with self._database.writing() as connection:
            _refuse_unknown(connection, evaluation, variant, schema_number)
            fetch_dataset(connection, gold), fetch_dataset(connection, extracted)
            values = {
                "id": new_id(), "evaluation": evaluation, "variant": variant, "gold": gold, "extracted": extracted,
                "schema_number": schema_number, "signature": dict(signature), "signature_sha256": digest,
                "metrics": dict(metrics), "result_table": None if packed is None else put(connection, packed),
                "duration": duration, "created": now(), "created_by": by,
            }  # fmt: skip
            run = _added(connection, values)
            if (run.gold, run.extracted) == (gold, extracted):
                return run
            own = {**signature, DATASETS: [gold, extracted]}
            return _added(connection, {**values, "signature": own, "signature_sha256": signature_sha256(own)})

    def get(self, run: str) -> Run:
        """Read a run. Raises NotFound."""
        with self._database.reading() as connection:
            return _fetch(connection, run)

    def table(self, run: str) -> bytes | None:
        """Read the result table as Parquet, its hash verified; None if none was stored.

        Raises NotFound, StoreDamaged.
        """
        with self._database.reading() as connection:
            digest = _fetch(connection, run).result_table
            packed = None if digest is None else fetch(connection, digest)
        return None if packed is None else content_of(packed)

    def all(self, evaluation: str, variant: str | None = None) -> list[Run]:
        """List the runs of one variant, or of all variants of an evaluation that are not deleted, newest first."""
        query = (
            _query()
            .join(tables.VariantRow, tables.RunRow.variant == tables.VariantRow.id)
            .where(tables.RunRow.evaluation == evaluation)
            .where(tables.VariantRow.deleted_at.is_(None) if variant is None else tables.VariantRow.id == variant)
            .order_by(tables.RunRow.created.desc(), tables.RunRow.id)
        )
        with self._database.reading() as connection:
            return _runs(connection, query)

    def current(
        self,
        evaluation: str,
        is_meant: Callable[[Run], bool] = lambda run: True,
        *,
        schema_number: int | None = None,
    ) -> dict[str, Run]:
        """Map each variant to its newest run over the current gold, records and schema, if it has one.

        `schema_number` takes another version in place of the current one. `is_meant` leaves out runs of another engine
        version, setting or plug-in, so that a run from before a change counts again once the change is undone.
        """
        is_named = schema_number is not None
        of = {"of_evaluation": evaluation, **({"of_number": schema_number} if is_named else {})}
        with self._database.reading() as connection:
            same_text = _runs(connection, _current_query(is_named, of_same_text=True), of)
            current = {run.variant: run for run in same_text if is_meant(run)}
            if len(current) < connection.execute(_live_query(), {"of_evaluation": evaluation}).scalar_one():
                # The same schema may be written differently: with other spaces, or its keys in another order.
                meanings = _meanings(connection, evaluation)
                number = connection.execute(_number_query(is_named), of).scalar()
                same_meaning = {
                    run.variant: run
                    for run in _runs(connection, _current_query(is_named, of_same_text=False), of)
                    if is_meant(run) and meanings[run.schema_number] == meanings.get(number or 0)
                }
                current = {**same_meaning, **current}
            return current


def _added(connection: Connection, values: Mapping[str, Any]) -> Run:
    """Insert a run unless there is one of its variant and signature, and return that."""
    connection.execute(insert_missing(connection, tables.RunRow), values)
    same = (tables.RunRow.variant == values["variant"], tables.RunRow.signature_sha256 == values["signature_sha256"])
    return build(Run, connection.execute(_query().where(*same)).mappings().one())


def signature_sha256(signature: Mapping[str, Any]) -> str:
    """Hash a signature whatever the order of its keys: it identifies a run of a variant."""
    return content_hash(dict(signature))


@cache
def _query() -> Select[Any]:
    """Select runs. Built once, as those below: pages ask for runs often, and building it takes longer than asking."""
    return select(*columns_for(Run, tables.RunRow))


@cache
def _one_query() -> Select[Any]:
    return _query().where(tables.RunRow.id == bindparam("of_run"))


@cache
def _current_query(is_named: bool, *, of_same_text: bool) -> Select[Any]:
    """Select the runs over the current gold and records, oldest first; `is_named`: the schema version is given.

    `of_same_text`: only those whose schema has the text of that version.
    """
    owner, version, used = tables.EvaluationRow, tables.SchemaVersionRow, aliased(tables.SchemaVersionRow)
    query = (
        _query()
        .join(tables.VariantRow, tables.RunRow.variant == tables.VariantRow.id)
        .join(owner, tables.RunRow.evaluation == owner.id)
        .join(version, (version.evaluation == owner.id) & (version.number == _wanted(is_named)))
        .join(used, (used.evaluation == owner.id) & (used.number == tables.RunRow.schema_number))
        .where(owner.id == bindparam("of_evaluation"), tables.VariantRow.deleted_at.is_(None))
        .where(tables.RunRow.gold == owner.gold, tables.RunRow.extracted == tables.VariantRow.dataset)
        .order_by(tables.RunRow.created, tables.RunRow.id)
    )
    return query.where(used.sha256 == version.sha256) if of_same_text else query


@cache
def _number_query(is_named: bool) -> Select[Any]:
    return select(_wanted(is_named)).where(tables.EvaluationRow.id == bindparam("of_evaluation"))


@cache
def _live_query() -> Select[Any]:
    """Count the variants of an evaluation that are not deleted."""
    of_evaluation = tables.VariantRow.evaluation == bindparam("of_evaluation")
    return select(func.count()).where(of_evaluation, tables.VariantRow.deleted_at.is_(None))


def _wanted(is_named: bool) -> Any:
    return bindparam("of_number", type_=Integer) if is_named else tables.EvaluationRow.schema_number


def _runs(connection: Connection, query: Select[Any], values: Mapping[str, Any] | None = None) -> list[Run]:
    return [build(Run, row) for row in connection.execute(query, dict(values or {})).mappings()]


def _fetch(connection: Connection, run: str) -> Run:
    row = connection.execute(_one_query(), {"of_run": run}).mappings().first()
    if row is None:
        raise NotFound(f"there is no run {run!r} here; score the variant again.")
    return build(Run, row)


def _meanings(connection: Connection, evaluation: str) -> dict[int, str]:
    """Map the number of each schema version to a hash of its meaning."""
    rows = connection.execute(_texts_query(), {"of_evaluation": evaluation})
    return {row.number: meaning_of(row.content) for row in rows}


@cache
def _texts_query() -> Select[int, str]:
    version = tables.SchemaVersionRow
    return select(version.number, version.content).where(version.evaluation == bindparam("of_evaluation"))


def _refuse_unknown(connection: Connection, evaluation: str, variant: str, schema_number: int) -> None:
    versions, variants = tables.SchemaVersionRow, tables.VariantRow
    this_version = (versions.evaluation == evaluation, versions.number == schema_number)
    if connection.execute(select(versions.number).where(*this_version)).first() is None:
        raise NotFound(f"evaluation {evaluation!r} has no schema version {schema_number}; store the schema first.")
    this_variant = (variants.evaluation == evaluation, variants.id == variant)
    if connection.execute(select(variants.id).where(*this_variant)).first() is None:
        raise NotFound(f"evaluation {evaluation!r} has no variant {variant!r}; store the variant first.")
