"""Compares each field of two sides: how much weight each loses there, and whether the difference is more than chance.

The test swaps A and B record by record, or by cluster. It is exact if A and B, were they equally good, would lose as
much in any record in the same ways: if one leaves blank what the other gets wrong, each as often, then they are not
equally good, since a wrong value loses twice as much as a blank.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import Bools, Floats, Ints
from evaljson.compare.estimate import Estimate, Method
from evaljson.compare.side import Sides, by_cluster
from evaljson.compare.verdict import NO_DIFFERENCE, Verdict, verdict_of
from evaljson.stats.multiple_tests import benjamini_hochberg, holm
from evaljson.stats.permutation import paired_permutation

Test = Literal["mcnemar", "permutation"]


@dataclass(frozen=True, slots=True)
class FieldComparison:
    """One field; "up" and "better" mean that B is."""

    path: str
    weight: float
    records: int
    """Records in which either side has a result for it."""
    a: float | None
    """F1, pooled over the records; None if there was nothing to score."""
    b: float | None
    difference: float | None
    low: float | None
    high: float | None
    only_a: int
    """Records where A is fully right and B is not."""
    only_b: int
    up: int
    """Records where B loses less than A; with graded or repeated values B need not be right."""
    down: int
    effect: float | None
    """The share of the changed records in favour of B: 0.5 is even; None if none changed."""
    gained: float
    """How much less weight B loses here than A, over the compared records; below 0, B loses more. A wrong value loses
    its weight, a missing or an invented one half of it; of repeated runs it is the mean."""
    test: Test | None
    """Both swap records. "mcnemar" if one side is right in each record that changed, and all changed by the same
    weight: then that is McNemar's exact test. None for a field that is in no figure."""
    p: float | None
    p_holm: float | None
    """Adjusted for all fields of its family (the fields of the eval schema, or the keys that it lacks); decides the
    verdict."""
    p_bh: float | None
    """Adjusted by Benjamini and Hochberg: of the findings, at most a share of 1 - confidence is chance."""
    verdict: Verdict
    note: str | None
    """Anything unusual about it."""
    declared: bool
    """Whether the eval schema has it; keys that it lacks do not affect the verdicts of its fields."""
    clusters: int | None = None
    """The clusters that `records` are in; None where each record counts by itself."""

    @property
    def direction(self) -> float:
        """Above 0 if the test favours B."""
        return self.gained


def field_comparisons(
    sides: Sides, f1: list[Estimate], losses: list[Estimate], names: tuple[str, str], method: Method
) -> list[FieldComparison]:
    """Compare the fields, in the order of the schema.

    `f1` are the estimates of their F1; `losses`, if runs were repeated, those of the weight that fields lose.
    """
    lost_a, lost_b = sides.a.lost, sides.b.lost
    change, there = _change(lost_a, lost_b), _there(sides)
    right_a, right_b = lost_a == 0, lost_b == 0
    only_a: Ints = (right_a & ~right_b).sum(axis=0)
    only_b: Ints = (right_b & ~right_a).sum(axis=0)
    tested, p = chances_of_fields(sides, [1.0 if loss.p is None else loss.p for loss in losses], method)
    size = np.abs(change)
    alike = np.where(size > 0, size, np.inf).min(axis=0) >= size.max(axis=0) * (1 - 1e-9)
    alike &= sides.clusters is None  # McNemar's test is one of records
    adjusted, discovery = np.ones_like(p), np.ones_like(p)
    for family in (tested & sides.declared, tested & ~sides.declared):
        adjusted[family], discovery[family] = holm(p[family]), benjamini_hochberg(p[family])
    up: Ints = (change > 0).sum(axis=0)
    down: Ints = (change < 0).sum(axis=0)
    right_or_wrong = sides.a.binary & sides.b.binary & alike & (only_a + only_b == up + down)
    gained = change.sum(axis=0) / 2  # a side's `lost` counts what is lost in gold and in extracted, each in full
    in_clusters = None
    if sides.clusters is not None:
        in_clusters = (by_cluster(there.astype(np.float64), sides.clusters) > 0).sum(axis=0)
    fields = []
    for column, (path, estimate) in enumerate(zip(sides.fields, f1, strict=True)):
        in_test, declared = bool(tested[column]), bool(sides.declared[column])
        changed = int(up[column] + down[column])
        verdict = verdict_of(float(gained[column]), float(adjusted[column]), method.confidence)
        fields.append(
            FieldComparison(
                path=path,
                weight=float(sides.weights[column]),
                records=int(there[:, column].sum()),
                a=estimate.a,
                b=estimate.b,
                difference=estimate.difference,
                low=estimate.low,
                high=estimate.high,
                only_a=int(only_a[column]),
                only_b=int(only_b[column]),
                up=int(up[column]),
                down=int(down[column]),
                effect=float(up[column] / changed) if changed else None,
                gained=_rounded(gained[column]),
                test=("mcnemar" if right_or_wrong[column] else "permutation") if in_test else None,
                p=float(p[column]) if in_test else None,
                p_holm=float(adjusted[column]) if in_test else None,
                p_bh=float(discovery[column]) if in_test else None,
                verdict=verdict,
                note=None,
                declared=declared,
                clusters=None if in_clusters is None else int(in_clusters[column]),
            )
        )
    noted = ((field, note_on(field, names, field.verdict)) for field in fields)
    return [field if note is None else replace(field, note=note) for field, note in noted]


