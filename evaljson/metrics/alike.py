"""What the metrics share about single values: equality where 1 equals 1.0 and true does not, and graded text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rapidfuzz.distance import Levenshtein


def equal(left: Any, right: Any, text: Callable[[str], str] | None = None) -> bool:
    """Deep equality of JSON values: numbers by value, NaN equals NaN, a boolean equals no number.

    Strings are compared after `text`, keys as they are. Not recursive, so depth is no limit.
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
    """The same for values of which not both are objects or both arrays."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    both_nan = left != left and right != right
    return bool(left == right) or both_nan


def is_number(value: Any) -> bool:
    """Whether it is a number; a boolean is none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def text_similarity(left: str, right: str) -> float:
    """1 - Levenshtein distance / length of the longer text; 1 for two empty ones."""
    longer = max(len(left), len(right))
    return 1.0 - Levenshtein.distance(left, right) / longer if longer else 1.0
