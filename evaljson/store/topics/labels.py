"""Labels: people's verdicts on pairs of values of any evaluation, against which a judge is measured."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, RowMapping, func, insert, select, update

from evaljson.results.signature import content_hash
from evaljson.store import tables
from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.errors import Conflict, NotFound, StoreError
from evaljson.store.key_chunks import key_chunks
from evaljson.store.names import checked_name, new_id
from evaljson.store.rows import build

_MAX_NOTE = 2_000


@dataclass(frozen=True, slots=True)
class Label:
    """One person's verdict on one pair."""

    id: str
    pair: str
    """`pair_sha256` of the following four."""
    path: str
    """Schema path."""
    rubric: str
    """sha256 of the instructions and scale that the field is judged by."""
    gold: Any
    extracted: Any
    about: dict[str, Any]
    """What was shown of the field: title, instructions and so on."""
    score: float
    """0..1: the score of the step."""
    step: str
    """The name of the step of the scale."""
    note: str
    who: str
    created: datetime
    withdrawn: datetime | None
    """None while it counts."""


def pair_sha256(path: str, rubric: str, gold: Any, extracted: Any) -> str:
    """Hash a pair, the same in every evaluation. Values are those after transforms."""
    return content_hash({"path": path, "rubric": rubric, "gold": gold, "extracted": extracted})


class Labels:
    """Add, withdraw and read labels. A person's newest label of a pair counts; nothing is ever overwritten."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self,
        path: str,
        rubric: str,
        gold: Any,
        extracted: Any,
        *,
        score: float,
        step: str,
        by: str,
        note: str = "",
        about: Mapping[str, Any] | None = None,
    ) -> Label:
        """Label a pair, and withdraw the same person's earlier label of it. Raises StoreError for an invalid label."""
        if type(score) not in (int, float) or not 0 <= score <= 1:
            raise StoreError(f"the score of a label is a number from 0 to 1, not {score!r}.")
        if len(note) > _MAX_NOTE:
            raise StoreError(f"the note has {len(note):,} characters, at most {_MAX_NOTE:,}; shorten it.")
        checked_name(by, "who labels")
        checked_name(step, "a step of the scale")
        pair, identity, moment = pair_sha256(path, rubric, gold, extracted), new_id(), now()
        content = {"gold": gold, "extracted": extracted, "about": dict(about or {})}
        values = {
            "id": identity, "pair": pair, "path": path, "rubric": rubric, "content": content, "score": float(score),
            "step": step, "note": note, "who": by, "created": moment, "withdrawn": None,
        }  # fmt: skip
        table = tables.LabelRow
        earlier = update(table).where(table.pair == pair, table.who == by, table.withdrawn.is_(None))
        with self._database.writing() as connection:
            connection.execute(earlier.values(withdrawn=moment))
            connection.execute(insert(table), values)
            return _fetch(connection, identity)

    def withdraw(self, label: str) -> Label:
        """Stop counting a label. Raises NotFound."""
        table = tables.LabelRow
        with self._database.writing() as connection:
            standing = (table.id == label, table.withdrawn.is_(None))
            connection.execute(update(table).where(*standing).values(withdrawn=now()))
            return _fetch(connection, label)

    def reinstate(self, label: str) -> Label:
        """Count a label again. Raises NotFound, and Conflict if the same person has labelled the pair again since."""
        table = tables.LabelRow
        with self._database.writing() as connection:
            before = _fetch(connection, label)
            newer = (table.pair == before.pair, table.who == before.who, table.withdrawn.is_(None), table.id != label)
            if connection.execute(select(table.id).where(*newer)).first() is not None:
                raise Conflict(f"{before.who} has labelled this pair again since; withdraw that label first.")
            connection.execute(update(table).where(table.id == label).values(withdrawn=None))
            return _fetch(connection, label)

    def all(self, *, path: str | None = None, rubric: str | None = None, withdrawn: bool = False) -> list[Label]:
        """List the labels that count (or those that were withdrawn), oldest first."""
        table = tables.LabelRow
        query = select(table).where(table.withdrawn.is_not(None) if withdrawn else table.withdrawn.is_(None))
        if path is not None:
            query = query.where(table.path == path)
        if rubric is not None:
            query = query.where(table.rubric == rubric)
        with self._database.reading() as connection:
            return [_label(row) for row in connection.execute(query.order_by(table.created, table.id)).mappings()]

    def count(self) -> int:
        """Count the labels that count."""
        query = select(func.count()).where(tables.LabelRow.withdrawn.is_(None))
        with self._database.reading() as connection:
            return connection.execute(query).scalar_one()

    def rubrics(self, paths: Iterable[str]) -> dict[tuple[str, str], int]:
        """Count the labels that count of fields with these schema paths, by path and rubric."""
        table, counts = tables.LabelRow, dict[tuple[str, str], int]()
        query = select(table.path, table.rubric, func.count().label("labels")).where(table.withdrawn.is_(None))
        with self._database.reading() as connection:
            for chunk in key_chunks(paths):
                rows = connection.execute(query.where(table.path.in_(chunk)).group_by(table.path, table.rubric))
                counts.update({(row.path, row.rubric): row.labels for row in rows})
        return counts

    def of(self, pairs: Iterable[str]) -> dict[str, list[Label]]:
        """Return the labels that count by pair, oldest first; pairs without one are left out."""
        table, labels = tables.LabelRow, dict[str, list[Label]]()
        query = select(table).where(table.withdrawn.is_(None)).order_by(table.created, table.id)
        with self._database.reading() as connection:
            for chunk in key_chunks(pairs):
                for row in connection.execute(query.where(table.pair.in_(chunk))).mappings():
                    labels.setdefault(row["pair"], []).append(_label(row))
        return labels


def _fetch(connection: Connection, label: str) -> Label:
    row = connection.execute(select(tables.LabelRow).where(tables.LabelRow.id == label)).mappings().first()
    if row is None:
        raise NotFound(f"there is no label {label!r} here; it may have been removed.")
    return _label(row)


def _label(row: RowMapping) -> Label:
    """Build a label; the column `content` holds three of its fields."""
    values = dict(row)
    content = values.pop("content")
    return build(Label, {**values, **content})