def chances_of_fields(sides: Sides, of_losses: npt.ArrayLike, method: Method) -> tuple[Bools, Floats]:
    """Return by field whether it is tested, and its p, not yet adjusted.

    `of_losses` are the p of the weight that fields lose; empty unless runs were repeated.
    """
    tested: Bools = np.asarray(_there(sides).any(axis=0), np.bool_)
    change = by_cluster(_change(sides.a.lost, sides.b.lost), sides.clusters)
    p: Floats = np.where(tested, paired_permutation(change, method.resamples, method.seed), 1.0)
    if np.size(of_losses):  # swapping records does not show what the records of a repeat share
        p = np.maximum(p, of_losses)
    return tested, p


def _change(lost_a: Floats, lost_b: Floats) -> Floats:
    change: Floats = np.where(np.abs(lost_a - lost_b) > 1e-9, lost_a - lost_b, 0.0)
    return change


def _there(sides: Sides) -> Bools:
    there: Bools = (sides.a.gold + sides.a.extracted + sides.b.gold + sides.b.extracted) > 0
    return there


def regressions_first(fields: Iterable[FieldComparison]) -> tuple[FieldComparison, ...]:
    """Sort: worse, then better, each with the most weight first; then the rest, largest losses of B first."""
    rank = {"worse": 0, "better": 1, "no detectable difference": 2}

    def key(field: FieldComparison) -> tuple[int, float]:
        return rank[field.verdict], -field.gained if field.verdict == "better" else field.gained

    return tuple(sorted(fields, key=key))


def _rounded(value: float) -> float:
    return float(value) if abs(value) > 1e-9 else 0.0


def note_on(field: FieldComparison, names: tuple[str, str], verdict: Verdict) -> str | None:
    """Return what is unusual about a field of two sides with this verdict."""
    unusual = _unusual(field, names, verdict)
    return unusual if field.declared else "; ".join(["not in the eval schema", *([unusual] if unusual else [])])


def _unusual(field: FieldComparison, names: tuple[str, str], verdict: Verdict) -> str | None:
    if field.test is None:
        return "weight 0: in no figure" if field.weight == 0 else "nothing was scored on either side"
    if field.a is None or field.b is None:
        missing, other = names if field.a is None else names[::-1]
        return f"only {other} has values here: there is no F1 of {missing} to compare"
    if verdict != NO_DIFFERENCE and not shown_by_f1(field.difference, verdict):
        fewer = names[1] if verdict == "better" else names[0]
        return f"{fewer} loses less weight here, though F1 does not show it"
    return None


def shown_by_f1(difference: float | None, verdict: Verdict) -> bool:
    """Check whether a difference in F1 has the direction of the verdict, which counts lost weight."""
    return difference is not None and (difference > 0 if verdict == "better" else difference < 0)
