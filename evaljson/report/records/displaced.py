"""Warns where a value is compared with that of another element: its array pairs by position, and is shifted."""

from __future__ import annotations

from typing import Final

from evaljson.base import paths
from evaljson.base.jsontypes import value_at
from evaljson.report.records.element_context import results_below
from evaljson.report.records.rows import node_at, schema_path
from evaljson.results.field_result import RecordResult
from evaljson.review.shifted_arrays import is_displaced
from evaljson.schema.node import SchemaNode

_WARNING: Final = "⚠ elements pair by position: one too many or missing shifts all behind it"
_COUNTING: Final = ("match", "mismatch", "omission", "hallucination")


def pairing_in_words(record: RecordResult, schema: SchemaNode, path: str) -> str:
    """Warn if the element around a path is paired with another one than what it holds suggests; "" if not."""
    array = next((one for one in paths.above(path)[:-1] if _is_by_position(node_at(schema, one))), None)
    if array is None:
        return ""
    gold, extracted = value_at(record.gold, array), value_at(record.extracted, array_beside(record, array))
    if not isinstance(gold, list) or not isinstance(extracted, list):
        return ""
    element = paths.elements_above(path)[len(paths.elements_above(array))]
    at = paths.split(element)[-1]
    assert isinstance(at, int)
    step = (at, at if at < len(extracted) else None) if at >= 0 else (None, len(gold) - 1 - at)
    counting = counting_in(record, schema, array)
    return _WARNING if is_displaced(gold, extracted, step, schema_path(schema, element), counting) else ""


def array_beside(record: RecordResult, array: str) -> str:
    """Return the path in the extracted record of the array that an array of gold is compared with."""
    depth = len(paths.elements_above(array))
    there = (extracted for _, extracted in results_below(record, array) if extracted is not None)
    return next((_array_of(paths.elements_above(one)[depth]) for one in there), array)


def counting_in(record: RecordResult, schema: SchemaNode, array: str) -> set[str]:
    """Return the schema paths of what counts in an array."""
    return {
        schema_path(schema, one.path)
        for one in record.field_results
        if one.status in _COUNTING and one.path.startswith(f"{array}[")
    }


def _is_by_position(node: SchemaNode | None) -> bool:
    return node is not None and node.items is not None and not node.is_unit and node.align.strategy == "ordered"


def _array_of(element: str) -> str:
    return element[: element.rindex("[")]
