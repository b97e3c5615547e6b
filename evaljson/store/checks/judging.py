"""Checks verdicts of judges, labels and usage."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import Connection, select

from evaljson.scoring.judging import JudgeUsage
from evaljson.store import tables
from evaljson.store.checks.fault import REPORT, Fault
from evaljson.store.topics.labels import pair_sha256
from evaljson.store.topics.usage import usage_of

_SHA: Final = re.compile(r"[0-9a-f]{64}")
_BATCH: Final = 1_000


def judgement_faults(connection: Connection) -> Iterator[Fault]:
    """Check the key, score and tokens of every verdict."""
    table = tables.JudgementRow
    query = select(table.key, table.score, table.tokens_in, table.tokens_out).execution_options(yield_per=_BATCH)
    for row in connection.execute(query):
        where = f"verdict {row.key[:12]!r}"
        if not _SHA.fullmatch(row.key):
            yield Fault(where, "is stored under something that is not a hash", REPORT)
        if not 0 <= row.score <= 1:
            yield Fault(where, f"has a score of {row.score}", REPORT)
        if row.tokens_in < 0 or row.tokens_out < 0:
            yield Fault(where, "has a negative number of tokens", REPORT)


def label_faults(connection: Connection) -> Iterator[Fault]:
    """Check the content, hash and score of every label."""
    table = tables.LabelRow
    query = select(table.id, table.pair, table.path, table.rubric, table.content, table.score)
    for row in connection.execute(query):
        where, content = f"label {row.id!r}", row.content
        if not isinstance(content, dict) or set(content) != {"gold", "extracted", "about"}:
            yield Fault(where, "holds no pair of values", REPORT)
        elif not isinstance(content["about"], dict):
            yield Fault(where, "does not describe the field", REPORT)
        elif pair_sha256(row.path, row.rubric, content["gold"], content["extracted"]) != row.pair:
            yield Fault(where, "has another hash than its pair", REPORT)
        if not 0 <= row.score <= 1:
            yield Fault(where, f"has a score of {row.score}", REPORT)


def usage_faults(connection: Connection) -> Iterator[Fault]:
    """Check that every entry of usage can be read."""
    for row in connection.execute(select(tables.JudgeUsageRow.id, tables.JudgeUsageRow.usage)):
        if not _is_usage(row.usage):
            yield Fault(f"judge usage {row.id!r}", "cannot be read", REPORT)


def _is_usage(stored: Any) -> bool:
    if not isinstance(stored, dict):
        return False
    try:
        usage = usage_of(stored)
    except TypeError:
        return False
    empty = JudgeUsage("")
    names = [name for name in JudgeUsage.__dataclass_fields__ if name not in ("price", "stopped")]
    return (
        all(type(getattr(usage, name)) is type(getattr(empty, name)) for name in names)
        and (usage.price is None or type(usage.price) in (int, float))
        and (usage.stopped is None or isinstance(usage.stopped, str))
    )
