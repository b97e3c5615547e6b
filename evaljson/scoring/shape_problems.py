"""Reports values of another type than the schema's, one problem per field: often gold or the schema is wrong."""

from __future__ import annotations

from collections import Counter
from typing import Any

from evaljson.base.jsontypes import type_name
from evaljson.scoring.problems import Problems
from evaljson.scoring.status import MISMATCH
from evaljson.scoring.table_sink import Chunk, ResultStore


def report_shapes(store: ResultStore, problems: Problems) -> None:
    """Report where one side has an array or object and the other a value of another type, and how often."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for chunk in store.chunks:
        if chunk.unit is None and chunk.key is None and (chunk.status == MISMATCH).any():
            counts.update((chunk.plan.path, *kinds) for kinds in _kinds(chunk))
    for (path, gold, extracted), count in counts.items():
        problems.add("shape", path, f"gold has {gold} and the extraction {extracted}: compared as unequal", count)


def _kinds(chunk: Chunk) -> list[tuple[str, str]]:
    assert chunk.gold is not None
    assert chunk.extracted is not None
    rows = zip(chunk.gold.tolist(), chunk.extracted.tolist(), strict=True)
    return [(_named(chunk.columns.gold[gold]), _named(chunk.columns.extracted[extracted])) for gold, extracted in rows]


def _named(value: Any) -> str:
    name = type_name(value)
    return f"an {name}" if name[0] in "aio" else f"a {name}"
