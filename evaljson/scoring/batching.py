"""How many records are scored at a time."""

from __future__ import annotations

from collections.abc import Iterator

from evaljson.scoring.plan import PlanNode

RECORDS = 1000
"""Small enough for the distinct values of a column to stay in the processor's cache."""


def batches(plan: PlanNode, records: int) -> Iterator[tuple[int, int]]:
    """(first, last) of each batch. All records are one where functions are called for each distinct pair of values."""
    at_once = RECORDS if _all_vectorised(plan) else max(records, 1)
    for first in range(0, records, at_once):
        yield first, min(first + at_once, records)


def _all_vectorised(plan: PlanNode) -> bool:
    fns = [node.unit.comparator.fn for node in plan.walk() if node.unit is not None]
    return all(hasattr(fn, "vectorise") or getattr(fn, "is_batch", False) for fn in fns)
