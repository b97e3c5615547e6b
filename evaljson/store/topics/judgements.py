"""Verdicts of language models under the hash of their question: added, read and cleared, never changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import delete, func, select

from evaljson.store import tables
from evaljson.store.blobs import insert_missing
from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.key_chunks import chunks

_MOST_TOKENS: Final = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Judgement:
    """What was said about one question."""

    score: float
    """0..1."""
    reason: str
    """The model's words: foreign text."""
    model: str
    prompt: str
    """Version of the prompt that it answered."""
    tokens_in: int = 0
    tokens_out: int = 0
    created: datetime | None = None
    """When it was stored; None for one that is not yet."""


@dataclass(frozen=True, slots=True)
class Kept:
    """How much is kept of one model and version of the prompt."""

    model: str
    prompt: str
    count: int
    characters: int
    """Of keys, names and reasons: about the bytes that they take."""
    tokens_in: int
    """What all of it was paid for."""
    tokens_out: int
    oldest: datetime
    newest: datetime


class Judgements:
    """A cache that all evaluations share; many processes may read and write it at once."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def read(self, keys: Iterable[str]) -> dict[str, Judgement]:
        """Those of the keys that are there, as of one moment."""
        own = tables.JudgementRow
        columns = (own.score, own.reason, own.model, own.prompt, own.tokens_in, own.tokens_out, own.created)
        found: dict[str, Judgement] = {}
        with self._database.reading() as connection:
            for some in chunks(keys):
                for row in connection.execute(select(own.key, *columns).where(own.key.in_(some))):
                    found[row.key] = Judgement(*row[1:])
        return found

    def add(self, judgements: Mapping[str, Judgement]) -> None:
        """Store them, on disk when this returns; a key that is there already keeps what it has."""
        moment = now()
        # In one order everywhere: two writers of the same keys wait for each other instead of deadlocking.
        rows = [_row(key, judgements[key], moment) for key in sorted(judgements)]
        if rows:
            with self._database.writing() as connection:
                connection.execute(insert_missing(connection, tables.JudgementRow), rows)

    def count(self, model: str | None = None) -> int:
        """How many there are, of one model or of all."""
        own = tables.JudgementRow
        query = select(func.count()).select_from(own)
        with self._database.reading() as connection:
            return connection.execute(query if model is None else query.where(own.model == model)).scalar_one()

    def kept(self) -> list[Kept]:
        """How much of each model and version of the prompt, sorted by these."""
        with self._database.reading() as connection:
            return sorted((Kept(*row) for row in connection.execute(_sums())), key=lambda one: (one.model, one.prompt))

    def clear(self, *, model: str | None = None, older_than: datetime | None = None) -> int:
        """Forget those of a model, those stored before a moment, those that are both, or all; gives how many."""
        own = tables.JudgementRow
        gone = delete(own)
        if model is not None:
            gone = gone.where(own.model == model)
        if older_than is not None:
            gone = gone.where(own.created < older_than)
        with self._database.writing() as connection:
            return connection.execute(gone).rowcount


def _row(key: str, one: Judgement, moment: datetime) -> dict[str, Any]:
    # What an endpoint says of tokens is its own affair; it must not keep a verdict from being stored.
    tokens = {name: min(max(0, getattr(one, name)), _MOST_TOKENS) for name in ("tokens_in", "tokens_out")}
    held = {"score": one.score, "reason": one.reason, "model": one.model, "prompt": one.prompt}
    return {"key": key, **held, **tokens, "created": moment}


def _sums() -> Any:
    own = tables.JudgementRow
    size = func.length(own.key) + func.length(own.model) + func.length(own.prompt) + func.length(own.reason)
    sums = (func.sum(size), func.sum(own.tokens_in), func.sum(own.tokens_out))
    return select(
        own.model, own.prompt, func.count(), *sums, func.min(own.created), func.max(own.created)
    ).group_by(own.model, own.prompt)  # fmt: skip
