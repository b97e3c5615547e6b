"""contains: one text is part of the other, character by character; use transforms to ignore case and similar.

An empty text is part of an empty one only. Values that are not text are equal (1) or not (0).
"""

from __future__ import annotations

from typing import Any, ClassVar

from evaljson.base.params import Param
from evaljson.comparators.base import ComparatorResult, Params
from evaljson.comparators.text.not_text import not_text

EXTRACTED, GOLD, EITHER = DIRECTIONS = ("extracted_contains_gold", "gold_contains_extracted", "either")


class Contains:
    """Whether one text holds the other, 0 or 1. Symmetric with the direction "either"."""

    params: ClassVar[tuple[Param, ...]] = (
        Param("direction", "string", "Which may be the longer one.", default=EXTRACTED, choices=DIRECTIONS),
    )

    def __call__(self, gold: Any, extracted: Any, params: Params) -> ComparatorResult:
        if not isinstance(gold, str) or not isinstance(extracted, str):
            return not_text("contains", gold, extracted)
        if gold == extracted:
            return ComparatorResult(1.0, "contains")
        if not gold or not extracted:
            return ComparatorResult(0.0, "contains", f"{'extracted' if gold else 'gold'} is empty")
        direction = params.get("direction", EXTRACTED)
        if direction != GOLD and gold in extracted:
            return ComparatorResult(1.0, "contains", "gold is part of extracted")
        if direction != EXTRACTED and extracted in gold:
            return ComparatorResult(1.0, "contains", "extracted is part of gold")
        return ComparatorResult(0.0, "contains", _why_not(direction))


def _why_not(direction: str) -> str:
    if direction == EITHER:
        return "neither is part of the other"
    return "gold is not part of extracted" if direction == EXTRACTED else "extracted is not part of gold"


contains = Contains()
