"""What a field's verdict is under either way of adjusting for how many fields were tested."""

from __future__ import annotations

from typing import Final, Literal, get_args

from evaljson.compare.estimate import Verdict, verdict_of
from evaljson.compare.fields import FieldComparison

Adjustment = Literal["holm", "bh"]
ADJUSTMENTS: Final[tuple[Adjustment, ...]] = get_args(Adjustment)
"""Holm: even one false finding is unlikely. Benjamini and Hochberg: a small share of the findings is false."""


def adjusted_p(field: FieldComparison, how: Adjustment) -> float | None:
    """None for a field that was not tested."""
    return field.p_holm if how == "holm" else field.p_bh


def verdict_under(field: FieldComparison, how: Adjustment, confidence: float) -> Verdict:
    """With "holm" the field's own verdict; "bh" finds at least as much."""
    return verdict_of(field.direction, adjusted_p(field, how), confidence)
