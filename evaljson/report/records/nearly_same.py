"""Whether an element that was paired with nothing is nearly one that the other side has alone, and how to say so."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Final

from evaljson.base import paths
from evaljson.base.jsontypes import strict_key, value_at
from evaljson.report.records.displaced import array_beside, counting_in
from evaljson.report.records.element_context import alone_in
from evaljson.results.field_result import RecordResult
from evaljson.review.places import CardPlace
from evaljson.review.shifted_arrays import near_elements
from evaljson.schema.node import SchemaNode

_NAMED: Final = 2


def nearly_same(record: RecordResult, schema: SchemaNode, place: CardPlace, field: str) -> str:
    """Say which element the other side has nearly so, and what differs; "" where there is none.

    `place` is that of a whole element, and `field` the schema path of one.
    """
    array, is_added = paths.above(place.path)[-2], place.gold_path is None
    gold, extracted = _without_equal(record, place, array) if place.is_shift else alone_in(record, array)
    near = near_elements(
        [value_at(record.gold, one) for one in gold], [value_at(record.extracted, one) for one in extracted],
        field, counting_in(record, schema, array),
    )  # fmt: skip
    for (i, j), differing in near.items():
        mine, other = (extracted[j], gold[i]) if is_added else (gold[i], extracted[j])
        if mine == (place.extracted_path if is_added else place.path):
            name = "gold" if is_added else "the extraction"
            return f"{name} has nearly the same element at {other}: only {_listed(differing)}"
    return ""


def _without_equal(record: RecordResult, place: CardPlace, array: str) -> tuple[list[str], list[str]]:
    """Return the elements of both sides that the other one has nowhere: the pairs of the run are those by position."""
    at = place.extracted_path
    beside = array_beside(record, array) if at is None else paths.above(at)[-2]
    gold, extracted = _keys(record.gold, array), _keys(record.extracted, beside)
    return _only_in(gold, extracted), _only_in(extracted, gold)


def _keys(of: Any, array: str) -> dict[str, Hashable]:
    """Return the elements of an array by path, each as a key that is equal for equal ones."""
    there = value_at(of, array)
    listed = there if isinstance(there, list) else []
    return {paths.element(array, at): strict_key(one) for at, one in enumerate(listed)}


def _only_in(mine: Mapping[str, Hashable], other: Mapping[str, Hashable]) -> list[str]:
    known = set(other.values())
    return [path for path, key in mine.items() if key not in known]


def _listed(differing: list[str]) -> str:
    if len(differing) > _NAMED:
        return f"{len(differing):,} values differ"
    return f"{' and '.join(differing)} {'differs' if len(differing) == 1 else 'differ'}"
