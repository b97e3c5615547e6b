"""Computes the figures of a run from its tallies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

from evaljson.base.exact_sums import as_float, exact_sum
from evaljson.load.loaded_records import RecordId
from evaljson.results.field_result import FieldAggregation, RecordResult
from evaljson.results.protocol import LazyResults, Results
from evaljson.results.sums import Sums
from evaljson.scoring.status import BATCH_ERROR, SCORED, SKIPPED
from evaljson.scoring.tallies import RecordFigures, Tallies, mean, ratio


def totals(tallies: Tallies) -> dict[str, Any]:
    """Return the figures of RunResult that are sums and means, by name."""
    return Sums.of(tallies).totals()


def means(tallies: Tallies, figures: RecordFigures) -> dict[str, float | None]:
    """Return precision, recall and F1, mean over records and pooled over fields, by their names in RunResult."""
    score, in_gold, in_extracted = (as_float(exact_sum(part)) for part in tallies.by_record())
    return {
        "mean_precision": mean(figures.precision),
        "mean_recall": mean(figures.recall),
        "mean_f1": mean(figures.f1),
        "pooled_precision": ratio(score, in_extracted),
        "pooled_recall": ratio(score, in_gold),
        "pooled_f1": ratio(2 * score, in_gold + in_extracted),
    }


def per_field(tallies: Tallies) -> dict[str, FieldAggregation]:
    """Return the figures of each field with at least one scored result, by schema path."""
    scores, gold, extracted = tallies.by_field()
    sums, counts = tallies.score_sums_by_field(), tallies.statuses_by_field().tolist()
    weights = tallies.weight_of_fields()
    aggregations = {}
    for i, path in enumerate(tallies.rows.fields):
        scored = sum(counts[i][status] for status in SCORED)
        if not scored:
            continue
        matches, mismatches, omissions, hallucinations = (counts[i][status] for status in SCORED)
        aggregations[path] = FieldAggregation(
            float(sums[i] / scored),
            matches,
            mismatches,
            omissions,
            hallucinations,
            precision=ratio(scores[i], extracted[i]),
            recall=ratio(scores[i], gold[i]),
            f1=ratio(2 * scores[i], gold[i] + extracted[i]),
            skipped=counts[i][SKIPPED],
            batch_errors=counts[i][BATCH_ERROR],
            weight=weights[i],
        )
    return aggregations


def record_ids(records: Sequence[RecordResult]) -> list[RecordId | None]:
    """Return the id of each record, without building records that nobody has looked at."""
    return list(records.ids) if isinstance(records, Records) else [one.record_id for one in records]


class Records(Sequence[RecordResult]):
    """The records of a run, built when someone looks at them."""

    def __init__(
        self,
        results: Results,
        record_ids: Sequence[RecordId],
        gold: Sequence[Any],
        extracted: Sequence[Any],
        figures: RecordFigures,
    ) -> None:
        self._results, self._figures = results, figures
        self._ids, self._gold, self._extracted = record_ids, gold, extracted
        self._built: dict[int, RecordResult] = {}

    @property
    def ids(self) -> Sequence[RecordId]:
        """The ids alone, without building records."""
        return self._ids

    def __len__(self) -> int:
        return len(self._gold)

    @overload
    def __getitem__(self, index: int) -> RecordResult: ...
    @overload
    def __getitem__(self, index: slice) -> list[RecordResult]: ...
    def __getitem__(self, index: int | slice) -> RecordResult | list[RecordResult]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        if place not in self._built:
            self._built[place] = self._build(place)
        return self._built[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __iter__(self) -> Iterator[RecordResult]:
        return (self[i] for i in range(len(self)))

    def _build(self, place: int) -> RecordResult:
        figures = self._figures
        return RecordResult(
            self._ids[place],
            LazyResults(self._results, place),
            self._gold[place],
            self._extracted[place],
            float(figures.precision[place]),
            float(figures.recall[place]),
            float(figures.f1[place]),
        )
