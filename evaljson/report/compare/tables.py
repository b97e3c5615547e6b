"""A comparison as tables of plain numbers: what its figures show, for a page or a file.

Figures are in points, from 0 to 100; undefined is NaN. Columns have fixed names, whatever the variants are called.
"""

from __future__ import annotations

from collections import Counter

import pandas as pd

from evaljson.compare.adjusted import Adjustment, adjusted_p, verdict_under
from evaljson.compare.comparison import Comparison
from evaljson.compare.estimate import NO_DIFFERENCE, Estimate, Verdict, verdict_of
from evaljson.compare.fields import FieldComparison
from evaljson.compare.many import ManyComparison
from evaljson.compare.slices import Slices
from evaljson.compare.words.sentence import figure_word
from evaljson.report.compare.markdown import MARKS, interval
from evaljson.report.records.id_keys import id_labels
from evaljson.wording.words import counted

_RANK = {"worse": 0, "better": 1, NO_DIFFERENCE: 2}


def field_rows(found: Comparison, how: Adjustment = "holm") -> pd.DataFrame:
    """A row a field, regressions first.

    Columns: field, verdict, mark, a, b, difference, low, high, interval, only_a, only_b, up, down, effect, p, gained,
    records, test, note. `verdict` and `p` are adjusted as `how` says; `effect` is a share in percent.
    """
    whys = _why_not(found)
    rows = [
        {
            "field": one.path or "(the record)",
            "path": one.path,
            "verdict": (own := verdict_under(one, how, found.confidence)),
            "mark": MARKS[own] + _unlike(one, own, whys[one.path]),
            **_figures(one),
            "only_a": one.only_a, "only_b": one.only_b, "up": one.up, "down": one.down,
            "effect": _points(one.effect), "p": _number(adjusted_p(one, how)), "gained": one.gained,
            "records": one.records, "test": one.test or "", "note": one.note or "",
        }
        for one in found.fields
    ]  # fmt: skip
    if not rows:
        return pd.DataFrame({name: pd.Series(dtype=object) for name in ("field", "path", "verdict", "up", "down")})
    frame = pd.DataFrame(rows)
    return frame.sort_values("verdict", key=lambda own: own.map(_RANK), kind="stable", ignore_index=True)


def record_rows(found: Comparison) -> pd.DataFrame:
    """A row a record, what fell most first: record (as in addresses), position (in gold), a, b, difference."""
    labels = id_labels([one.record_id for one in found.records])
    frame = pd.DataFrame(
        {
            "record": pd.Series(labels, dtype=object),
            "position": [one.position for one in found.records],
            "a": [one.a * 100 for one in found.records],
            "b": [one.b * 100 for one in found.records],
            "difference": [one.difference * 100 for one in found.records],
        }
    )
    return frame.sort_values("difference", kind="stable", ignore_index=True)


def figure_rows(found: Comparison) -> pd.DataFrame:
    """A row a figure: figure, a, b, difference, interval, smallest, mark."""
    rows = [
        (figure_word(name), _points(own.a), _points(own.b), _points(own.difference), interval(own.low, own.high),
         _points(own.smallest), MARKS[own.verdict])
        for name, own in found.figures.items()
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=["figure", "a", "b", "difference", "interval", "smallest", "mark"])


def coverage_rows(found: Comparison) -> pd.DataFrame:
    """The same F1 over different records, where that makes a difference: over, records_a, records_b, a, b, difference.

    The first row is what plain averages say; empty where both sides have the same records.
    """
    own = found.coverage
    f1 = found.figures["f1"]
    rows = []
    if own.only_a or own.only_b:
        sizes = (own.compared + len(own.only_a), own.compared + len(own.only_b))
        rows.append(("own records (misleading)", *sizes, own.plain_a, own.plain_b))
    if rows or own.missing_a != own.missing_b:
        rows.append(("scored by both (compared)", own.compared, own.compared, f1.a, f1.b))
    if own.missing_a != own.missing_b:
        rows.append(("produced by both", own.produced, own.produced, own.produced_a, own.produced_b))
    columns = ["over", "records_a", "records_b", "a", "b"]
    frame = pd.DataFrame(rows, columns=columns).astype({"a": "float64", "b": "float64"})
    frame["a"], frame["b"] = frame["a"] * 100, frame["b"] * 100
    return frame.assign(difference=frame["b"] - frame["a"])


def slice_rows(found: Slices) -> pd.DataFrame:
    """A row a slice, worst first: slice, mark, records, a, b, difference, low, high, interval, p."""
    among = f"not after adjusting for {counted(len(found.slices), 'group')}"
    rows = [
        {
            "slice": one.label, "mark": MARKS[one.verdict] + _unlike(one.estimate, one.verdict, among),
            "verdict": one.verdict, "records": one.records, **_figures(one.estimate), "p": _number(one.p_adjusted),
        }
        for one in found.slices
    ]  # fmt: skip
    return pd.DataFrame(rows)


def variant_rows(found: ManyComparison) -> pd.DataFrame:
    """A row a variant, the best first: variant, mark (adjusted for how many there are), b, difference, interval, p,
    wins and losses in fields, records."""
    rows, among = [], f"not after adjusting for {counted(len(found.variants), 'variant')}"
    for cell in found.variants:
        one = found.comparisons[cell.variant]
        own = one.estimate
        rows.append(
            (cell.variant, MARKS[cell.verdict] + _unlike(own, cell.verdict, among),
             _points(own.b), _points(own.difference), interval(own.low, own.high),
             _number(cell.p_adjusted), found.wins[cell.variant], found.losses[cell.variant], one.coverage.compared)
        )  # fmt: skip
    columns = ["variant", "mark", "b", "difference", "interval", "p", "wins", "losses", "records"]
    frame = pd.DataFrame(rows, columns=columns)
    return frame.sort_values("difference", ascending=False, kind="stable", ignore_index=True)


def _why_not(found: Comparison) -> dict[str, str]:
    """By path, why a field has no verdict although its own interval holds no 0: the adjustment, or the test as such."""
    tested = Counter(one.declared for one in found.fields if one.p is not None)
    told = {declared: f"not after adjusting for {counted(tested[declared], word)}"
            for declared, word in ((True, "field"), (False, "key"))}  # fmt: skip
    return {
        one.path: "not by its test"
        if verdict_of(one.direction, one.p, found.confidence) == NO_DIFFERENCE
        else told[one.declared]
        for one in found.fields
    }


def _unlike(one: Estimate | FieldComparison, own: Verdict, why: str) -> str:
    """`why`, behind a space, where there is no verdict although the interval holds no 0; nothing elsewhere."""
    alone = one.low is not None and one.high is not None and (one.low > 0 or one.high < 0)
    return f" {why}" if alone and own == NO_DIFFERENCE else ""


def _figures(own: Estimate | FieldComparison) -> dict[str, float | str]:
    """Of both sides, their difference, and its interval: what a table of fields and one of groups have in common."""
    numbers = {name: _points(getattr(own, name)) for name in ("a", "b", "difference", "low", "high")}
    return {**numbers, "interval": interval(own.low, own.high)}


def _points(share: float | None) -> float:
    return float("nan") if share is None else share * 100


def _number(value: float | None) -> float:
    return float("nan") if value is None else value
