"""numeric_similarity: how near two numbers are, from 0 to 1.

    similarity   max(0, 1 - |gold - extracted| / |gold|); where gold is 0 (within 1e-12), 1 if extracted is, else 0
    difference   1 - |gold - extracted| / (|gold| + |extracted|); 1 where both are 0

The first is the one of JSON Similarity, the second, which is symmetric, the one of JSON Difference. Text that is a
number counts as that number, as under `numeric`. Anything else matches only what is strictly equal to it.
"""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any, ClassVar

from evaljson.base.jsontypes import strict_equal, type_name
from evaljson.base.params import Param
from evaljson.comparators.base import ComparatorResult, Params
from evaljson.comparators.number.numeric import Number, as_number
from evaljson.comparators.number.text_notes import NO_NUMBER, READ
from evaljson.transforms.number_text import rough_text

_ZERO = 1e-12
_JUST_BELOW_ONE = math.nextafter(1.0, 0.0)


class NumericSimilarity:
    """Graded closeness; 1 for equal numbers, and for unequal ones only where gold is 0 within 1e-12."""

    params: ClassVar[tuple[Param, ...]] = (
        Param(
            "definition",
            "string",
            "similarity: the distance as a share of gold; difference: as a share of both together.",
            default="similarity",
            choices=("similarity", "difference"),
        ),
    )

    def __call__(self, gold: Any, extracted: Any, params: Params) -> ComparatorResult:
        if strict_equal(gold, extracted):
            return ComparatorResult(1.0, "numeric_similarity")
        left, right = as_number(gold), as_number(extracted)
        if left is None or right is None:
            side, value = ("gold", gold) if left is None else ("extracted", extracted)
            shown = NO_NUMBER if isinstance(value, str) else f"is {type_name(value)}"
            return ComparatorResult(0.0, "numeric_similarity", f"{side} {shown}")
        score, reason = _closeness(left, right, params.get("definition", "similarity"))
        notes = [reason] if reason else []
        notes += [f"{s} {READ}" for s, v in (("gold", gold), ("extracted", extracted)) if type(v) is str]
        return ComparatorResult(score, "numeric_similarity", "; ".join(notes) or None)


def _closeness(left: Number, right: Number, definition: str) -> tuple[float, str | None]:
    if left == right or (left != left and right != right):
        return 1.0, None
    gold, extracted = _finite(left), _finite(right)
    if gold is None or extracted is None:
        return 0.0, "NaN, an infinity or a number too large to compare with another one"
    score = _by_gold(gold, extracted) if definition == "similarity" else _by_both(gold, extracted)
    near_zero = definition == "similarity" and abs(gold) <= _ZERO
    # Unequal numbers may be equal as floats, or too close for a float to tell the share from 1: still no match.
    return score if near_zero else min(score, _JUST_BELOW_ONE), f"off by {rough_text(abs(gold - extracted))}"


def _finite(number: Number) -> float | None:
    try:
        as_float = math.inf if isinstance(number, Decimal) else float(number)
    except OverflowError:
        return None
    return as_float if math.isfinite(as_float) else None


def _by_gold(gold: float, extracted: float) -> float:
    if abs(gold) <= _ZERO:
        return float(abs(extracted) <= _ZERO)
    return max(0.0, 1.0 - abs(gold - extracted) / abs(gold))


def _by_both(gold: float, extracted: float) -> float:
    if math.isinf(abs(gold) + abs(extracted)):
        gold, extracted = gold / 4, extracted / 4
    return max(0.0, 1.0 - abs(gold - extracted) / (abs(gold) + abs(extracted)))


numeric_similarity = NumericSimilarity()
