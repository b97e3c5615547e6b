"""What a run reads its results from, whether the engine, a post-processor or a file gave them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol, overload, runtime_checkable

import numpy as np

from evaljson.base.arrays import Floats, Ints
from evaljson.results.array_rows import ArrayRows
from evaljson.results.compared_values import ComparedValues
from evaljson.results.field_result import FieldResult
from evaljson.scoring.tallies import Rows, Tallies

if TYPE_CHECKING:
    import pandas as pd

    from evaljson.results.field_result import RecordResult
    from evaljson.results.parts import ResultPart

ALIGNMENT_COLUMNS: Final = ("record_id", "array", "gold_index", "extracted_index", "strategy", "score")
"""The columns of `Results.alignments`."""


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
    """Turn results as objects into columns."""
    results = every.results
    return Listed(
        every.records,
        every.fields,
        [result.path for result in results],
        [result.status for result in results],
        [result.score for result in results],
        [result.weight for result in results],
        [result.gold_value for result in results],
        [result.extracted_value for result in results],
        [result.comparator for result in results],
        [result.reason for result in results],
        [result.similarity for result in results],
        [result.extracted_path for result in results],
    )


class Results(Protocol):
    """What a run keeps of its results."""

    tallies: Tallies

    def field_results(self, record: int) -> list[FieldResult]:
        """Build the results of one record, in the order of the record view."""

    def fields_of(self, record: int) -> list[str]:
        """Return the schema path of each of `field_results`."""

    def in_order(self) -> InOrder:
        """Return all results, by record."""

    def listed(self) -> Listed:
        """Return all results as columns, in the same order."""

    def some(self, rows: Ints) -> list[FieldResult]:
        """Build the results in these rows of the tallies."""

    def paths_at(self, rows: Ints) -> list[str]:
        """Return the instance paths of the results in these rows of the tallies, without building them."""

    def both_paths_at(self, rows: Ints) -> list[tuple[str, str | None]]:
        """Return (instance path, extracted path) of the results in these rows, without building them."""

    def parts(self, records: Sequence[RecordResult]) -> Iterator[ResultPart]:
        """Give all results in parts, as columns, in the same order; `records` are those of the run."""

    def alignments(self, record_ids: list[Any]) -> pd.DataFrame:
        """Return one row per pair and per lone element of all arrays."""

    def confidences(self) -> Floats | None:
        """Return one confidence per row of the tallies, NaN where there is none; None without x-eval-confidence."""

    def array_rows(self) -> dict[str, ArrayRows]:
        """Return the rows of each array, by schema path of its elements, in schema order."""

    def compared_values(self) -> Iterable[ComparedValues]:
        """Return the values of all results, as compared; a field may be in several parts."""


@runtime_checkable
class LooksUpAlignments(Protocol):
    """Results that find the alignments of some records without a look at those of all."""

    def alignments_of(self, record_ids: Mapping[int, Any]) -> pd.DataFrame:
        """Return those of some records; `record_ids` are what to call them, by their places."""


class NoResults:
    """The results of a run that has none behind it, such as one built by hand."""

    def __init__(self) -> None:
        nothing = np.zeros(0, np.int32)
        self.tallies = Tallies(Rows(nothing, nothing, np.zeros(0, np.int8), np.zeros(0), np.zeros(0), [], 0))

    def field_results(self, record: int) -> list[FieldResult]:
        """Return nothing."""
        return []

    def fields_of(self, record: int) -> list[str]:
        """Return nothing."""
        return []

    def in_order(self) -> InOrder:
        """Return nothing, as parallel lists."""
        return InOrder([], [], [], [])

    def listed(self) -> Listed:
        """Return nothing, as columns."""
        return listed_of(self.in_order())

    def some(self, rows: Ints) -> list[FieldResult]:
        """Return nothing."""
        return []

    def paths_at(self, rows: Ints) -> list[str]:
        """Return nothing."""
        return []

    def both_paths_at(self, rows: Ints) -> list[tuple[str, str | None]]:
        """Return nothing."""
        return []

    def parts(self, records: Sequence[RecordResult]) -> Iterator[ResultPart]:
        """Give nothing."""
        return iter(())

    def alignments(self, record_ids: list[Any]) -> pd.DataFrame:
        """Return a frame without rows."""
        import pandas as pd

        return pd.DataFrame(columns=ALIGNMENT_COLUMNS, dtype=object)

    def confidences(self) -> Floats | None:
        """Return None: no schema speaks of confidences."""
        return None

    def array_rows(self) -> dict[str, ArrayRows]:
        """Return nothing."""
        return {}

    def compared_values(self) -> Iterable[ComparedValues]:
        """Return nothing."""
        return ()


class FiguresAlone(NoResults):
    """Tallies alone: what was compared is elsewhere."""

    def __init__(self, tallies: Tallies) -> None:
        self.tallies = tallies


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
