"""semantic: a judgement by a language model. Without a judge only equal values are decided."""

from __future__ import annotations

from typing import ClassVar

from evaljson.comparators.base import BatchItem, ComparatorResult
from evaljson.jsontypes import strict_equal
from evaljson.params import Param

NO_JUDGE = "no judge configured, and the values are not equal: choose another comparator or configure a judge"


class Semantic:
    """The stand-in until a judge is configured: equal after transforms is a match, the rest is not decided."""

    is_batch: ClassVar[bool] = True
    params: ClassVar[tuple[Param, ...]] = (
        Param("instructions", "string", "What counts as the same for this field, in words."),
    )

    def __call__(self, items: list[BatchItem]) -> list[ComparatorResult | None]:
        return [
            ComparatorResult(1.0, "semantic", "equal")
            if strict_equal(item.gold_compared, item.extracted_compared)
            else None
            for item in items
        ]

    def why_none(self) -> str:
        """The reason that a field left undecided carries."""
        return NO_JUDGE


semantic = Semantic()
