"""Compares each field of two sides: its F1 on each, and whether the difference is more than chance.

The test swaps A and B record by record, or by cluster, and asks how often F1 would differ as much (`f1_changes.py`). It
is exact if A and B, were they equally good, would do as well in any record in the same ways: if one leaves blank what
the other gets wrong, each as often, then they are not equally good, since a wrong value counts twice as much as a
blank.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import Bools, Floats, Ints
from evaljson.compare.estimate import Estimate, Method
from evaljson.compare.f1_changes import f1_changes, is_told_by_f1
from evaljson.compare.f1_gained import f1_gained
from evaljson.compare.side import RunSide, Sides, by_cluster
from evaljson.compare.verdict import NO_DIFFERENCE, NOTICED, Verdict, verdict_of
from evaljson.stats.mcnemar import mcnemar
from evaljson.stats.multiple_tests import benjamini_hochberg, holm
from evaljson.stats.permutation import paired_permutation

Test = Literal["mcnemar", "permutation"]
_MUCH_OF_ONE: Final = 0.25
"""The share of one record in all change from which on it can outweigh many others."""
_NEARLY_ALL: Final = 0.9
"""The share of changed records from which on people see one direction, whatever the size of the changes."""
_FAR_MORE: Final = 3
"""How many times the mean change the largest is from which on it outweighs several."""
_ELSEWHERE: Final = "has a right result where the other has none, and any error behind that counts at another field"
"""Null and a key left out under x-eval-nulls; an empty array here and elements there."""
_CLEAR: Final = 0.001
"""The p of the counts of changed records up to which they are clear, even among dozens of fields."""


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
    """Records that raise B's F1 over A's; with graded or repeated values B need not be right there. The test goes by
    them; people read `better_in`."""
    down: int
    """Records that lower it."""
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
    largest_change: float | None = None
    """The share of one record in all that the records change, up and down, 0..1; None if none changed."""
    clusters: int | None = None
    """The clusters that `records` are in; None where each record counts by itself."""
    f1_gained: float = 0.0
    """How much less of mean F1 B loses here than A, -1..1; of all fields together, by how much mean F1 differs."""
    up_missing: int = 0
    """How many of `up` are records that a run of either side lacks: it did not produce them, and their values count as
    missing, or they are strays of the other side, which count as invented."""
    down_missing: int = 0
    """The same of `down`."""
    errorless: int = 0
    """How many of `up` and `down` are records in which neither side has an error: one has a right value more."""
    is_whole: bool = False
    """Whether it is an object, an array or an element itself, beside its parts: there it is null, empty or of another
    type."""
    better_in: int = 0
    """What pages, reports and tables call "better in": records of both sides in which B loses less weight here than A.
    F1 may also move where none of them does."""
    worse_in: int = 0
    """What they call "worse in": records of both sides in which it loses more."""
    better_missing: int = 0
    """Records that a run of either side lacks and in which B loses less weight here."""
    worse_missing: int = 0
    """The same, in which it loses more."""
    is_spared: bool = False
    """Whether the side that it favours loses less only in records that it lacks, whose values are missing there: a
    missing value costs less than a wrong one."""
    omitted_by: Literal["a", "b"] | None = None
    """The side that has no value here in any record, where that is all that favours it: the other one has wrong values,
    which cost more than missing ones."""

    @property
    def up_of_both(self) -> int:
        """Records of both sides that raise B's F1 over A's."""
        return self.up - self.up_missing

    @property
    def down_of_both(self) -> int:
        """Records of both sides that lower it."""
        return self.down - self.down_missing

    @property
    def missing(self) -> int:
        """What they call "missing": records that one side lacks and in which the sides do not lose the same here."""
        return self.better_missing + self.worse_missing

    @property
    def loses_otherwise(self) -> int:
        """Records in which the sides do not lose the same weight here."""
        return self.better_in + self.worse_in + self.missing

    @property
    def direction(self) -> float:
        """Above 0 if the test favours B: its F1 is higher or, where F1 says nothing, it loses less weight; 0 if no
        record of the other side loses more, whatever else moves F1."""
        return _borne_out(
            direction_of(self.difference, self.gained),
            self.better_in + self.better_missing > 0,
            self.worse_in + self.worse_missing > 0,
        )


def field_comparisons(
    sides: Sides,
    f1: list[Estimate],
    losses: list[Estimate],
    names: tuple[str, str],
    method: Method,
    missing: tuple[Bools, Bools] | None = None,
) -> list[FieldComparison]:
    """Compare the fields, in the order of the schema.

    `f1` are the estimates of their F1; `losses`, if runs were repeated, those of the weight that fields lose. `missing`
    marks the records that a run of either side lacks: not produced, or a stray of another run; None: none of them.
    """
    change, there = f1_changes(sides.a, sides.b), _there(sides)
    none = np.zeros(len(change), np.bool_)
    missing_a, missing_b = missing or (none, none)
    faultless_a, faultless_b = sides.a.lost == 0, sides.b.lost == 0
    loses_a: Ints = (faultless_b & ~faultless_a).sum(axis=0)
    loses_b: Ints = (faultless_a & ~faultless_b).sum(axis=0)
    # Who did not produce a record has no fault at a key that gold lacks too, and yet nothing right.
    only_a: Ints = (faultless_a & ~faultless_b & ~missing_a[:, None]).sum(axis=0)
    only_b: Ints = (faultless_b & ~faultless_a & ~missing_b[:, None]).sum(axis=0)
    of_repeats = [[1.0 if one.p is None else one.p for one in listed] for listed in (f1, losses)] if losses else None
    tested, p = chances_of_fields(sides, of_repeats, method)
    size = np.abs(change)
    whole, largest = size.sum(axis=0), size.max(axis=0, initial=0)
    alike = np.where(size > 0, size, np.inf).min(axis=0) >= size.max(axis=0) * (1 - 1e-9)
    alike &= sides.clusters is None  # McNemar's test is one of records
    adjusted, discovery = np.ones_like(p), np.ones_like(p)
    for family in (tested & sides.declared, tested & ~sides.declared):
        adjusted[family], discovery[family] = holm(p[family]), benjamini_hochberg(p[family])
    up: Ints = (change > 0).sum(axis=0)
    down: Ints = (change < 0).sum(axis=0)
    gone = missing_a | missing_b
    up_missing: Ints = (change[gone] > 0).sum(axis=0)
    down_missing: Ints = (change[gone] < 0).sum(axis=0)
    lost_more = sides.b.lost - sides.a.lost
    more, less = lost_more > NOTICED, lost_more < -NOTICED
    any_more, any_less = (np.asarray(one.any(axis=0), np.bool_) for one in (more, less))
    spares_b = _spared(less, missing_b, sides.b.lost)
    spares_a = _spared(more, missing_a, sides.a.lost)
    omits_b, omits_a = _omits(less, sides.b, sides.a), _omits(more, sides.a, sides.b)
    errorless: Ints = ((change != 0) & faultless_a & faultless_b).sum(axis=0)
    of_mean, with_parts = f1_gained(sides), _paths_with_parts(sides.fields)
    right_or_wrong = sides.a.binary & sides.b.binary & alike & (loses_a + loses_b == up + down)
    gained: Floats = (sides.a.lost - sides.b.lost).sum(axis=0) / 2  # `lost` counts gold and extracted, each in full
    in_clusters = None
    if sides.clusters is not None:
        in_clusters = (by_cluster(there.astype(np.float64), sides.clusters) > 0).sum(axis=0)
    fields = []
    for column, (path, estimate) in enumerate(zip(sides.fields, f1, strict=True)):
        in_test, declared = bool(tested[column]), bool(sides.declared[column])
        changed = int(up[column] + down[column])
        direction = direction_of(estimate.difference, float(gained[column]))
        direction = _borne_out(direction, bool(any_less[column]), bool(any_more[column]))
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
                verdict=verdict_of(direction, float(adjusted[column]), method.confidence),
                note=None,
                declared=declared,
                largest_change=float(largest[column] / whole[column]) if changed else None,
                clusters=None if in_clusters is None else int(in_clusters[column]),
                f1_gained=float(of_mean[column]),
                up_missing=int(up_missing[column]),
                down_missing=int(down_missing[column]),
                errorless=int(errorless[column]),
                is_whole=path in with_parts,
                better_in=int(less[~gone, column].sum()),
                worse_in=int(more[~gone, column].sum()),
                better_missing=int(less[gone, column].sum()),
                worse_missing=int(more[gone, column].sum()),
                is_spared=bool((spares_b if direction > 0 else spares_a)[column]) and direction != 0,
                omitted_by="b" if omits_b[column] else "a" if omits_a[column] else None,
            )
        )
    noted = ((field, note_on(field, names, field.verdict)) for field in fields)
    return [field if note is None else replace(field, note=note) for field, note in noted]


def _omits(less: Bools, side: RunSide, other: RunSide) -> Bools:
    """Return by field whether a side has no value in any record, the other one has, and it loses `less` only where its
    own is missing: not where the other one invents what gold lacks."""
    has, others = ((one.extracted > 0).any(axis=0) for one in (side, other))
    is_missing: Bools = less.any(axis=0) & ~(less & (side.lost == 0)).any(axis=0)
    omits: Bools = is_missing & ~has & others
    return omits


def chances_of_fields(sides: Sides, of_repeats: npt.ArrayLike | None, method: Method) -> tuple[Bools, Floats]:
    """Return by field whether it is tested, and its p, not yet adjusted.

    `of_repeats` are the p of the F1 of fields and of the weight that they lose, 2 x fields; None unless runs were
    repeated.
    """
    tested: Bools = np.asarray(_there(sides).any(axis=0), np.bool_)
    change = by_cluster(f1_changes(sides.a, sides.b), sides.clusters)
    p: Floats = np.where(tested, paired_permutation(change, method.resamples, method.seed), 1.0)
    if of_repeats is not None:  # swapping records does not show what the records of a repeat share
        of_f1, of_losses = np.asarray(of_repeats, np.float64)
        p = np.maximum(p, np.where(is_told_by_f1(sides.a, sides.b), of_f1, of_losses))
    return tested, p


def direction_of(difference: float | None, gained: float) -> float:
    """Return what the test of a field goes by: F1 or, where that says nothing, lost weight; above 0 if it favours B."""
    return difference or gained


def _borne_out(direction: float, loses_less: bool, loses_more: bool) -> float:
    """Return 0 in place of a direction that no record shows: F1 differs by right results alone then."""
    return direction if (loses_less if direction > 0 else loses_more) else 0.0


def _spared(less: Bools, lacked: Bools, lost: Floats) -> Bools:
    """Return by field whether a side loses `less` only in records that it lacked, and loses any there."""
    here: Bools = np.asarray((less & (lost > 0))[lacked].any(axis=0) & ~less[~lacked].any(axis=0), np.bool_)
    return here


def _paths_with_parts(paths: Iterable[str]) -> set[str]:
    """Return where the paths of their containers end; the record itself is one if it has any part."""
    return {path[:at] for path in paths for at, sign in enumerate(path) if sign in ".[" or not at}


def _there(sides: Sides) -> Bools:
    there: Bools = (sides.a.gold + sides.a.extracted + sides.b.gold + sides.b.extracted) > 0
    return there


def regressions_first(fields: Iterable[FieldComparison]) -> tuple[FieldComparison, ...]:
    """Sort: worse, then better, each with what changes mean F1 most first; then the rest, largest losses first."""
    rank = {"worse": 0, "better": 1, NO_DIFFERENCE: 2}

    def key(field: FieldComparison) -> tuple[int, float, float]:
        gains = (field.f1_gained, field.gained)  # what is in no record's F1 differs by weight only
        size = gains if field.verdict == NO_DIFFERENCE else (-abs(gains[0]), -abs(gains[1]))
        return (rank[field.verdict], *size)

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
        if field.is_whole:
            of_whole = "it is null, empty or of another type as a whole"
            return f"only {other} has a result here, where {of_whole}: there is no F1 of {missing} to compare"
        return f"only {other} has values here: there is no F1 of {missing} to compare"
    if verdict != NO_DIFFERENCE and field.is_spared:
        fewer = names[1] if verdict == "better" else names[0]
        return f"{fewer} loses less here only in records that it lacks: a missing value costs less than a wrong one"
    if verdict != NO_DIFFERENCE and field.direction * field.gained < 0:
        blank, wrong = names if field.gained < 0 else names[::-1]
        return f"{blank} leaves more blank that {wrong} gets wrong: it loses less weight, though its F1 is lower"
    if field.omitted_by is not None:
        blank, wrong = names[::-1] if field.omitted_by == "b" else names
        return f"{blank} omits it in all records: what is missing costs less than the wrong values of {wrong}"
    if verdict != NO_DIFFERENCE and not field.difference:
        fewer = names[1] if verdict == "better" else names[0]
        return f"{fewer} loses less weight here, though F1 does not show it"
    if verdict != NO_DIFFERENCE and field.errorless:
        are = "is" if field.errorless == 1 else "are"
        return (
            f"{field.errorless:,} of the {field.up + field.down:,} records that change its F1 {are} without an error "
            f"on either side: one {_ELSEWHERE}"
        )
    if not field.direction and (raw := direction_of(field.difference, field.gained)):
        lower, higher = names[::-1] if raw < 0 else names
        why = f": {higher} {_ELSEWHERE}" if field.errorless else ""
        return f"{lower} loses more here in no record, though its F1 is lower{why}"
    if verdict == NO_DIFFERENCE and mcnemar(field.up, field.down) <= _CLEAR:
        return _outweighed(field, names)
    return None


def _outweighed(field: FieldComparison, names: tuple[str, str]) -> str | None:
    """Say that far more records change one way than the other, but that the test goes by a few large changes."""
    favoured = names[1] if field.up > field.down else names[0]
    most, changed, largest = max(field.up, field.down), field.up + field.down, field.largest_change or 0.0
    favour = f"{most:,} of {changed:,} records that change its F1 favour {favoured}, but"
    if largest >= _MUCH_OF_ONE:
        return f"{favour} one record makes up {largest:.0%} of all change"
    # Where records count in clusters, many of them in one direction may be one cluster.
    if field.clusters is None and most >= _NEARLY_ALL * changed and largest * changed >= _FAR_MORE:
        return f"{favour} a few change it far more than others: the largest makes up {largest:.0%} of all change"
    return None
