"""Post-processors that come with evaljson, for `evaluate(..., post_process=...)`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from evaljson.base.jsontypes import strict_key
from evaljson.base.paths import split
from evaljson.results.field_result import FieldResult

_DECIDED = ("match", "mismatch", "omission", "hallucination")


@dataclass(frozen=True, slots=True)
class NullHandling:
    """Which compared values `reclassify_nulls` counts as absent."""

    absent_values: Sequence[Any] = field(default_factory=lambda: [None])
    both_absent_skip: bool = True
    """Whether two absent values are skipped; otherwise they are a match."""


def reclassify_nulls(field_results: Sequence[FieldResult], handling: NullHandling | None = None) -> list[FieldResult]:
    """Count null values as absent: mismatches become omissions or hallucinations, two absent values are skipped.

    Works on values after transforms. `x-eval-nulls` in the schema does the same before alignment, which is better.
    """
    policy = handling or NullHandling()
    absent = {strict_key(value) for value in policy.absent_values}
    return [_reclassified(result, absent, policy.both_absent_skip) for result in field_results]


def _reclassified(result: FieldResult, absent: set[Any], both_skip: bool) -> FieldResult:
    if result.status not in _DECIDED:
        return result
    no_gold = result.status == "hallucination" or strict_key(result.gold_compared) in absent
    no_extracted = result.status == "omission" or strict_key(result.extracted_compared) in absent
    status, score = result.status, result.score
    if no_gold and no_extracted:
        status, score = ("skipped", 0.0) if both_skip else ("match", 1.0)
    elif no_gold:
        status, score = "hallucination", 0.0
    elif no_extracted:
        status, score = "omission", 0.0
    if status == result.status:
        return result
    reason = (
        "absent on both sides" if no_gold and no_extracted else f"{'gold' if no_gold else 'extracted'} counts as absent"
    )
    return replace(result, status=status, score=score, reason=reason)


def propagate_batch_errors(field_results: Sequence[FieldResult]) -> list[FieldResult]:
    """Give `batch_error` to all fields of an object of which one could not be judged.

    For records in which an object counts as a whole or not at all.
    """
    broken = {tuple(split(result.path)[:-1]) for result in field_results if result.status == "batch_error"}
    return [_spread(result) if tuple(split(result.path)[:-1]) in broken else result for result in field_results]


def _spread(result: FieldResult) -> FieldResult:
    if result.status not in _DECIDED:
        return result
    return replace(result, status="batch_error", score=0.0, reason="a field of the same object could not be judged")
