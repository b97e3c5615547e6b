"""Looks whether verdicts, labels and what was paid for them are what evaljson writes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import Connection, select

from evaljson.scoring.judging import JudgeUsage
from evaljson.store import tables
from evaljson.store.damage import REPORT, Fault
from evaljson.store.topics.labels import pair_sha256
from evaljson.store.topics.usage import usage_of

_SHA: Final = re.compile(r"[0-9a-f]{64}")
_BATCH: Final = 1_000


def faults_of_judging(connection: Connection) -> Iterator[Fault]:
    """Of all three tables."""
    yield from _of_judgements(connection)
    yield from _of_labels(connection)
    yield from _of_usage(connection)


def _of_judgements(connection: Connection) -> Iterator[Fault]:
    own = tables.JudgementRow
    query = select(own.key, own.score, own.tokens_in, own.tokens_out).execution_options(yield_per=_BATCH)
    for key, score, tokens_in, tokens_out in connection.execute(query):
        where = f"verdict {key[:12]!r}"
        if not _SHA.fullmatch(key):
            yield Fault(where, "lies under something that is no hash", REPORT)
        if not 0 <= score <= 1:
            yield Fault(where, f"has a score of {score}", REPORT)
        if tokens_in < 0 or tokens_out < 0:
            yield Fault(where, "took less than no tokens", REPORT)


def _of_labels(connection: Connection) -> Iterator[Fault]:
    own = tables.LabelRow
    query = select(own.id, own.pair, own.path, own.rubric, own.content, own.score)
    for identity, pair, path, rubric, content, score in connection.execute(query):
        where = f"label {identity!r}"
        if not isinstance(content, dict) or set(content) != {"gold", "extracted", "about"}:
            yield Fault(where, "holds no pair of values", REPORT)
        elif not isinstance(content["about"], dict):
            yield Fault(where, "does not say what the field is", REPORT)
        elif pair_sha256(path, rubric, content["gold"], content["extracted"]) != pair:
            yield Fault(where, "has another hash than its pair", REPORT)
        if not 0 <= score <= 1:
            yield Fault(where, f"has a score of {score}", REPORT)


def _of_usage(connection: Connection) -> Iterator[Fault]:
    own = tables.JudgeUsageRow
    for identity, held in connection.execute(select(own.id, own.usage)):
        if not _is_usage(held):
            yield Fault(f"judge usage {identity!r}", "is none", REPORT)


def _is_usage(held: Any) -> bool:
    if not isinstance(held, dict):
        return False
    try:
        usage = usage_of(held)
    except TypeError:
        return False
    empty = JudgeUsage("")
    names = [name for name in JudgeUsage.__dataclass_fields__ if name not in ("price", "stopped")]
    return (
        all(type(getattr(usage, name)) is type(getattr(empty, name)) for name in names)
        and (usage.price is None or type(usage.price) in (int, float))
        and (usage.stopped is None or isinstance(usage.stopped, str))
    )
