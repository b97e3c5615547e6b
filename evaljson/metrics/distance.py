"""JSON Distance (Phoenix): how many values differ; 0 for identical documents, lower is better."""

from __future__ import annotations

from typing import Any

from evaljson.base.errors import InputError
from evaljson.base.jsontypes import ABSENT
from evaljson.base.params import Param
from evaljson.metrics.alike import equal_scalars
from evaljson.metrics.base import MetricResult, check_given
from evaljson.metrics.documents import parse_leniently, parse_strictly, refuse_non_json

PARSE_STRINGS = Param("parse_strings", "boolean", "Read a document that is text as JSON.", default=True)
ABSENT_IS_NULL = Param("absent_is_null", "boolean", "Treat a missing key as null.", default=True)


def json_distance(
    actual: Any, expected: Any, *, parse_strings: bool = True, absent_is_null: bool = True
) -> MetricResult:
    """Count the differences: over the union of keys, over positions, and one per extra element of one side.

    A missing subtree costs 1. Details: `label` is "match", "mismatch", or, for text that does not parse, "invalid" with
    score None and the parser's message as `explanation`. Raises InputError for Python values that are not JSON.
    """
    params = {"parse_strings": parse_strings, "absent_is_null": absent_is_null}
    check_given(params, (PARSE_STRINGS, ABSENT_IS_NULL), "json_distance")
    refuse_non_json(actual, "actual")
    refuse_non_json(expected, "expected")
    if parse_strings:
        try:
            expected = parse_strictly(expected, "expected") if isinstance(expected, str) else expected
            actual = parse_leniently(actual) if isinstance(actual, str) else actual
        except InputError as error:
            return MetricResult(None, {"label": "invalid", "explanation": str(error)})
    count = _differences(actual, expected, None if absent_is_null else ABSENT)
    return MetricResult(count, {"label": "mismatch" if count else "match"})


def _differences(actual: Any, expected: Any, absent: Any) -> int:
    """Count the differences; `absent` is the value of a missing key."""
    count = 0
    pairs = [(actual, expected)]
    while pairs:
        actual_part, expected_part = pairs.pop()
        if isinstance(actual_part, dict) and isinstance(expected_part, dict):
            pairs.extend(
                (actual_part.get(key, absent), expected_part.get(key, absent))
                for key in actual_part.keys() | expected_part.keys()
            )
        elif isinstance(actual_part, list) and isinstance(expected_part, list):
            count += abs(len(actual_part) - len(expected_part))
            pairs.extend(zip(actual_part, expected_part, strict=False))
        elif not equal_scalars(actual_part, expected_part):
            count += 1
    return count
