"""What a run says of one field of one record, of one record, and of one field over all records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evaljson.load.loaded_records import RecordId


@dataclass(slots=True)
class FieldResult:
    """One field of one record: a copy, so that changing it changes no figure of a run."""

    path: str
    """Instance path; elements that only the extraction has count down from -1."""
    score: float
    """0..1; 0.0 for statuses that no comparator decided."""
    comparator: str
    """Name of the comparator, or "structure" where the shape decided."""
    gold_value: Any
    """None where gold has no value: `status` and `reason` tell absent from null."""
    extracted_value: Any
    status: str
    reason: str | None = None
    gold_compared: Any = None
    """After transforms; the raw value for results at a container."""
    extracted_compared: Any = None
    similarity: float | None = None
    """The score before the threshold; None where nothing was compared."""
    weight: float = 1.0
    extracted_path: str | None = None
    """The path of the value in the extracted record; None where it has none."""


@dataclass(frozen=True, slots=True)
class RecordResult:
    """One record."""

    record_id: RecordId | None
    field_results: Sequence[FieldResult]
    """In schema order, then element index; built on first look."""
    gold: Any
    extracted: Any
    """None where no record was produced."""
    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class FieldAggregation:
    """All results at one schema path."""

    mean_score: float | None
    """Unweighted, over matches, mismatches, omissions and hallucinations."""
    matches: int
    mismatches: int
    omissions: int
    hallucinations: int
    precision: float | None = None
    """From score sums, so it may differ from the counts where a comparator grades; None for an empty denominator."""
    recall: float | None = None
    f1: float | None = None
    skipped: int = 0
    batch_errors: int = 0
    weight: float = 1.0
    """Product of the weights down to the field."""
