"""JSON Similarity (UiPath): a walk over expected, each of its leaves graded."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from evaljson.base.errors import InputError, did_you_mean
from evaljson.base.jsontypes import ABSENT, type_name
from evaljson.base.params import Param
from evaljson.metrics.alike import equal_scalars, is_number, text_similarity
from evaljson.metrics.base import MetricResult, check_given
from evaljson.metrics.documents import read_documents

WHOLE = "*"
TARGET_KEY = Param("target_key", "string", "Compare only the value of this key; * compares all.", default=WHOLE)
_ZERO = 1e-12


def json_similarity(
    actual: Any, expected: Any, *, target_key: str = WHOLE, target_output_key: str | None = None
) -> MetricResult:
    """Return the grades of expected's leaves / their number; 1.0 if it has none. `target_output_key` is an alias.

    Details: `matched_leaves` (a sum of grades) and `total_leaves`. Raises InputError if text cannot be read, or
    expected lacks the target key.
    """
    if target_output_key is not None and target_key not in (WHOLE, target_output_key):
        raise InputError("'target_output_key' is another name for 'target_key': pass one of them to json_similarity.")
    key = target_key if target_output_key is None else target_output_key
    check_given({"target_key": key}, (TARGET_KEY,), "json_similarity")
    actual_document, expected_document = read_documents(actual, expected)
    if key != WHOLE:
        expected_document = _target(expected_document, key)
        actual_document = actual_document.get(key, ABSENT) if isinstance(actual_document, dict) else ABSENT
    grades = _grades(actual_document, expected_document)
    matched, total = math.fsum(grades), len(grades)
    nothing = 0.0 if actual_document is ABSENT else 1.0
    return MetricResult(
        matched / total if total else nothing, {"matched_leaves": matched, "total_leaves": float(total)}
    )


def check_target(documents: Sequence[Any], params: Mapping[str, Any]) -> None:
    """Raise InputError for a target key that no record of a run has."""
    key = params.get("target_key", WHOLE)
    if key != WHOLE and documents and not any(key in document for document in documents):
        keys = dict.fromkeys(str(name) for document in documents for name in document)
        raise InputError(f"target_key: no record has the key {key!r}.{did_you_mean(key, keys)}")


def _target(expected: Any, key: str) -> Any:
    if not isinstance(expected, dict):
        raise InputError(f"{type_name(expected)} has no keys, so no target_key {key!r}: pass an object.", "expected")
    if key not in expected:
        raise InputError(f"there is no target_key {key!r}.{did_you_mean(key, expected)}", "expected")
    return expected[key]


def _grades(actual: Any, expected: Any) -> list[float]:
    """List the grade of each leaf of expected."""
    grades = list[float]()
    pairs = [(actual, expected)]
    while pairs:
        actual_part, expected_part = pairs.pop()
        if isinstance(expected_part, dict):
            there = actual_part if isinstance(actual_part, dict) else {}
            pairs.extend((there.get(key, ABSENT), item) for key, item in expected_part.items())
        elif isinstance(expected_part, list):
            elements = actual_part if isinstance(actual_part, list) else []
            pairs.extend(zip(elements, expected_part, strict=False))
            pairs.extend((ABSENT, item) for item in expected_part[len(elements) :])
        else:
            grades.append(_grade(actual_part, expected_part))
    return grades


def _grade(actual: Any, expected: Any) -> float:
    if isinstance(actual, str) and isinstance(expected, str):
        return text_similarity(actual, expected)
    if is_number(actual) and is_number(expected):
        return _grade_numbers(actual, expected)
    return float(equal_scalars(actual, expected))


def _grade_numbers(actual: float, expected: float) -> float:
    """Return 1 - |expected - actual| / |expected|, at least 0; a value that is not finite equals only itself."""
    if abs(expected) <= _ZERO:
        return float(abs(actual) <= _ZERO)
    if not (_finite(actual) and _finite(expected)):
        return float(equal_scalars(actual, expected))
    try:
        share = abs(expected - actual) / abs(expected)
    except OverflowError:  # an integer that no float can hold
        exact = abs(Fraction(expected) - Fraction(actual)) / abs(Fraction(expected))
        return 1.0 - float(exact) if exact < 1 else 0.0
    return max(0.0, 1.0 - share)


def _finite(value: float) -> bool:
    return isinstance(value, int) or math.isfinite(value)
