"""The metrics once more, written from their definitions with exact fractions and plain recursion: slow and obvious."""

import math
import unicodedata
from fractions import Fraction
from functools import cache
from typing import Any

GONE = object()


@cache
def edits(left: str, right: str) -> int:
    if not left or not right:
        return len(left) + len(right)
    return min(
        edits(left[1:], right) + 1, edits(left, right[1:]) + 1, edits(left[1:], right[1:]) + (left[0] != right[0])
    )


def texts(left: str, right: str) -> Fraction:
    return 1 - Fraction(edits(left, right), max(len(left), len(right))) if left or right else Fraction(1)


def kind(value: Any) -> str:
    names = {bool: "boolean", int: "number", float: "number", str: "string", list: "array", dict: "object"}
    return "absent" if value is GONE else names.get(type(value), "null")


def same(left: Any, right: Any) -> bool:
    if kind(left) != kind(right):
        return False
    if kind(left) == "object":
        return set(left) == set(right) and all(same(left[key], right[key]) for key in left)
    if kind(left) == "array":
        return len(left) == len(right) and all(
            same(left_item, right_item) for left_item, right_item in zip(left, right, strict=True)
        )
    return left == right or (kind(left) == "number" and left != left and right != right)


def folded(value: Any) -> Any:
    if isinstance(value, str):
        return "".join(c for c in unicodedata.normalize("NFD", value) if unicodedata.combining(c) == 0).casefold()
    if isinstance(value, list):
        return [folded(item) for item in value]
    return {key: folded(item) for key, item in value.items()} if isinstance(value, dict) else value


def field_match(actual: Any, expected: Any, normalized: bool, strict: bool) -> Fraction:
    if normalized:
        actual, expected = folded(actual), folded(expected)
    keys = set(expected) | (set(actual) if strict else set())
    wrong = [key for key in keys if key not in actual or key not in expected or not same(actual[key], expected[key])]
    return 1 - Fraction(len(wrong), len(keys)) if keys else Fraction(1)


def similarity(actual: Any, expected: Any) -> Fraction:
    matched, total = leaves(actual, expected)
    return matched / total if total else Fraction(1)


def leaves(actual: Any, expected: Any) -> tuple[Fraction, int]:
    """(sum of grades, number of leaves)."""
    if kind(expected) == "object":
        below = [
            leaves(actual[key] if kind(actual) == "object" and key in actual else GONE, expected[key])
            for key in expected
        ]
    elif kind(expected) == "array":
        below = [
            leaves(actual[i] if kind(actual) == "array" and i < len(actual) else GONE, expected[i])
            for i in range(len(expected))
        ]
    else:
        return grade(actual, expected), 1
    return sum((matched for matched, _ in below), Fraction(0)), sum(total for _, total in below)


def grade(actual: Any, expected: Any) -> Fraction:
    if kind(actual) == kind(expected) == "string":
        return texts(actual, expected)
    if kind(actual) == kind(expected) == "number" and finite(expected):
        if abs(expected) <= 1e-12:
            return Fraction(int(abs(actual) <= 1e-12))
        if not finite(actual):
            return Fraction(0)
        return max(Fraction(0), 1 - abs(Fraction(expected) - Fraction(actual)) / abs(Fraction(expected)))
    return Fraction(int(same(actual, expected)))


def finite(number: float) -> bool:
    return isinstance(number, int) or math.isfinite(number)


def difference(actual: Any, expected: Any, weights: Any = None, name: str | None = None) -> Fraction | None:
    """`weights` are those that stand at this place, under the key `name` of the object above."""
    weights = weights if isinstance(weights, dict) else {}
    if kind(actual) == kind(expected) == "object":
        terms = []
        for key in set(actual) | set(expected):
            weight = 1 if name is not None and key == f"__{name}" else weights.get(key, 1)
            inner = weight
            if isinstance(weight, dict):
                weight = weight.get(f"__{key}", 1)
            elif name is not None and key == f"__{name}":
                inner = None
            if key in actual and key in expected:
                terms.append((Fraction(weight), difference(actual[key], expected[key], inner, key)))
            else:
                terms.append((Fraction(weight), Fraction(0)))
        return mean(terms)
    if kind(actual) == kind(expected) == "array":
        longer = max(len(actual), len(expected))
        both = min(len(actual), len(expected))
        return mean(
            [
                (Fraction(1), difference(actual[i], expected[i], weights, name) if i < both else Fraction(0))
                for i in range(longer)
            ]
        )
    if isinstance(actual, int | float) and isinstance(expected, int | float):
        if actual == expected or (actual != actual and expected != expected):
            return Fraction(1)
        if not (finite(actual) and finite(expected)):
            return Fraction(0)
        exact_actual, exact_expected = Fraction(actual), Fraction(expected)
        return 1 - abs(exact_actual - exact_expected) / (abs(exact_actual) + abs(exact_expected))
    if kind(actual) == kind(expected) == "string":
        return texts(actual, expected)
    return Fraction(int(same(actual, expected)))


def mean(terms: list[tuple[Fraction, Fraction | None]]) -> Fraction | None:
    if not terms:
        return Fraction(1)
    defined = [(weight, score) for weight, score in terms if score is not None]
    total = sum(weight for weight, _ in defined)
    return sum((weight * score for weight, score in defined), Fraction(0)) / total if total else None


def distance(actual: Any, expected: Any, absent_is_null: bool) -> int:
    if kind(actual) == kind(expected) == "object":
        gone = None if absent_is_null else GONE
        keys = set(actual) | set(expected)
        return sum(distance(actual.get(key, gone), expected.get(key, gone), absent_is_null) for key in keys)
    if kind(actual) == kind(expected) == "array":
        both = min(len(actual), len(expected))
        rest = max(len(actual), len(expected)) - both
        return rest + sum(distance(actual[i], expected[i], absent_is_null) for i in range(both))
    return int(not same(actual, expected))
