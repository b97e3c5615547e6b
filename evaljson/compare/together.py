"""Adjusts comparisons that answer one question together, and states their verdicts: one family per question.

Two questions are asked of several variants: which of them is better than which, and which of their fields are better
than the baseline's. Each is one family of tests, whatever shows the answer (ranking, sentence, table, gate, page), so
that all of them agree and together err no more often than one comparison would. Whoever picks two of several variants
may have picked them because they stand apart: so all pairs are in the first family, those without the baseline too.
Keys that the eval schema lacks are a family of their own: how many of them there are says nothing about its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from evaljson.base.arrays import Floats
from evaljson.compare.chances import Chances
from evaljson.compare.comparison import Comparison
from evaljson.compare.fields import FieldComparison, note_on, regressions_first
from evaljson.compare.verdict import verdict_of
from evaljson.compare.words import notes
from evaljson.compare.words.overall_sentence import adjusted_for, sentence
from evaljson.stats.multiple_tests import benjamini_hochberg, holm

Adjust = Callable[[Sequence[float]], Floats]


def adjusted_together(
    comparisons: Sequence[Comparison], beside: Sequence[Chances] = (), pairs: Sequence[float] = ()
) -> list[Comparison]:
    """Return the comparisons with verdicts, sentences and notes that are adjusted for all of them.

    What they were adjusted for before does not matter, so the same comparison can stand in several families. `beside`
    are further comparisons of the family that nobody looks at, and `pairs` the p of those whose fields nobody looks at
    either: the pairs of variants without the baseline.
    """
    alone = [1.0 if one.estimate.p is None else one.estimate.p for one in comparisons]
    whole = holm([*alone, *(one.whole for one in beside), *pairs]).tolist()
    fields, variants = _fields(comparisons, beside), len(comparisons) + len(beside)
    return [
        _stated(one, p, of_one, variants + len(pairs), variants)
        for one, p, of_one in zip(comparisons, whole, fields, strict=False)  # only p has those beside, which are last
    ]  # fmt: skip


def _fields(comparisons: Sequence[Comparison], beside: Sequence[Chances]) -> list[tuple[FieldComparison, ...]]:
    """Return the fields of each comparison, adjusted for those of all."""
    listed = [field for one in comparisons for field in one.fields]
    p_holm, p_bh = (_adjusted(listed, beside, adjust) for adjust in (holm, benjamini_hochberg))
    adjusted = zip(listed, p_holm, p_bh, strict=True)
    return [
        regressions_first(_field(*next(adjusted), one) for _ in one.fields)
        for one in comparisons
    ]  # fmt: skip


def _adjusted(fields: Sequence[FieldComparison], beside: Sequence[Chances], adjust: Adjust) -> list[float | None]:
    families = {}
    for declared in (True, False):
        own = [field.p for field in fields if field.p is not None and field.declared == declared]
        others = [one.declared if declared else one.undeclared for one in beside]
        families[declared] = iter(adjust([*own, *(p for one in others for p in one.tolist())]).tolist())
    return [None if field.p is None else next(families[field.declared]) for field in fields]


def _field(field: FieldComparison, p_holm: float | None, p_bh: float | None, of: Comparison) -> FieldComparison:
    verdict = verdict_of(field.direction, p_holm, of.confidence)
    if (p_holm, p_bh, verdict) == (field.p_holm, field.p_bh, field.verdict):
        return field  # copies of thousands of fields take longer than all else here
    note = note_on(field, of.names, verdict)
    return replace(field, p_holm=p_holm, p_bh=p_bh, verdict=verdict, note=note)


def _stated(
    comparison: Comparison, p: float, fields: tuple[FieldComparison, ...], together: int, variants: int
) -> Comparison:
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
            *adjusted_for(together),
            *notes.of_fields(fields, comparison.names, variants),
        ),
    )
