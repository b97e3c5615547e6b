"""What a run says of one field of one record, of one record, and of one field over all records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from evaljson.load.loaded_records import RecordId


@dataclass
class FieldResult:
    """One field of one record: a copy, so that changing it changes no figure of a run. It takes further attributes.

    Two are equal if their first nine attributes are: how alike the values are, their weight and place follow from them.
    """

    path: str
    """Instance path; elements that only the extraction has count down from -1."""
    score: float
    """0..1; 0.0 for statuses that no comparator decided."""
    comparator: str
    """Name of the field's comparator; "" where none was asked: at containers, unknown keys and skipped nodes."""
    gold_value: Any
    """None where gold has no value: `status` and `reason` tell absent from null."""
    extracted_value: Any
    status: str
    reason: str | None = None
    gold_compared: Any = None
    """After transforms; the raw value for results at a container."""
    extracted_compared: Any = None
    similarity: float | None = field(default=None, compare=False)
    """The score before the threshold; None where nothing was compared."""
    weight: float = field(default=1.0, compare=False)
    extracted_path: str | None = field(default=None, compare=False)
    """The path of the value in the extracted record; None where it has none."""

    def copy(self) -> FieldResult:
        """Return a copy with all its attributes, those that were added too."""
        copied = object.__new__(type(self))
        copied.__dict__.update(self.__dict__)
        return copied


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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
