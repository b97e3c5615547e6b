"""Divides the records into blocks that are scored together."""

from __future__ import annotations

from collections.abc import Iterator

from evaljson.base.arrays import Ints
from evaljson.comparators.base import says
from evaljson.comparators.nested.inner import scores_columns
from evaljson.scoring.plan import PlanNode
from evaljson.scoring.schema_parts import SchemaPart

RECORDS_PER_BLOCK = 1000
"""Few enough for the distinct values of a column to stay in the processor's cache."""


def blocks(part: SchemaPart) -> Iterator[Ints]:
    """Yield the records of each block. All are in one block if a comparator is called per distinct pair of values."""
    at_once = RECORDS_PER_BLOCK if _all_vectorised(part.plan) else max(len(part.records), 1)
    for first in range(0, len(part.records), at_once):
        yield part.records[first : first + at_once]


def _all_vectorised(plan: PlanNode) -> bool:
    rules = [(node.unit.comparator.fn, node.unit.params) for node in plan.walk() if node.unit is not None]
    return all(scores_columns(fn, params) or says(fn, "is_batch") for fn, params in rules)
