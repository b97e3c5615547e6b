"""Compare single values for all metrics: equality where 1 equals 1.0 but not true, and graded text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rapidfuzz.distance import Levenshtein


def equal(left: Any, right: Any, text: Callable[[str], str] | None = None) -> bool:
    """Check deep equality of JSON values: numbers by value, NaN equals NaN, a boolean equals no number.

    Strings are compared after `text`, keys as they are. Not recursive, so depth is not a limit.
    """
    pairs = [(left, right)]
    while pairs:
        one, other = pairs.pop()
        if isinstance(one, dict) and isinstance(other, dict):
            if one.keys() != other.keys():
                return False
            pairs.extend((item, other[key]) for key, item in one.items())
        elif isinstance(one, list) and isinstance(other, list):
            if len(one) != len(other):
                return False
            pairs.extend(zip(one, other, strict=True))
        elif text is not None and isinstance(one, str) and isinstance(other, str):
            if text(one) != text(other):
                return False
        elif not equal_scalars(one, other):
            return False
    return True


def equal_scalars(left: Any, right: Any) -> bool:
    """Check equality of two values that are not both objects or both arrays."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    both_nan = left != left and right != right
    return bool(left == right) or both_nan


def is_number(value: Any) -> bool:
    """Check for a number; a boolean is not one."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def text_similarity(left: str, right: str) -> float:
    """Return 1 - Levenshtein distance / length of the longer text; 1 for two empty texts."""
    longer = max(len(left), len(right))
    return 1.0 - Levenshtein.distance(left, right) / longer if longer else 1.0
