"""Post-processors that come with evaljson, for `evaluate(..., post_process=...)` or to be called in one's own.

They change the results that they are given, and return the very list: a post-processor gets copies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from evaljson.results.field_result import FieldResult


@dataclass(frozen=True, slots=True)
class NullHandling:
    """Which compared values `reclassify_nulls` counts as absent."""

    absent_values: Sequence[Any] = field(default_factory=lambda: [None])
    both_absent_skip: bool = True
    """Whether two absent values are skipped; otherwise they are a match."""


def reclassify_nulls(field_results: list[FieldResult], config: NullHandling | None = None) -> list[FieldResult]:
    """Count null values as absent: mismatches become omissions or hallucinations, two absent values are skipped.

    Works on values after transforms, of matches and mismatches alone: a missing key stays what it is. `x-eval-nulls` in
    the schema does the same before alignment, which is better.
    """
    policy = config or NullHandling()
    for result in field_results:
        if result.status in ("match", "mismatch", "pending"):
            _reclassify(result, policy)
    return field_results


def _reclassify(result: FieldResult, policy: NullHandling) -> None:
    no_gold, no_extracted = (
        any(value is absent or (type(value) is type(absent) and value == absent) for absent in policy.absent_values)
        for value in (result.gold_compared, result.extracted_compared)
    )
    if not no_gold and not no_extracted:
        return
    if no_gold and no_extracted:
        result.status, result.score = ("skipped", 0.0) if policy.both_absent_skip else ("match", 1.0)
        result.reason = "absent on both sides"
        return
    result.status, result.score = "hallucination" if no_gold else "omission", 0.0
    result.reason = f"{'gold' if no_gold else 'extracted'} counts as absent"


def propagate_batch_errors(field_results: list[FieldResult]) -> list[FieldResult]:
    """Give `batch_error` to all fields of a comparator that could not judge one of them, skipped ones too.

    For comparators whose answers only count together. Omissions and hallucinations stay: it was not asked about those.
    """
    broken = {result.comparator for result in field_results if result.status == "batch_error"} - {""}
    for result in field_results:
        if result.comparator in broken and result.status not in ("omission", "hallucination", "batch_error"):
            result.status, result.score = "batch_error", 0.0
            result.reason = "its comparator could not judge another field of this record"
    return field_results
