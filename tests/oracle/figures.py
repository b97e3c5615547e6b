"""Figures of a record and of a run."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .place import Comparator, Place, Result
from .schema import Node
from .sums import Sums, sums
from .values import MISSING_RECORD
from .walk import score

SCORED = ("match", "mismatch", "omission", "hallucination")


@dataclass(frozen=True)
class Scored:
    """One record; an empty denominator is 1.0 here."""

    results: list[Result]
    sums: Sums
    precision: float
    recall: float
    f1: float


@dataclass(frozen=True)
class Figures:
    """Over several records; an empty denominator is None here."""

    precision: float | None
    recall: float | None
    f1: float | None


@dataclass(frozen=True)
class FieldFigures:
    """One schema path; the four counts are of statuses, whatever the weights."""

    mean_score: float
    matches: int
    mismatches: int
    omissions: int
    hallucinations: int
    skipped: int
    batch_errors: int
    figures: Figures


@dataclass(frozen=True)
class Run:
    records: list[Scored]
    mean: Figures
    pooled: Figures
    per_field: dict[str, FieldFigures]


def score_record(schema: Node, gold: Any, extracted: Any, comparators: dict[str, Comparator] | None = None) -> Scored:
    """`extracted` may be MISSING_RECORD; `comparators` score what the schema names beyond the built-in ones."""
    place = Place(one_sided=extracted is MISSING_RECORD, comparators=comparators or {})
    results = score(schema, gold, extracted, place)
    total = sums(results)
    precision = total.matched / total.extracted if total.extracted else 1.0
    recall = total.matched / total.gold if total.gold else 1.0
    both = precision + recall
    return Scored(results, total, precision, recall, 2 * precision * recall / both if both else 0.0)


def evaluate(schema: Node, pairs: Sequence[tuple[Any, Any]], comparators: dict[str, Comparator] | None = None) -> Run:
    """`pairs` are (gold, extracted), None or MISSING_RECORD for a record that was not produced."""
    records = [
        score_record(schema, gold, MISSING_RECORD if extracted is None else extracted, comparators)
        for gold, extracted in pairs
    ]
    results = [result for record in records for result in record.results]
    return Run(records, mean(records), pooled(results), per_field(results))


def mean(records: Sequence[Scored]) -> Figures:
    n = len(records)
    if n == 0:
        return Figures(None, None, None)
    return Figures(
        sum(record.precision for record in records) / n,
        sum(record.recall for record in records) / n,
        sum(record.f1 for record in records) / n,
    )


def pooled(results: Sequence[Result]) -> Figures:
    """F1 is None only where both denominators are empty: a field that is always omitted has 0."""
    total = sums(results)
    brought = total.gold + total.extracted
    return Figures(
        total.matched / total.extracted if total.extracted else None,
        total.matched / total.gold if total.gold else None,
        2 * total.matched / brought if brought else None,
    )


def per_field(results: Sequence[Result]) -> dict[str, FieldFigures]:
    """By schema path, those with at least one scored result."""
    fields: dict[str, list[Result]] = {}
    for result in results:
        fields.setdefault(result.schema_path, []).append(result)
    return {path: of_field(group) for path, group in fields.items() if any(r.status in SCORED for r in group)}


def of_field(results: Sequence[Result]) -> FieldFigures:
    statuses = [result.status for result in results]
    scores = [result.score for result in results if result.status in SCORED]
    return FieldFigures(
        mean_score=sum(scores) / len(scores),
        matches=statuses.count("match"),
        mismatches=statuses.count("mismatch"),
        omissions=statuses.count("omission"),
        hallucinations=statuses.count("hallucination"),
        skipped=statuses.count("skipped"),
        batch_errors=statuses.count("batch_error"),
        figures=pooled(results),
    )
