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
        left_part, right_part = pairs.pop()
        if isinstance(left_part, dict) and isinstance(right_part, dict):
            if left_part.keys() != right_part.keys():
                return False
            pairs.extend((item, right_part[key]) for key, item in left_part.items())
        elif isinstance(left_part, list) and isinstance(right_part, list):
            if len(left_part) != len(right_part):
                return False
            pairs.extend(zip(left_part, right_part, strict=True))
        elif text is not None and isinstance(left_part, str) and isinstance(right_part, str):
            if text(left_part) != text(right_part):
                return False
        elif not equal_scalars(left_part, right_part):
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
