"""Draws differences of many fields or groups together, where few records show each.

The largest gain and the largest loss among forty fields are partly luck. Beside the raw difference stands what would be
expected of the field on other records (evaljson/stats/shrinkage.py). Verdicts go by the raw figures.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from evaljson.compare.comparison import Comparison
from evaljson.compare.slices import Slices
from evaljson.stats.shrinkage import shrink


@dataclass(frozen=True, slots=True)
class ShrunkenDifference:
    """The difference of one field or group, beside what it becomes."""

    name: str
    """Schema path of the field, or label of the group."""
    records: int
    raw: float
    value: float
    """What is expected of it on other records."""
    low: float
    high: float
    kept: float
    """How much of its distance from the mean of all it keeps, 0 to 1."""


def shrunken_fields(comparison: Comparison) -> dict[str, ShrunkenDifference]:
    """Return the fields of the eval schema whose F1 has an interval, by path; empty for fewer than four."""
    fields = [field for field in comparison.fields if field.declared]
    rows = [(field.path, field.records, field.difference, field.low, field.high) for field in fields]
    return _shrunken(rows, comparison.confidence, comparison.interval_confidence)


def shrunken_slices(slices: Slices, confidence: float = 0.95) -> dict[str, ShrunkenDifference]:
    """Return the groups whose figure has an interval, by label; `confidence` is that of the intervals."""
    rows = [
        (group.label, group.records, group.estimate.difference, group.estimate.low, group.estimate.high)
        for group in slices.slices
    ]
    return _shrunken(rows, confidence)


_Row = tuple[str, int, float | None, float | None, float | None]


def _shrunken(
    rows: Iterable[_Row], confidence: float, of_intervals: float | None = None
) -> dict[str, ShrunkenDifference]:
    known: Sequence[tuple[str, int, float, float, float]] = [
        (name, records, difference, low, high)
        for name, records, difference, low, high in rows
        if difference is not None and low is not None and high is not None and high > low
    ]
    half_lengths = NormalDist().inv_cdf((1 + (of_intervals or confidence)) / 2)
    errors = [(high - low) / 2 / half_lengths for *_, low, high in known]
    drawn = shrink([difference for _, _, difference, _, _ in known], errors, confidence)
    if drawn is None:
        return {}
    values = zip(known, drawn.value.tolist(), drawn.low.tolist(), drawn.high.tolist(), drawn.kept.tolist(), strict=True)
    return {
        name: ShrunkenDifference(name, records, raw, value, max(-1.0, low), min(1.0, high), kept)
        for (name, records, raw, _, _), value, low, high, kept in values
    }
