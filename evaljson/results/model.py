"""What a run says: frozen results, whose field results are built when somebody looks at them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, overload

from evaljson.load.pairing import RecordId, Unpaired
from evaljson.scoring.problems import Problem

if TYPE_CHECKING:
    import pandas as pd

    from evaljson.metrics import RunMetric
    from evaljson.scoring.tallies import Tallies


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
    """None where gold has none: `status` and `reason` tell absent from null."""
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
    """Where the value lies in the extracted record; None where it has none."""


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


class Results(Protocol):
    """What a run keeps of its results."""

    tallies: Tallies

    def field_results(self, record: int) -> list[FieldResult]:
        """Fresh objects, in the order of the record view."""

    def frame(self, record_ids: list[Any]) -> pd.DataFrame:
        """One row per result."""

    def alignments(self, record_ids: list[Any]) -> pd.DataFrame:
        """One row per pair and per lone element of all arrays."""


class LazyResults(Sequence[FieldResult]):
    """The field results of one record, built at the first look."""

    __slots__ = ("_built", "_record", "_table")

    def __init__(self, table: Results, record: int) -> None:
        self._table = table
        self._record = record
        self._built: list[FieldResult] | None = None

    def _all(self) -> list[FieldResult]:
        if self._built is None:
            self._built = self._table.field_results(self._record)
        return self._built

    @overload
    def __getitem__(self, index: int) -> FieldResult: ...
    @overload
    def __getitem__(self, index: slice) -> list[FieldResult]: ...
    def __getitem__(self, index: int | slice) -> FieldResult | list[FieldResult]:
        return self._all()[index]

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[FieldResult]:
        return iter(self._all())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __repr__(self) -> str:
        return repr(self._all())


@dataclass(frozen=True)
class RunResult:
    """The result of scoring one variant under one schema."""

    records: Sequence[RecordResult]
    mean_precision: float | None
    """Arithmetic mean over records; None for a run without records."""
    mean_recall: float | None
    mean_f1: float | None
    total_records: int
    """Records scored."""
    total_fields: int
    """Matches, mismatches, omissions and hallucinations."""
    total_omissions: int
    total_hallucinations: int
    total_batch_errors: int
    per_field: Mapping[str, FieldAggregation]
    """By schema path, in schema order; paths with at least one scored result."""
    pooled_precision: float | None = None
    """Over all fields of all records at once; None for an empty denominator."""
    pooled_recall: float | None = None
    pooled_f1: float | None = None
    total_matches: int = 0
    total_mismatches: int = 0
    total_skipped: int = 0
    missing: tuple[RecordId, ...] = ()
    """Gold records without an extracted one, whether counted as omitted or left out."""
    strays: tuple[Unpaired, ...] = ()
    """Extracted records without gold; they are never scored."""
    duplicates: tuple[Unpaired, ...] = ()
    """Extracted records whose id came before; the first one counts."""
    paired_by: str = "position"
    """"id" or "position"."""
    problems: tuple[Problem, ...] = ()
    """What went wrong or was decided on the way."""
    missing_records: str = "omit"
    """Whether missing records count as omitted ("omit") or are left out ("exclude")."""
    table: Any = field(default=None, repr=False, compare=False)
    """The columnar results behind it."""
    signer: Any = field(default=None, repr=False, compare=False)

    @cached_property
    def signature(self) -> Mapping[str, Any]:
        """What the numbers depend on: same signature, same numbers. Hashing the data happens at the first look."""
        found: Mapping[str, Any] = self.signer()
        return found

    @property
    def empty_records(self) -> int:
        """How many records the extraction left without any value that counts: precision is 1.0 for those."""
        return int((self.table.tallies.by_record()[2] == 0).sum())

    def metric(self, name: str, **params: Any) -> RunMetric:
        """A whole-document metric over the records of this run; `evaljson.metrics.METRICS` has names and parameters.

        Raises ValueError for an unknown name or parameter.
        """
        from evaljson.metrics import metric_over_run

        gold, extracted = [record.gold for record in self.records], [record.extracted for record in self.records]
        return metric_over_run(name, gold, extracted, **params)

    def to_frame(self) -> pd.DataFrame:
        """One row per field result, in record, schema and element order.

        Columns: record_id, path, field, status, score, weight, gold, extracted, comparator, reason, similarity,
        extracted_path. Values stay Python objects.
        """
        found: pd.DataFrame = self.table.frame([record.record_id for record in self.records])
        return found

    def alignments(self) -> pd.DataFrame:
        """Which elements of each array were paired: one row per pair and per element that stayed alone.

        Columns: record_id; array (its instance path); gold_index and extracted_index, None where the element is alone;
        strategy, the one of x-eval-align that made the pair, None where it is alone; score, the F1 of the row's own
        results, None where none of them counts. An element alone scores 0, unless it counts as absent.
        """
        found: pd.DataFrame = self.table.alignments([record.record_id for record in self.records])
        return found
