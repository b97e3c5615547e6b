"""What a run says: frozen results, whose field results are built when somebody looks at them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, overload

from evaljson.base.arrays import Floats, Ints
from evaljson.confidence.figures import BINS, RunConfidence, run_confidence
from evaljson.load.join import Unpaired
from evaljson.load.result import RecordId
from evaljson.scoring.judging import JudgeUsage
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


def _without(key: str, records: Sequence[Any]) -> list[Any]:
    """The records without a key; those that are no objects as they are."""
    return [
        {name: value for name, value in record.items() if name != key} if isinstance(record, Mapping) else record
        for record in records
    ]


@dataclass(frozen=True, slots=True)
class InOrder:
    """All results in the order of the record view, as parallel lists."""

    records: list[int]
    """The place of each one's record."""
    fields: list[str]
    """Its schema path."""
    rows: list[int]
    """Its row in the tallies: sums depend on their order in the last digit."""
    results: list[FieldResult]


@dataclass(frozen=True, slots=True)
class Listed:
    """What `RunResult.to_frame` says of all results, as parallel lists in the order of the record view."""

    records: list[int]
    """The place of each one's record."""
    field: list[str]
    path: list[str]
    status: list[str]
    score: list[float]
    weight: list[float]
    gold: list[Any]
    extracted: list[Any]
    comparator: list[str]
    reason: list[str | None]
    similarity: list[float | None]
    extracted_path: list[str | None]


def listed_of(every: InOrder) -> Listed:
    """From results as objects."""
    found = every.results
    return Listed(
        every.records,
        every.fields,
        [result.path for result in found],
        [result.status for result in found],
        [result.score for result in found],
        [result.weight for result in found],
        [result.gold_value for result in found],
        [result.extracted_value for result in found],
        [result.comparator for result in found],
        [result.reason for result in found],
        [result.similarity for result in found],
        [result.extracted_path for result in found],
    )


class Results(Protocol):
    """What a run keeps of its results."""

    tallies: Tallies

    def field_results(self, record: int) -> list[FieldResult]:
        """Fresh objects, in the order of the record view."""

    def fields_of(self, record: int) -> list[str]:
        """The schema path of each of `field_results`."""

    def in_order(self) -> InOrder:
        """All results, by record."""

    def listed(self) -> Listed:
        """All results as columns, in the same order."""

    def some(self, rows: Ints) -> list[FieldResult]:
        """Fresh objects of these rows of the tallies."""

    def alignments(self, record_ids: list[Any]) -> pd.DataFrame:
        """One row per pair and per lone element of all arrays."""

    def confidences(self) -> Floats | None:
        """One for each row of the tallies, NaN where there is none; None where the schema speaks of none."""


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
    id_field: str | None = None
    """The key with the id of a record, which is not scored; None where records have none."""
    problems: tuple[Problem, ...] = ()
    """What went wrong or was decided on the way."""
    missing_records: str = "omit"
    """Whether missing records count as omitted ("omit") or are left out ("exclude")."""
    left_out: tuple[RecordId, ...] = ()
    """Gold records that were not scored because `leave_out` named them."""
    types: tuple[str | None, ...] | None = None
    """With x-eval-by, the document type of each record, None for those scored by the root's own schema."""
    positions: tuple[tuple[int, int | None], ...] = ()
    """For each record, where it stands in the gold given, and its extracted one among the extracted; None if none."""
    undeclared: tuple[str, ...] = ()
    """Schema paths of `per_field` that the eval schema lacks: keys that only extracted records have."""
    judged: JudgeUsage | None = field(default=None, compare=False)
    """What a judge was asked and what it took; None where no field was put to one."""
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

    def only(self, places: Sequence[int]) -> RunResult:
        """The same results for some of the records, by their places in `records`, each at most once.

        Nothing is scored again. What was reported about the whole run (missing, strays, problems) stays with it.
        """
        from evaljson.results.subset import subset

        return subset(self, places)

    def by_type(self) -> dict[str | None, RunResult]:
        """With x-eval-by, the results of each document type that has records; else empty."""
        places: dict[str | None, list[int]] = {}
        for place, kind in enumerate(self.types or ()):
            places.setdefault(kind, []).append(place)
        return {kind: self.only(places[kind]) for kind in sorted(places, key=lambda kind: (kind is None, kind or ""))}

    def metric(self, name: str, **params: Any) -> RunMetric:
        """A whole-document metric over the records of this run; `evaljson.metrics.METRICS` has names and parameters.

        The id of a record is left out: what joins the two sides is no part of what was extracted.
        Raises ValueError for an unknown name or parameter.
        """
        from evaljson.metrics import metric_over_run

        gold, extracted = [record.gold for record in self.records], [record.extracted for record in self.records]
        if self.id_field is not None:
            gold, extracted = (_without(self.id_field, records) for records in (gold, extracted))
            if isinstance(params.get("weights"), Mapping):
                [params["weights"]] = _without(self.id_field, [params["weights"]])
        return metric_over_run(name, gold, extracted, **params)

    @cached_property
    def _confidences(self) -> Floats | None:
        return self.table.confidences()  # type: ignore[no-any-return]

    def confidence(self, bins: int = BINS) -> RunConfidence | None:
        """Whether the extraction is right where it says that it is sure; None where the schema has no
        x-eval-confidence. `bins` are the stretches of the reliability curve and of the calibration error.

        Raises InputError for an odd number of bins.
        """
        found = self._confidences
        return None if found is None else run_confidence(self.table.tallies.rows, found, bins)

    def to_frame(self) -> pd.DataFrame:
        """One row per field result, in record, schema and element order.

        Columns: record_id, path, field, status, score, weight, gold, extracted, comparator, reason, similarity,
        extracted_path. Values stay Python objects.
        """
        from evaljson.results.result_frame import make_frame

        listed: Listed = self.table.listed()
        ids = [record.record_id for record in self.records]
        return make_frame([ids[place] for place in listed.records], listed)

    def alignments(self) -> pd.DataFrame:
        """Which elements of each array were paired: one row per pair and per element that stayed alone.

        Columns: record_id; array (its instance path); gold_index and extracted_index, None where the element is alone;
        strategy, the one of x-eval-align that made the pair, None where it is alone; score, the F1 of the row's own
        results, None where none of them counts. An element alone scores 0, unless it counts as absent.
        """
        found: pd.DataFrame = self.table.alignments([record.record_id for record in self.records])
        return found
