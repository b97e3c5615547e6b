"""Returns a field's verdict by either way of adjusting for the number of tested fields."""

from __future__ import annotations

from typing import Final, Literal, get_args

from evaljson.compare.fields import FieldComparison
from evaljson.compare.verdict import Verdict, verdict_of

Adjustment = Literal["holm", "bh"]
ADJUSTMENTS: Final[tuple[Adjustment, ...]] = get_args(Adjustment)
"""Holm: even one false finding is unlikely. Benjamini and Hochberg: a small share of the findings is false."""


def adjusted_p(field: FieldComparison, adjustment: Adjustment) -> float | None:
    """Return the adjusted p; None for a field that was not tested."""
    return field.p_holm if adjustment == "holm" else field.p_bh


def verdict_under(field: FieldComparison, adjustment: Adjustment, confidence: float) -> Verdict:
    """Return the verdict: with "holm" the field's own; "bh" finds at least as much."""
    return verdict_of(field.direction, adjusted_p(field, adjustment), confidence)
