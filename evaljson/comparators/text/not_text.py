"""What comparators of text say of values that are not text."""

from __future__ import annotations

from typing import Any

from evaljson.base.jsontypes import strict_equal, type_name
from evaljson.comparators.base import ComparatorResult


def not_text(name: str, gold: Any, extracted: Any) -> ComparatorResult:
    """Compare two values of which at least one is not a text: 1 if strictly equal, else 0 with the reason."""
    if strict_equal(gold, extracted):
        return ComparatorResult(1.0, name)
    side, value = ("extracted", extracted) if isinstance(gold, str) else ("gold", gold)
    return ComparatorResult(0.0, name, f"{side} is {type_name(value)}, not text")
