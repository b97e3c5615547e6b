"""What asking judges took: one entry for each asking, kept for good."""

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


@dataclass(frozen=True, slots=True)
class Used:
    """One asking."""

    id: str
    moment: datetime
    who: str
    evaluation: str | None
    """It may be gone meanwhile, as the run may."""
    run: str | None
    usage: JudgeUsage


@dataclass(frozen=True, slots=True)
class UsageSum:
    """Several askings together."""

    askings: int = 0
    fields: int = 0
    cached: int = 0
    """Distinct questions that cost nothing."""
    asked: int = 0
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    price: float = 0.0
    """US dollars, of those whose price is known."""
    unpriced: int = 0
    """Askings of a model without a known price."""


class Usage:
    """Add to and look at."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, usage: JudgeUsage, *, by: str, evaluation: str | None = None, run: str | None = None) -> Used:
        """Note what an asking took, also one that was stopped half-way."""
        used = Used(new_id(), now(), by, evaluation, run, usage)
        held = {"id": used.id, "moment": used.moment, "who": by, "evaluation": evaluation, "run": run}
        sums = {name: getattr(usage, name) for name in ("model", "price", "calls", "tokens_in", "tokens_out")}
        with self._database.writing() as connection:
            connection.execute(insert(tables.JudgeUsageRow), {**held, **sums, "usage": asdict(usage)})
        return used

    def all(
        self, *, evaluation: str | None = None, run: str | None = None, since: datetime | None = None
    ) -> list[Used]:
        """Newest first."""
        own = tables.JudgeUsageRow
        query = select(own.id, own.moment, own.who, own.evaluation, own.run, own.usage)
        if evaluation is not None:
            query = query.where(own.evaluation == evaluation)
        if run is not None:
            query = query.where(own.run == run)
        if since is not None:
            query = query.where(own.moment >= since)
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(own.moment.desc(), own.id)).all()
        return [Used(row.id, row.moment, row.who, row.evaluation, row.run, usage_of(row.usage)) for row in rows]


def summed(askings: Iterable[Used]) -> UsageSum:
    """What they took together."""
    found = [one.usage for one in askings]
    names = ("fields", "cached", "asked", "calls", "tokens_in", "tokens_out")
    counts = {name: sum(getattr(one, name) for one in found) for name in names}
    prices = [one.price for one in found if one.price is not None]
    return UsageSum(len(found), **counts, price=sum(prices), unpriced=len(found) - len(prices))


def usage_of(held: dict[str, Any]) -> JudgeUsage:
    """From JSON; parts that this version does not know are left out."""
    known = {one.name for one in fields(JudgeUsage)}
    return JudgeUsage(**{name: value for name, value in held.items() if name in known})
