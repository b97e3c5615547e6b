"""Whether an element that was paired with nothing stands elsewhere in the other array, and how to say so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from evaljson.base import paths
from evaljson.base.jsontypes import value_at
from evaljson.report.records.displaced import array_beside, counting_in
from evaljson.results.field_result import RecordResult
from evaljson.review.places import CardPlace
from evaljson.review.shifted_arrays import equal_elements
from evaljson.schema.node import SchemaNode

_NAMED: Final = 3
"""Places of an element that are named."""


def elsewhere(record: RecordResult, schema: SchemaNode, place: CardPlace, field: str) -> str:
    """Say where the other side has an element of its own; "" where it has none that is equal.

    `place` is that of a whole element, and `field` the schema path of one.
    """
    array, is_added = paths.above(place.path)[-2], place.gold_path is None
    beside = array_beside(record, array)
    if place.extracted_path is not None:
        beside = paths.above(place.extracted_path)[-2]
    gold, extracted = _listed(record.gold, array), _listed(record.extracted, beside)
    element = value_at(record.extracted, place.extracted_path or "") if is_added else value_at(record.gold, place.path)
    counting = counting_in(record, schema, array)
    in_gold, in_extracted = (equal_elements(element, side, field, counting) for side in (gold, extracted))
    mine, other = (in_extracted, in_gold) if is_added else (in_gold, in_extracted)
    name, otherwise = ("gold", "the extraction") if is_added else ("the extraction", "gold")
    if not other:
        return ""
    places = [paths.element(array if is_added else beside, one) for one in other]
    if len(other) < len(mine):
        where = f"{_times(len(other))}, at {_listed_in_words(places)}"
        return f"{name} has this element only {where}; {otherwise} has it {_times(len(mine))}"
    at = places[0]
    said = f"{name} has the same element at another place, {at}; the two are not paired"
    if not is_added:
        return said
    return f"{said}. If the extraction were right, gold would have it {_times(len(other) + 1)}"


def _listed(of: Any, array: str) -> list[Any]:
    found = value_at(of, array)
    return found if isinstance(found, list) else []


def _listed_in_words(places: Sequence[str]) -> str:
    if len(places) > _NAMED:
        return f"{', '.join(places[:_NAMED])} and {len(places) - _NAMED:,} more"
    return " and ".join(filter(None, (", ".join(places[:-1]), places[-1])))


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count:,} times")
