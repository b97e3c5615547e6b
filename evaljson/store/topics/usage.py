"""Usage of judges: one entry per job that asked one, never removed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from typing import Any

from sqlalchemy import insert, select

from evaljson.scoring.judging import JudgeUsage
from evaljson.store import tables
from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.names import new_id
from evaljson.store.rows import build, columns_for


@dataclass(frozen=True, slots=True)
class Used:
    """What asking a judge once took."""

    id: str
    moment: datetime
    who: str
    evaluation: str | None
    """May have been removed since, like the run."""
    run: str | None
    usage: JudgeUsage


@dataclass(frozen=True, slots=True)
class UsageSum:
    """The usage of several entries together."""

    askings: int = 0
    fields: int = 0
    cached: int = 0
    """Distinct questions that cost nothing."""
    asked: int = 0
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    price: float = 0.0
    """US dollars, of the entries whose price is known."""
    unpriced: int = 0
    """Entries of a model without a known price."""


class Usage:
    """Add and read usage."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, usage: JudgeUsage, *, by: str, evaluation: str | None = None, run: str | None = None) -> Used:
        """Record what asking a judge took, even if it was stopped half-way."""
        used = Used(new_id(), now(), by, evaluation, run, usage)
        values = {"id": used.id, "moment": used.moment, "who": by, "evaluation": evaluation, "run": run}
        sums = {name: getattr(usage, name) for name in ("model", "price", "calls", "tokens_in", "tokens_out")}
        with self._database.writing() as connection:
            connection.execute(insert(tables.JudgeUsageRow), {**values, **sums, "usage": asdict(usage)})
        return used

    def all(
        self, *, evaluation: str | None = None, run: str | None = None, since: datetime | None = None
    ) -> list[Used]:
        """List usage, newest first."""
        table = tables.JudgeUsageRow
        query = select(*columns_for(Used, table))
        if evaluation is not None:
            query = query.where(table.evaluation == evaluation)
        if run is not None:
            query = query.where(table.run == run)
        if since is not None:
            query = query.where(table.moment >= since)
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(table.moment.desc(), table.id)).mappings().all()
        return [build(Used, {**row, "usage": usage_of(row["usage"])}) for row in rows]


def summed(entries: Iterable[Used]) -> UsageSum:
    """Add up the usage of several entries."""
    usages = [entry.usage for entry in entries]
    names = ("fields", "cached", "asked", "calls", "tokens_in", "tokens_out")
    counts = {name: sum(getattr(usage, name) for usage in usages) for name in names}
    prices = [usage.price for usage in usages if usage.price is not None]
    return UsageSum(len(usages), **counts, price=sum(prices), unpriced=len(usages) - len(prices))


def usage_of(stored: dict[str, Any]) -> JudgeUsage:
    """Read usage from JSON; parts that this version does not know are left out."""
    known = {field.name for field in fields(JudgeUsage)}
    return JudgeUsage(**{name: value for name, value in stored.items() if name in known})
