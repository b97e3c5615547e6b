"""Tables of comparisons as plain numbers, for a page or a file.

Figures are in points, from 0 to 100; undefined is NaN. The names of columns do not depend on the variants.
"""

from __future__ import annotations

from collections import Counter

import pandas as pd

from evaljson.compare.adjusted import Adjustment, adjusted_p, verdict_under
from evaljson.compare.comparison import Comparison
from evaljson.compare.estimate import Estimate
from evaljson.compare.fields import FieldComparison
from evaljson.compare.many import ManyComparison
from evaljson.compare.moved import moved
from evaljson.compare.slices import Slices
from evaljson.compare.verdict import NO_DIFFERENCE, Verdict, verdict_of
from evaljson.compare.words.phrases import figure_word
from evaljson.report.compare.markdown import MARKS, interval, mark
from evaljson.report.records.id_keys import id_labels
from evaljson.wording.words import counted

_KEPT = ("field", "path", "verdict", "better_in", "worse_in", "missing", "omitted_by", "declared")
"""Columns of a table without rows."""
_RANK = {"worse": 0, "better": 1, NO_DIFFERENCE: 2}


def field_rows(comparison: Comparison, adjustment: Adjustment = "holm") -> pd.DataFrame:
    """Return one row per field: those that got worse beyond chance, those that got better, the rest; in each of the
    three, keys that the schema lacks come last.

    Columns: field, verdict, mark, a, b, difference, low, high, interval, only_a, only_b, better_in, worse_in, missing,
    omitted_by, effect, p, gained, records, test, note, declared. `verdict` and `p` are adjusted by `adjustment`.
    `better_in` and `worse_in` count the records of both sides that lose less and more weight in it, `missing` those
    that one side lacks and that do not lose the same; `omitted_by` is the side that loses less only because it never
    has the field, or ""; `effect` is the share that loses less of all these, in percent. `gained` is in points of mean
    F1.
    """
    reasons = _reasons_without_verdict(comparison)
    rows = [
        {
            "field": field.path or "(the record)",
            "path": field.path,
            "verdict": (verdict := verdict_under(field, adjustment, comparison.confidence)),
            "mark": MARKS[verdict] + _reason(field, verdict, reasons[field.path]),
            **_figures(field),
            "only_a": field.only_a, "only_b": field.only_b,
            "better_in": field.better_in, "worse_in": field.worse_in, "missing": field.missing,
            "omitted_by": "" if field.omitted_by is None else comparison.names["ab".index(field.omitted_by)],
            "effect": _points(_share_better(field)), "p": _number(adjusted_p(field, adjustment)),
            "gained": field.f1_gained * 100,
            "records": field.records, "test": field.test or "", "note": field.note or "", "declared": field.declared,
        }
        for field in comparison.fields
    ]  # fmt: skip
    if not rows:
        return pd.DataFrame({name: pd.Series(dtype=object) for name in _KEPT})
    rows.sort(key=lambda row: (_RANK[str(row["verdict"])], not row["declared"]))
    return pd.DataFrame(rows)


def record_rows(comparison: Comparison) -> pd.DataFrame:
    """Return one row per record, largest losses first: record (as in URLs), position (in gold), a, b, difference."""
    records = comparison.records
    frame = pd.DataFrame(
        {
            "record": pd.Series(id_labels([record.record_id for record in records]), dtype=object),
            "position": pd.array([record.position for record in records], dtype="Int64"),
            "a": [record.a * 100 for record in records],
            "b": [record.b * 100 for record in records],
            "difference": [record.difference * 100 for record in records],
        }
    )
    return frame.sort_values("difference", kind="stable", ignore_index=True)


def figure_rows(comparison: Comparison) -> pd.DataFrame:
    """Return one row per figure: figure, a, b, difference, interval, smallest, mark."""
    columns = ["figure", "a", "b", "difference", "interval", "smallest", "mark"]
    rows = [
        {
            "figure": figure_word(name), "a": _points(estimate.a), "b": _points(estimate.b),
            "difference": _points(estimate.difference), "interval": interval(estimate.low, estimate.high),
            "smallest": _points(estimate.smallest), "mark": mark(estimate.verdict),
        }
        for name, estimate in comparison.figures.items()
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=columns)


