"""JSON Field Match (Galtea): the share of top-level fields whose values are equal."""

from __future__ import annotations

import unicodedata
from typing import Any

from evaljson.base.params import Param
from evaljson.metrics.alike import equal
from evaljson.metrics.base import MetricResult, check_given
from evaljson.metrics.documents import read_objects

NORMALIZED = Param("normalized", "boolean", "Compare strings without accents and case.", default=False)
STRICT = Param("strict", "boolean", "Count keys that only the extraction has as wrong.", default=False)


def json_field_match(actual: Any, expected: Any, *, normalized: bool = False, strict: bool = False) -> MetricResult:
    """Return 1 - wrong keys / all keys, of expected, or with `strict` of both; 1.0 if there are none.

    A key is wrong if its values are not deeply equal. Details: `matched`, `total`, and the keys `mismatched`,
    `missing` and `extra`, each sorted. Raises InputError if a side is not a JSON object.
    """
    check_given({"normalized": normalized, "strict": strict}, (NORMALIZED, STRICT), "json_field_match")
    actual_object, expected_object = read_objects(actual, expected)
    text = fold if normalized else None
    missing = sorted(expected_object.keys() - actual_object.keys())
    extra = sorted(actual_object.keys() - expected_object.keys())
    shared = sorted(expected_object.keys() & actual_object.keys())
    mismatched = [key for key in shared if not equal(actual_object[key], expected_object[key], text)]
    total = len(expected_object) + (len(extra) if strict else 0)
    matched = len(shared) - len(mismatched)
    details = {"matched": matched, "total": total, "mismatched": mismatched, "missing": missing, "extra": extra}
    return MetricResult(matched / total if total else 1.0, details)


def fold(text: str) -> str:
    """Remove accents and case: NFD, combining characters removed, case folded."""
    if text.isascii():
        return text.casefold()
    decomposed = unicodedata.normalize("NFD", text)
    return "".join(character for character in decomposed if not unicodedata.combining(character)).casefold()
