"""Judgements: verdicts of language models under the hash of their question. Added, read and cleared, never changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import delete, func, select

from evaljson.store import tables
from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.key_chunks import key_chunks
from evaljson.store.rows import build, columns_for, insert_missing

_MOST_TOKENS: Final = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Judgement:
    """A model's verdict on one question."""

    score: float
    """0..1."""
    reason: str
    """The model's words: untrusted text."""
    model: str
    prompt: str
    """Version of the prompt that it answered."""
    tokens_in: int = 0
    tokens_out: int = 0
    created: datetime | None = None
    """When it was stored; None before that."""


@dataclass(frozen=True, slots=True)
class Kept:
    """How many verdicts are stored for one model and version of the prompt."""

    model: str
    prompt: str
    count: int
    characters: int
    """Of keys, names and reasons: roughly their bytes."""
    tokens_in: int
    """Tokens paid for, all verdicts together."""
    tokens_out: int
    oldest: datetime
    newest: datetime


class Judgements:
    """A cache that all evaluations share; many processes may read and write it at once."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def read(self, keys: Iterable[str]) -> dict[str, Judgement]:
        """Read the stored judgements of these keys, by key, as of one moment."""
        table = tables.JudgementRow
        query = select(table.key, *columns_for(Judgement, table))
        judgements: dict[str, Judgement] = {}
        with self._database.reading() as connection:
            for chunk in key_chunks(keys):
                for row in connection.execute(query.where(table.key.in_(chunk))).mappings():
                    judgements[row["key"]] = build(Judgement, {name: row[name] for name in row if name != "key"})
        return judgements

    def add(self, judgements: Mapping[str, Judgement]) -> None:
        """Store judgements by key, on disk when this returns; an existing key keeps its judgement."""
        moment = now()
        # Sorted: two writers of the same keys wait for each other instead of deadlocking.
        rows = [_row(key, judgements[key], moment) for key in sorted(judgements)]
        if rows:
            with self._database.writing() as connection:
                connection.execute(insert_missing(connection, tables.JudgementRow), rows)

    def count(self, model: str | None = None) -> int:
        """Count the judgements of one model, or of all."""
        table = tables.JudgementRow
        query = select(func.count()).select_from(table)
        with self._database.reading() as connection:
            return connection.execute(query if model is None else query.where(table.model == model)).scalar_one()

    def kept(self) -> list[Kept]:
        """Sum up the judgements of each model and version of the prompt, sorted by these."""
        table = tables.JudgementRow
        size = func.length(table.key) + func.length(table.model) + func.length(table.prompt) + func.length(table.reason)
        sums = {
            "count": func.count(), "characters": func.sum(size), "tokens_in": func.sum(table.tokens_in),
            "tokens_out": func.sum(table.tokens_out), "oldest": func.min(table.created),
            "newest": func.max(table.created),
        }  # fmt: skip
        columns = [total.label(name) for name, total in sums.items()]
        query = select(table.model, table.prompt, *columns).group_by(table.model, table.prompt)
        with self._database.reading() as connection:
            groups = [build(Kept, row) for row in connection.execute(query).mappings()]
        return sorted(groups, key=lambda group: (group.model, group.prompt))

    def clear(self, *, model: str | None = None, older_than: datetime | None = None) -> int:
        """Delete judgements of a model, those stored before a moment, those that are both, or all; return how many."""
        table = tables.JudgementRow
        statement = delete(table)
        if model is not None:
            statement = statement.where(table.model == model)
        if older_than is not None:
            statement = statement.where(table.created < older_than)
        with self._database.writing() as connection:
            return connection.execute(statement).rowcount


def _row(key: str, judgement: Judgement, moment: datetime) -> dict[str, Any]:
    values = asdict(judgement)
    # Whatever token counts an endpoint reports, the verdict must be stored.
    tokens = {name: min(max(0, values[name]), _MOST_TOKENS) for name in ("tokens_in", "tokens_out")}
    return {**values, **tokens, "key": key, "created": moment}
