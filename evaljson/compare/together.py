"""Adjusts comparisons that answer one question together, and states their verdicts: one family per question.

Two questions are asked of several variants: which of them is better than the baseline, and which of their fields are.
Each is one family of tests, whatever shows the answer (sentence, table, gate, page), so that all of them agree and
together err no more often than one comparison would. Keys that the eval schema lacks are a family of their own: how
many of them there are says nothing about its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from evaljson.base.arrays import Floats
from evaljson.compare.comparison import Comparison
from evaljson.compare.fields import FieldComparison, note_on, regressions_first
from evaljson.compare.verdict import verdict_of
from evaljson.compare.words import notes
from evaljson.compare.words.overall_sentence import adjusted_for, sentence
from evaljson.stats.multiple_tests import benjamini_hochberg, holm

Adjust = Callable[[Sequence[float]], Floats]


def adjusted_together(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """Return the comparisons with verdicts, sentences and notes that are adjusted for all of them.

    What they were adjusted for before does not matter, so the same comparison can stand in several families.
    """
    whole = holm([1.0 if one.estimate.p is None else one.estimate.p for one in comparisons]).tolist()
    fields = _fields(comparisons)
    return [
        _stated(one, p, of_one, len(comparisons))
        for one, p, of_one in zip(comparisons, whole, fields, strict=True)
    ]  # fmt: skip


def _fields(comparisons: Sequence[Comparison]) -> list[tuple[FieldComparison, ...]]:
    """Return the fields of each comparison, adjusted for those of all."""
    listed = [field for one in comparisons for field in one.fields]
    p_holm, p_bh = _adjusted(listed, holm), _adjusted(listed, benjamini_hochberg)
    adjusted = zip(listed, p_holm, p_bh, strict=True)
    return [
        regressions_first(_field(*next(adjusted), one) for _ in one.fields)
        for one in comparisons
    ]  # fmt: skip


def _adjusted(fields: Sequence[FieldComparison], adjust: Adjust) -> list[float | None]:
    families = {
        declared: iter(
            adjust([field.p for field in fields if field.p is not None and field.declared == declared]).tolist()
        )
        for declared in (True, False)
    }
    return [None if field.p is None else next(families[field.declared]) for field in fields]


def _field(field: FieldComparison, p_holm: float | None, p_bh: float | None, of: Comparison) -> FieldComparison:
    verdict = verdict_of(field.direction, p_holm, of.confidence)
    adjusted = replace(field, p_holm=p_holm, p_bh=p_bh, verdict=verdict)
    return replace(adjusted, note=note_on(adjusted, of.names))


def _stated(comparison: Comparison, p: float, fields: tuple[FieldComparison, ...], together: int) -> Comparison:
    estimate = comparison.estimate
    verdict = verdict_of(estimate.difference, p, comparison.confidence)
    estimate = replace(estimate, verdict=verdict)
    coverage = comparison.coverage
    return replace(
        comparison,
        verdict=verdict,
        p_adjusted=None if estimate.p is None else p,
        together=together,
        figures={**comparison.figures, comparison.figure: estimate},
        fields=fields,
        sentence=sentence(
            comparison.names, estimate, fields, coverage, comparison.confidence, together, comparison.clusters
        ),
        notes=(
            *comparison.run_notes,
            *notes.of_figures(estimate, fields, coverage.compared),
            *adjusted_for(together, comparison.names[0]),
            *notes.of_fields(fields, comparison.names, together),
        ),
    )
