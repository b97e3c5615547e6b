"""Figures from field results, such as a post-processor left them or a program made itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import fsum
from typing import Any, Final

from evaljson.compat.struct_extract_eval.core.record.results import (
    FieldAggregation,
    FieldResult,
    RecordResult,
    RunResult,
)

SCORED: Final = ("match", "mismatch", "omission", "hallucination")
"""The statuses that count."""


def build_record_result(record_id: Any, field_results: list[FieldResult], gold: Any, extracted: Any) -> RecordResult:
    """Return the record with its figures: from the scores of matches and mismatches as they are."""
    counts = Counter(result.status for result in field_results)
    paired = counts["match"] + counts["mismatch"]
    score = sum(result.score for result in field_results if result.status in ("match", "mismatch"))
    precision = _share(score, paired + counts["hallucination"])
    recall = _share(score, paired + counts["omission"])
    both = precision + recall
    f1 = 2 * precision * recall / both if both else 0.0
    return RecordResult(record_id, field_results, gold, extracted, precision, recall, f1)


def build_run_result(records: list[RecordResult]) -> RunResult:
    """Return the run with its figures: means over its records, and counts."""
    counts = Counter(result.status for record in records for result in record.field_results)
    return RunResult(
        records,
        mean(record.precision for record in records),
        mean(record.recall for record in records),
        mean(record.f1 for record in records),
        len(records),
        sum(counts[status] for status in SCORED),
        counts["omission"],
        counts["hallucination"],
        counts["batch_error"],
        _per_field(records),
    )


def mean(values: Iterable[float]) -> float:
    """Return the arithmetic mean; 1.0 of nothing."""
    listed = list(values)
    return fsum(listed) / len(listed) if listed else 1.0


def _share(part: float, whole: int) -> float:
    return part / whole if whole else 1.0


def _per_field(records: Sequence[RecordResult]) -> dict[str, FieldAggregation]:
    by_path: dict[str, list[FieldResult]] = {}
    for record in records:
        for result in record.field_results:
            if result.status in SCORED:
                by_path.setdefault(result.path, []).append(result)
    return {path: _aggregated(results) for path, results in by_path.items()}


def _aggregated(results: Sequence[FieldResult]) -> FieldAggregation:
    counts = Counter(result.status for result in results)
    return FieldAggregation(mean(result.score for result in results), *(counts[status] for status in SCORED))