def coverage_rows(comparison: Comparison) -> pd.DataFrame:
    """Return F1 over different sets of records, if they differ: over, records_a, records_b, a, b, difference.

    The first row has the plain averages; empty if both sides have the same records.
    """
    coverage = comparison.coverage
    f1 = comparison.figures["f1"]
    compared, produced = coverage.compared, coverage.produced
    rows = []
    if coverage.only_a or coverage.only_b:
        sizes = (compared + len(coverage.only_a), compared + len(coverage.only_b))
        rows.append(("own records (misleading)", *sizes, coverage.plain_a, coverage.plain_b))
    if rows or coverage.missing_a != coverage.missing_b:
        counted_in = ", missing ones counted" if coverage.missing_a or coverage.missing_b else ""
        rows.append((f"compared{counted_in}", compared, compared, f1.a, f1.b))
    if coverage.missing_a != coverage.missing_b:
        rows.append(("produced by both", produced, produced, coverage.produced_a, coverage.produced_b))
    columns = ["over", "records_a", "records_b", "a", "b"]
    frame = pd.DataFrame(rows, columns=columns).astype({"a": "float64", "b": "float64"})
    frame["a"], frame["b"] = frame["a"] * 100, frame["b"] * 100
    return frame.assign(difference=frame["b"] - frame["a"])


def slice_rows(slices: Slices) -> pd.DataFrame:
    """Return one row per slice, worst first: slice, mark, records, a, b, difference, low, high, interval, p."""
    reason = f"not after adjusting for {_family(slices.tested, len(slices.slices), 'group')}"
    rows = [
        {
            "slice": group.label, "mark": MARKS[group.verdict] + _reason(group.estimate, group.verdict, reason),
            "verdict": group.verdict, "records": group.records, **_figures(group.estimate),
            "p": _number(group.p_adjusted),
        }
        for group in slices.slices
    ]  # fmt: skip
    return pd.DataFrame(rows)


def variant_rows(many: ManyComparison) -> pd.DataFrame:
    """Return one row per variant, best first.

    Columns: variant, mark (adjusted for all pairs of variants), b, difference, interval, p, wins and losses in fields,
    keys_better and keys_worse of those that the schema lacks, records.
    """
    columns = [
        "variant",
        "mark",
        "b",
        "difference",
        "interval",
        "p",
        "wins",
        "losses",
        "keys_better",
        "keys_worse",
        "records",
    ]
    rows = []
    for cell in many.variants:
        comparison = many.comparisons[cell.variant]
        reason = f"not after adjusting for {counted(comparison.together, 'comparison')} of variants"
        estimate = comparison.estimate
        rows.append({
            "variant": cell.variant, "mark": MARKS[cell.verdict] + _reason(estimate, cell.verdict, reason),
            "b": _points(estimate.b), "difference": _points(estimate.difference),
            "interval": interval(estimate.low, estimate.high), "p": _number(cell.p_adjusted),
            "wins": many.wins[cell.variant], "losses": many.losses[cell.variant],
            "keys_better": moved(comparison.fields, "better").keys,
            "keys_worse": moved(comparison.fields, "worse").keys,
            "records": comparison.coverage.compared,
        })  # fmt: skip
    frame = pd.DataFrame(rows, columns=columns)
    return frame.sort_values("difference", ascending=False, kind="stable", ignore_index=True)


def _share_better(field: FieldComparison) -> float | None:
    less = field.better_in + field.better_missing
    return less / field.loses_otherwise if field.loses_otherwise else None


def _reasons_without_verdict(comparison: Comparison) -> dict[str, str]:
    """Return by path why a field has no verdict although its interval excludes 0: the adjustment, its test, or what it
    loses."""
    own = Counter(field.declared for field in comparison.fields if field.p is not None)
    adjusted = {declared: f"not after adjusting for {_family(tested, own[declared], word)}"
                for declared, tested, word in (
                    (True, comparison.tested_fields, "field"), (False, comparison.tested_keys, "key")
                )}  # fmt: skip
    return {
        field.path: "no record loses more"
        if not field.direction
        else "its test finds no difference"
        if verdict_of(field.direction, field.p, comparison.confidence) == NO_DIFFERENCE
        else adjusted[field.declared]
        for field in comparison.fields
    }


def _family(tested: int, own: int, word: str) -> str:
    """Write what verdicts are adjusted for: rows of this comparison, or tests over all variants of the baseline."""
    return counted(own, word) if tested == own else f"{tested:,} tests of {word}s of all variants"


def _reason(compared: Estimate | FieldComparison, verdict: Verdict, reason: str) -> str:
    """Return the reason after a space if there is no verdict although the interval excludes 0; otherwise nothing."""
    low, high = compared.low, compared.high
    excludes_zero = low is not None and high is not None and (low > 0 or high < 0)
    return f" {reason}" if excludes_zero and verdict == NO_DIFFERENCE else ""


def _figures(compared: Estimate | FieldComparison) -> dict[str, float | str]:
    """Return the columns that fields and groups share: both sides, their difference, and its interval."""
    numbers = {name: _points(getattr(compared, name)) for name in ("a", "b", "difference", "low", "high")}
    return {**numbers, "interval": interval(compared.low, compared.high)}


def _points(share: float | None) -> float:
    return float("nan") if share is None else share * 100


def _number(value: float | None) -> float:
    return float("nan") if value is None else value
