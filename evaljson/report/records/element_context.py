"""What stands around a whole element of an array: the other elements there, and its partners in other variants."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from evaljson.base import paths
from evaljson.base.jsontypes import ABSENT, value_at
from evaljson.report.records.rows import LeafSide, Row
from evaljson.results.field_result import RecordResult


def elements_beside(record: RecordResult, element: str, field: str) -> list[Row]:
    """Return the other elements of the same array, whole, in their order; `field` is the schema path of an element."""
    array = paths.above(element)[-2]
    return [
        Row(path, field, ABSENT if paths.split(path)[-1] < 0 else value_at(record.gold, path), (_side(record, at),))  # type: ignore[operator]
        for path, at in _pairs(record, array).items()
        if path != element
    ]


def partner_of(record: RecordResult, element: str) -> LeafSide:
    """Return what a variant has as the partner of an element of gold; its value is ABSENT where there is none."""
    return _side(record, _pairs(record, paths.above(element)[-2]).get(element))


def _pairs(record: RecordResult, array: str) -> dict[str, str | None]:
    """Map each element of an array to its partner in the extracted record, as the results in them tell."""
    depth, found = len(paths.elements_above(array)), dict[str, str | None]()
    for path, extracted_path in _results_below(record, array):
        element = paths.elements_above(path)[depth]
        partner = None if extracted_path is None else paths.elements_above(extracted_path)[depth]
        found[element] = found.get(element) or partner
    return found


def _results_below(record: RecordResult, array: str) -> Iterator[tuple[str, str | None]]:
    for result in record.field_results:
        if result.path != array and result.path.startswith(f"{array}["):
            yield result.path, result.extracted_path


def _side(record: RecordResult, at: str | None) -> LeafSide:
    value: Any = ABSENT if at is None else value_at(record.extracted, at)
    return LeafSide(value, "", 0.0, "", ABSENT, ABSENT, "")
