"""Adjusts comparisons that answer one question together, and states their verdicts: one family per question.

Two questions are asked of several variants: which of them is better than which, and which of their fields are better
than the baseline's. Each is one family of tests, whatever shows the answer (ranking, sentence, table, gate, page), so
that all of them agree and together err no more often than one comparison would. Whoever picks two of several variants
may have picked them because they stand apart: so all pairs are in the first family, those without the baseline too.
Keys that the eval schema lacks are a family of their own: how many of them there are says nothing about its fields.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.compare.chances import Chances
from evaljson.compare.comparison import Comparison
from evaljson.compare.estimate import Estimate
from evaljson.compare.fields import FieldComparison, note_on, regressions_first
from evaljson.compare.need import as_one_of, spread_of
from evaljson.compare.verdict import NO_DIFFERENCE, Verdict, verdict_of
from evaljson.compare.words import notes
from evaljson.compare.words.alone import alone_note
from evaljson.compare.words.notes import FieldFamily
from evaljson.compare.words.overall_sentence import adjusted_for, sentence
from evaljson.stats.multiple_tests import benjamini_hochberg, holm
from evaljson.stats.sample_size import smallest_mean

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
    fields, family = _fields(comparisons, beside), _family(comparisons, beside)
    return [
        _stated(one, p, of_one, family.variants + len(pairs), family)
        for one, p, of_one in zip(comparisons, whole, fields, strict=False)  # only p has those beside, which are last
    ]  # fmt: skip


def adjusted_as(found: Comparison, other: Comparison) -> Comparison:
    """Return a comparison adjusted for as many tests as another one of the same sides, which is the stricter for it.

    The tests beside its own count as if they showed nothing: so it never finds what the exact adjustment would not.
    """
    if other.together < 2:
        return found
    # All pairs of so many variants and the baseline are that many; fewer where some pairs cannot be compared.
    variants = max(2, (math.isqrt(8 * other.together + 1) - 1) // 2)
    declared = sum(field.declared for field in found.fields if field.p is not None)
    undeclared = sum(not field.declared for field in found.fields if field.p is not None)
    more = other.tested_fields - declared, other.tested_keys - undeclared
    beside = [Chances(1.0, *(np.ones(max(count, 0)) for count in more))]
    beside += [Chances(1.0, np.ones(0), np.ones(0))] * (variants - 2)
    (adjusted,) = adjusted_together([found], beside, [1.0] * (other.together - variants))
    return adjusted


def _family(comparisons: Sequence[Comparison], beside: Sequence[Chances]) -> FieldFamily:
    tested = Counter(field.declared for one in comparisons for field in one.fields if field.p is not None)
    return FieldFamily(
        tested[True] + sum(len(one.declared) for one in beside),
        tested[False] + sum(len(one.undeclared) for one in beside),
        len(comparisons) + len(beside),
    )


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
    comparison: Comparison, p: float, fields: tuple[FieldComparison, ...], together: int, family: FieldFamily
) -> Comparison:
    figures = _detecting(comparison, together)
    verdict = verdict_of(comparison.estimate.difference, p, comparison.confidence)
    estimate = replace(figures[comparison.figure], verdict=verdict)
    coverage, any_time = comparison.coverage, comparison.is_at_any_time
    alone = () if family.variants < 2 else alone_note(_moved_alone(comparison, fields), family.variants - 1)
    return replace(
        comparison,
        verdict=verdict,
        p_adjusted=None if estimate.p is None else p,
        together=together,
        tested_fields=family.fields,
        tested_keys=family.keys,
        figures={**figures, comparison.figure: estimate},
        fields=fields,
        sentence=sentence(
            comparison.names,
            estimate,
            fields,
            coverage,
            comparison.confidence,
            together,
            comparison.clusters,
            any_time,
            alone,
        ),
        notes=(
            *comparison.run_notes,
            *notes.of_figures(estimate, fields, coverage.compared),
            *adjusted_for(together, any_time),
            *notes.of_fields(fields, comparison.names, family),
            *alone,
        ),
    )


def _moved_alone(comparison: Comparison, fields: Sequence[FieldComparison]) -> dict[Verdict, list[str]]:
    """Return the fields without a verdict that would have one had only these two been compared, by that verdict."""
    moved: dict[Verdict, list[str]] = {"worse": [], "better": []}
    for field, p in zip(fields, _adjusted(fields, (), holm), strict=True):
        verdict = verdict_of(field.direction, p, comparison.confidence)
        if verdict not in (NO_DIFFERENCE, field.verdict):
            moved[verdict].append(field.path)
    return moved


def _detecting(comparison: Comparison, together: int) -> dict[str, Estimate]:
    """Return the figures with the smallest difference that a verdict adjusted for so many comparisons would detect.

    Where intervals hold at any time, it stays that of the comparison alone.
    """
    clusters = comparison.counted_clusters
    counted = comparison.coverage.compared if clusters is None else clusters
    if together == comparison.together or comparison.is_at_any_time or counted < 2:
        return dict(comparison.figures)
    seen, confidence = comparison.interval_confidence, as_one_of(comparison.confidence, together)

    def detecting(one: Estimate) -> Estimate:
        if one.low is None or one.high is None:
            return one
        return replace(one, smallest=smallest_mean(spread_of(one.low, one.high, counted, seen), counted, confidence))

    return {name: detecting(one) for name, one in comparison.figures.items()}
