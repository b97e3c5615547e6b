"""semantic: a judgement by a language model. Without a judge only equal values are decided.

The judge itself is handed to `evaluate(..., judge=...)`; this is what stands in the schema, and what happens without.
"""

from __future__ import annotations

from typing import ClassVar

from evaljson.base.jsontypes import strict_equal
from evaljson.base.params import Param
from evaljson.comparators.base import BatchItem, ComparatorResult
from evaljson.comparators.scale import scale_problem

NO_JUDGE = "no judge configured: set EVALJSON_JUDGE_MODEL (or pass --judge, judge=), or choose the offline stand-in"


class Semantic:
    """Without a judge: equal after transforms is a match, the rest is not decided."""

    is_batch: ClassVar[bool] = True
    takes_judge: ClassVar[bool] = True
    """Where a judge is given, the engine asks it instead of calling this."""
    is_free: ClassVar[bool] = True
    """Whether calling it costs nothing: it decides by equality alone."""
    params: ClassVar[tuple[Param, ...]] = (
        Param("instructions", "string", "What counts as the same for this field, in words."),
        Param("rubric", "string", "How to choose between the steps of the scale, in words."),
        Param(
            "scale", "any", "binary, names from worst to best, or {steps: {name: score}}.",
            default="binary", check=scale_problem,
        ),
        Param(
            "all_pairs", "boolean",
            "Inside a Hungarian array: judge every pair of elements to align them, not only the chosen ones. Costly.",
            default=False,
        ),
    )  # fmt: skip

    def __call__(self, items: list[BatchItem]) -> list[ComparatorResult | None]:
        return [
            ComparatorResult(1.0, "semantic", "equal")
            if strict_equal(item.gold_compared, item.extracted_compared)
            else None
            for item in items
        ]

    def why_none(self) -> str:
        """Return the reason of a field that was left undecided."""
        return NO_JUDGE


semantic = Semantic()
