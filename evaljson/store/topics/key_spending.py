"""What the judge's key of the server took each day, over all evaluations, people and restarts.

A request is added before it is sent, as it is expected to turn out, and corrected afterwards: so no two processes
together exceed a limit, and what was in flight when a process died stays counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Update, select, update

from evaljson.store.engine import Database
from evaljson.store.rows import build, columns_for, insert_missing
from evaljson.store.tables import KeySpendingRow

_MOST: Final = 10**12
"""The most tokens of one request: an endpoint may report any number."""


@dataclass(frozen=True, slots=True)
class KeyUse:
    """Requests, tokens and US dollars; or the most of each that a day may have."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    price: float = 0.0

    @property
    def tokens(self) -> int:
        """In and out."""
        return self.tokens_in + self.tokens_out


@dataclass(frozen=True, slots=True)
class DayLimits:
    """The most of a day."""

    calls: int
    tokens: int
    """In and out."""
    price: float


class KeySpending:
    """Add up what a day took."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, day: str) -> KeyUse:
        """Return the sums of a day, such as 2026-01-31."""
        table = KeySpendingRow
        query = select(*columns_for(KeyUse, table)).where(table.day == day)
        with self._database.reading() as connection:
            row = connection.execute(query).mappings().one_or_none()
        return KeyUse() if row is None else build(KeyUse, row)

    def add(self, day: str, use: KeyUse, limits: DayLimits | None = None) -> bool:
        """Add to the sums of a day; with limits, only if none is exceeded. Return whether it was added."""
        row = KeySpendingRow
        change: Update = update(row).where(row.day == day)
        if limits is not None:
            change = change.where(
                row.calls + use.calls <= limits.calls,
                row.tokens_in + row.tokens_out + use.tokens <= limits.tokens,
                row.price + use.price <= limits.price,
            )
        change = change.values(
            calls=row.calls + use.calls,
            tokens_in=row.tokens_in + _bounded(use.tokens_in),
            tokens_out=row.tokens_out + _bounded(use.tokens_out),
            price=row.price + use.price,
        )
        empty = {"day": day, "calls": 0, "tokens_in": 0, "tokens_out": 0, "price": 0.0}
        with self._database.writing() as connection:
            connection.execute(insert_missing(connection, row), empty)
            return connection.execute(change).rowcount == 1


def _bounded(tokens: int) -> int:
    return max(-_MOST, min(tokens, _MOST))
