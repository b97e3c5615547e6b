"""What people say about pairs of values, to hold a judge against: whatever evaluation the pair came from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select, update

from evaljson.results.signature import content_hash
from evaljson.store import tables
from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.errors import Conflict, NotFound, StoreError
from evaljson.store.key_chunks import chunks
from evaljson.store.names import checked_name, new_id

_MAX_NOTE = 2_000


@dataclass(frozen=True, slots=True)
class Label:
    """What one person said about one pair."""

    id: str
    pair: str
    """`pair_sha256` of the following four."""
    path: str
    """Schema path."""
    rubric: str
    """sha256 of what judging the field goes by."""
    gold: Any
    extracted: Any
    about: dict[str, Any]
    """What was shown of the field: title, instructions and so on."""
    score: float
    """0..1: that of the step."""
    step: str
    """The name of the step of the scale."""
    note: str
    who: str
    created: datetime
    withdrawn: datetime | None
    """None where it stands."""


def pair_sha256(path: str, rubric: str, gold: Any, extracted: Any) -> str:
    """What tells pairs apart, in whatever evaluation they come up. Values are those after transforms."""
    return content_hash({"path": path, "rubric": rubric, "gold": gold, "extracted": extracted})


class Labels:
    """Add, withdraw and look at. A person's newest label of a pair stands; nothing is ever overwritten."""

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
        """Label a pair; the same person's former label of it is withdrawn. Raises StoreError for what is no label."""
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
        own = tables.LabelRow
        former = update(own).where(own.pair == pair, own.who == by, own.withdrawn.is_(None))
        with self._database.writing() as connection:
            connection.execute(former.values(withdrawn=moment))
            connection.execute(insert(own), values)
            return _found(connection, identity)

    def withdraw(self, label: str) -> Label:
        """It does not count from now on. Raises NotFound."""
        own = tables.LabelRow
        with self._database.writing() as connection:
            connection.execute(update(own).where(own.id == label, own.withdrawn.is_(None)).values(withdrawn=now()))
            return _found(connection, label)

    def reinstate(self, label: str) -> Label:
        """It counts again. Raises NotFound, and Conflict where the same person has labelled the pair anew since."""
        own = tables.LabelRow
        with self._database.writing() as connection:
            found = _found(connection, label)
            newer = (own.pair == found.pair, own.who == found.who, own.withdrawn.is_(None), own.id != label)
            if connection.execute(select(own.id).where(*newer)).first() is not None:
                raise Conflict(f"{found.who} has labelled this pair again since; withdraw that label first.")
            connection.execute(update(own).where(own.id == label).values(withdrawn=None))
            return _found(connection, label)

    def all(self, *, path: str | None = None, rubric: str | None = None, withdrawn: bool = False) -> list[Label]:
        """Those that stand (or those that were withdrawn), oldest first."""
        own = tables.LabelRow
        query = select(own).where(own.withdrawn.is_not(None) if withdrawn else own.withdrawn.is_(None))
        if path is not None:
            query = query.where(own.path == path)
        if rubric is not None:
            query = query.where(own.rubric == rubric)
        with self._database.reading() as connection:
            return [_label(row) for row in connection.execute(query.order_by(own.created, own.id))]

    def of(self, pairs: Iterable[str]) -> dict[str, list[Label]]:
        """The standing labels of pairs, oldest first; a pair without one is not in it."""
        own, found = tables.LabelRow, dict[str, list[Label]]()
        with self._database.reading() as connection:
            for some in chunks(pairs):
                query = select(own).where(own.pair.in_(some), own.withdrawn.is_(None)).order_by(own.created, own.id)
                for row in connection.execute(query):
                    found.setdefault(row.pair, []).append(_label(row))
        return found


def _found(connection: Connection, label: str) -> Label:
    row = connection.execute(select(tables.LabelRow).where(tables.LabelRow.id == label)).first()
    if row is None:
        raise NotFound(f"there is no label {label!r} here (any more).")
    return _label(row)


def _label(row: Any) -> Label:
    content = row.content
    return Label(
        row.id, row.pair, row.path, row.rubric, content["gold"], content["extracted"], content["about"], row.score,
        row.step, row.note, row.who, row.created, row.withdrawn,
    )  # fmt: skip
