"""What a run says: plain dataclasses, which post-processors and programs may change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from evaljson.compat.struct_extract_eval.over_engine.lazy import LazyFields


@dataclass
class FieldResult:
    """One field of one record."""

    path: str
    """Instance path; elements that only the extraction has count down from -1."""
    score: float
    comparator: str
    """Name of the field's comparator; "" where none was asked."""
    gold_value: Any
    extracted_value: Any
    status: str
    reason: str | None = None
    gold_compared: Any = None
    """After transforms; None where only one side has a value."""
    extracted_compared: Any = None


@dataclass
class RecordResult(LazyFields):
    """One record. Those of a run build their field results at the first look."""

    record_id: Any
    field_results: list[FieldResult]
    gold: Any
    extracted: Any
    precision: float
    recall: float
    f1: float


@dataclass
class FieldAggregation:
    """All results at one instance path."""

    mean_score: float
    matches: int
    mismatches: int
    omissions: int
    hallucinations: int


@dataclass
class RunResult(LazyFields):
    """A whole run."""

    records: list[RecordResult]
    mean_precision: float
    mean_recall: float
    mean_f1: float
    total_records: int
    total_fields: int
    total_omissions: int
    total_hallucinations: int
    total_batch_errors: int
    per_field: dict[str, FieldAggregation]
    """By instance path."""
