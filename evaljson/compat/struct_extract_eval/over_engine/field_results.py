"""The engine's results -> field results of this package."""

from __future__ import annotations

from evaljson.compat.struct_extract_eval.core.record.results import FieldResult
from evaljson.results import field_result as engine
from evaljson.results.engine_results import EngineResults


def field_results(results: EngineResults, record: int) -> list[FieldResult]:
    """Build the results of one record."""
    return [_translated(result) for result in results.field_results(record)]


def _translated(result: engine.FieldResult) -> FieldResult:
    """Leave out compared values where nothing was compared. At containers they are the raw ones, which are not null."""
    is_skipped_by_schema = result.status == "skipped" and not result.comparator
    compared = result.status not in ("omission", "hallucination") and not is_skipped_by_schema
    return FieldResult(
        result.path,
        result.score,
        result.comparator,
        result.gold_value,
        result.extracted_value,
        result.status,
        result.reason,
        result.gold_compared if compared else None,
        result.extracted_compared if compared else None,
    )


def spread_failures(results: list[FieldResult]) -> list[FieldResult]:
    """Give `batch_error` to all fields of a compound whose `compare` raised in this record; in place."""
    failed = {result.comparator: result.reason for result in results if result.status == "batch_error"}
    for result in results:
        if result.comparator in failed and result.status in ("match", "mismatch", "skipped"):
            result.status, result.score, result.reason = "batch_error", 0.0, failed[result.comparator]
    return results
