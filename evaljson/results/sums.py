"""Sums of a run that can be added to those of other records: exact, so neither their order nor their number matters.

Totals of a run come from these, whether its records were scored at once or in parts. All sums but counts are in the
steps of `base.exact_sums`, and each figure is rounded once, at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from evaljson.base.exact_sums import as_float, exact_sum, mean_of, read, written
from evaljson.results.field_result import FieldAggregation
from evaljson.scoring.status import BATCH_ERROR, HALLUCINATION, MATCH, MISMATCH, NAMES, OMISSION, SCORED, SKIPPED
from evaljson.scoring.tallies import Tallies, ratio, record_figures

_SUMS = ("score", "gold", "extracted", "plain", "weight")
_MEANS = ("precision", "recall", "f1", "score", "gold", "extracted")


@dataclass(frozen=True, slots=True)
class FieldSums:
    """The sums of one field."""

    order: tuple[int, str]
    """The place of the field among all that records may have."""
    counts: tuple[int, ...]
    """Results by status."""
    score: int
    """S of precision = S / E and recall = S / G, as in `scoring.tallies`."""
    gold: int
    extracted: int
    plain: int
    """Scores without their weights, of the four statuses that count."""
    weight: int
    """Weights of all results."""

    def __add__(self, other: FieldSums) -> FieldSums:
        sums = {name: getattr(self, name) + getattr(other, name) for name in _SUMS}
        counts = tuple(left + right for left, right in zip(self.counts, other.counts, strict=True))
        return FieldSums(min(self.order, other.order), counts, **sums)

    def aggregation(self) -> FieldAggregation | None:
        """Return the figures; None where no result counts."""
        scored = sum(self.counts[status] for status in SCORED)
        if not scored:
            return None
        score, gold, extracted = as_float(self.score), as_float(self.gold), as_float(self.extracted)
        return FieldAggregation(
            as_float(self.plain) / scored,
            self.counts[MATCH],
            self.counts[MISMATCH],
            self.counts[OMISSION],
            self.counts[HALLUCINATION],
            precision=ratio(score, extracted),
            recall=ratio(score, gold),
            f1=ratio(2 * score, gold + extracted),
            skipped=self.counts[SKIPPED],
            batch_errors=self.counts[BATCH_ERROR],
            weight=mean_of(self.weight, sum(self.counts)) or 0.0,
        )


@dataclass(frozen=True, slots=True)
class Sums:
    """The sums of some records."""

    records: int = 0
    precision: int = 0
    """Over records, as the next five."""
    recall: int = 0
    f1: int = 0
    score: int = 0
    """S of the records, each rounded."""
    gold: int = 0
    extracted: int = 0
    empty: int = 0
    """Records for which nothing that counts was extracted."""
    fields: Mapping[str, FieldSums] = field(default_factory=dict)
    """By schema path."""

    @classmethod
    def of(cls, tallies: Tallies) -> Sums:
        """Add up the results of a run."""
        score, gold, extracted = tallies.by_record()
        figures = record_figures(score, gold, extracted)
        parts = (figures.precision, figures.recall, figures.f1, score, gold, extracted)
        means = dict(zip(_MEANS, map(exact_sum, parts), strict=True))
        return cls(tallies.rows.records, empty=int((extracted == 0).sum()), fields=_of_fields(tallies), **means)

    def __add__(self, other: Sums) -> Sums:
        fields = dict(self.fields)
        for path, sums in other.fields.items():
            fields[path] = fields[path] + sums if path in fields else sums
        means = {name: getattr(self, name) + getattr(other, name) for name in ("records", *_MEANS, "empty")}
        return Sums(**means, fields=fields)

    def in_order(self) -> dict[str, FieldSums]:
        """Return the sums of the fields in schema order."""
        return dict(sorted(self.fields.items(), key=lambda one: (one[1].order, one[0])))

    def totals(self) -> dict[str, Any]:
        """Return the figures of RunResult that are sums and means, by name."""
        of_fields = self.in_order()
        every = [one.counts for one in of_fields.values()]
        counts = [sum(column) for column in zip(*every, strict=True)] if every else [0] * len(NAMES)
        score, gold, extracted = as_float(self.score), as_float(self.gold), as_float(self.extracted)
        aggregations = ((path, one.aggregation()) for path, one in of_fields.items())
        return {
            "mean_precision": mean_of(self.precision, self.records),
            "mean_recall": mean_of(self.recall, self.records),
            "mean_f1": mean_of(self.f1, self.records),
            "pooled_precision": ratio(score, extracted),
            "pooled_recall": ratio(score, gold),
            "pooled_f1": ratio(2 * score, gold + extracted),
            "total_records": self.records,
            "total_fields": sum(counts[status] for status in SCORED),
            "total_omissions": counts[OMISSION],
            "total_hallucinations": counts[HALLUCINATION],
            "total_batch_errors": counts[BATCH_ERROR],
            "per_field": {path: one for path, one in aggregations if one is not None},
            "total_matches": counts[MATCH],
            "total_mismatches": counts[MISMATCH],
            "total_skipped": counts[SKIPPED],
        }

    def as_json(self) -> dict[str, Any]:
        """Return the sums for `from_json`: the same sums give the same document."""
        return {
            "records": self.records,
            "empty": self.empty,
            **{name: written(getattr(self, name)) for name in _MEANS},
            "fields": {
                path: {
                    "order": list(one.order),
                    "counts": list(one.counts),
                    **{name: written(getattr(one, name)) for name in _SUMS},
                }
                for path, one in self.in_order().items()
            },
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Sums:
        """Return what `as_json` wrote. Raises KeyError or ValueError where it is something else."""
        fields = {
            path: FieldSums(
                (one["order"][0], one["order"][1]), tuple(one["counts"]), **{name: read(one[name]) for name in _SUMS}
            )
            for path, one in document["fields"].items()
        }
        means = {name: read(document[name]) for name in _MEANS}
        return cls(document["records"], empty=document["empty"], fields=fields, **means)


def _of_fields(tallies: Tallies) -> dict[str, FieldSums]:
    rows = tallies.rows
    orders = rows.orders or tuple((number, "") for number in range(len(rows.fields)))
    counts = tallies.statuses_by_field().tolist()
    score, gold, extracted = tallies.exact_by_field()
    plain, weight = tallies.exact_score_sums_by_field(), tallies.exact_weights_by_field()
    return {
        path: FieldSums(orders[at], tuple(counts[at]), score[at], gold[at], extracted[at], plain[at], weight[at])
        for at, path in enumerate(rows.fields)
    }
