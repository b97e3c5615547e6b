"""Each field of two sides: who is right where the other is not, and whether that is more than chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from evaljson.base.arrays import Bools, Ints
from evaljson.compare.estimate import NO_DIFFERENCE, Estimate, Method, Verdict, verdict_of
from evaljson.compare.side import Sides
from evaljson.stats.mcnemar import mcnemar
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
    """F1, pooled over the records; None where there was nothing to score."""
    b: float | None
    difference: float | None
    low: float | None
    high: float | None
    only_a: int
    """Records where A is wholly right and B is not."""
    only_b: int
    up: int
    """Records where B loses less than A; with graded or repeated values that need not make it right."""
    down: int
    effect: float | None
    """Of the records that changed, the share in favour of B: 0.5 is even; None where none changed."""
    gained: float
    """How much less weight B loses here than A, over the records compared; below 0, it loses more. A wrong value loses
    its weight, a missing or an invented one half of it; of repeated runs it is the mean."""
    test: Test | None
    """None for a field that is in no figure."""
    p: float | None
    p_holm: float | None
    """Adjusted for all fields of its family, those that the eval schema has or the keys that it lacks: the verdict goes
    by it."""
    p_bh: float | None
    """The same by Benjamini and Hochberg: a list in which a share of 1 - confidence at most is chance."""
    verdict: Verdict
    note: str | None
    """What is odd about it."""
    declared: bool
    """Whether the eval schema has it; a key that it lacks costs no field of the schema its verdict."""

    @property
    def direction(self) -> float:
        """Above 0 the test speaks for B: by records in a test of right and wrong, else by weight."""
        return float(self.only_b - self.only_a) if self.test == "mcnemar" else self.gained


def field_comparisons(
    sides: Sides, found: list[Estimate], losses: list[Estimate], names: tuple[str, str], method: Method
) -> list[FieldComparison]:
    """In the order of the schema; `found` are the estimates of the fields, `losses`, where runs were repeated, those
    of the weight that fields lose."""
    lost_a, lost_b = sides.a.lost, sides.b.lost
    change = np.where(np.abs(lost_a - lost_b) > 1e-9, lost_a - lost_b, 0.0)
    there = (sides.a.gold + sides.a.extracted + sides.b.gold + sides.b.extracted) > 0
    tested: Bools = np.asarray(there.any(axis=0), np.bool_)
    binary = sides.a.binary & sides.b.binary
    right_a, right_b = lost_a == 0, lost_b == 0
    only_a: Ints = (right_a & ~right_b).sum(axis=0)
    only_b: Ints = (right_b & ~right_a).sum(axis=0)
    graded = np.flatnonzero(tested & ~binary)
    p = np.ones(len(sides.fields))
    p[graded] = paired_permutation(change[:, graded], method.resamples, method.seed)
    for column in np.flatnonzero(tested & binary).tolist():
        p[column] = mcnemar(int(only_a[column]), int(only_b[column]))
    if losses:  # swapping records does not see what the records of a repeat share
        p = np.maximum(p, [1.0 if own.p is None else own.p for own in losses])
    adjusted, discovery = np.ones_like(p), np.ones_like(p)
    for family in (tested & sides.declared, tested & ~sides.declared):
        adjusted[family], discovery[family] = holm(p[family]), benjamini_hochberg(p[family])
    up: Ints = (change > 0).sum(axis=0)
    down: Ints = (change < 0).sum(axis=0)
    gained = change.sum(axis=0) / 2  # a side's `lost` counts what is lost in gold and in extracted, each in full
    direction = np.where(binary, (only_b - only_a).astype(np.float64), gained)
    made = []
    for column, (path, own) in enumerate(zip(sides.fields, found, strict=True)):
        in_test, declared = bool(tested[column]), bool(sides.declared[column])
        moved = int(up[column] + down[column])
        verdict = verdict_of(float(direction[column]), float(adjusted[column]), method.confidence)
        made.append(
            FieldComparison(
                path,
                float(sides.weights[column]),
                int(there[:, column].sum()),
                own.a,
                own.b,
                own.difference,
                own.low,
                own.high,
                int(only_a[column]),
                int(only_b[column]),
                int(up[column]),
                int(down[column]),
                float(up[column] / moved) if moved else None,
                _rounded(gained[column]),
                ("mcnemar" if binary[column] else "permutation") if in_test else None,
                float(p[column]) if in_test else None,
                float(adjusted[column]) if in_test else None,
                float(discovery[column]) if in_test else None,
                verdict,
                _note(own, in_test, declared, float(sides.weights[column]), names, verdict),
                declared,
            )
        )
    return made


def regressions_first(fields: list[FieldComparison]) -> tuple[FieldComparison, ...]:
    """Worse, then better, each with the most weight at stake first; then the rest, what B loses on first."""
    rank = {"worse": 0, "better": 1, "no detectable difference": 2}

    def key(one: FieldComparison) -> tuple[int, float]:
        return rank[one.verdict], -one.gained if one.verdict == "better" else one.gained

    return tuple(sorted(fields, key=key))


def _rounded(value: float) -> float:
    return float(value) if abs(value) > 1e-9 else 0.0


def _note(
    own: Estimate, tested: bool, declared: bool, weight: float, names: tuple[str, str], verdict: Verdict
) -> str | None:
    odd = _odd(own, tested, weight, names, verdict)
    return odd if declared else "; ".join(["not in the eval schema", *([odd] if odd else [])])


def _odd(own: Estimate, tested: bool, weight: float, names: tuple[str, str], verdict: Verdict) -> str | None:
    if not tested:
        return "weight 0: in no figure" if weight == 0 else "nothing was scored on either side"
    if own.a is None or own.b is None:
        missing, other = names if own.a is None else names[::-1]
        return f"only {other} has values here: there is no F1 of {missing} to compare"
    if verdict != NO_DIFFERENCE and not told_by_f1(own.difference, verdict):
        return f"{names[1] if verdict == 'better' else names[0]} makes fewer mistakes here, though F1 does not show it"
    return None


def told_by_f1(difference: float | None, verdict: Verdict) -> bool:
    """Whether a difference in F1 goes the way of the verdict, which looks at what is lost."""
    return difference is not None and (difference > 0 if verdict == "better" else difference < 0)
