"""What stands around a whole element of an array: the other elements there, and its partners in other variants."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

from evaljson.base import paths
from evaljson.base.jsontypes import ABSENT, strict_key, value_at
from evaljson.report.records.rows import LeafSide, Row, schema_path
from evaljson.results.field_result import RecordResult
from evaljson.review.places import CardPlace
from evaljson.schema.node import SchemaNode


def elements_beside(record: RecordResult, place: CardPlace, field: str) -> list[Row]:
    """Return the other elements of the same array, whole, in their order; `field` is the schema path of an element.

    Where the element of the place shifts those behind it, they are paired as they would be without it.
    """
    array = paths.above(place.path)[-2]
    if place.is_shift:
        return _without(record, place, array, field)
    return [
        Row(path, field, ABSENT if paths.split(path)[-1] < 0 else value_at(record.gold, path), (_side(record, at),))  # type: ignore[operator]
        for path, at in _pairs(record, array).items()
        if path != place.path
    ]


def _without(record: RecordResult, place: CardPlace, array: str, field: str) -> list[Row]:
    there = place.extracted_path or next((path for _, path in place.parts if path is not None), None)
    depth = len(paths.elements_above(array))
    beside = array if there is None else paths.above(paths.elements_above(there)[depth])[-2]
    sides = (_elements(record.gold, array, place.gold_path), _elements(record.extracted, beside, place.extracted_path))
    return [
        Row(
            left or paths.element(array, -1), field, value_at(record.gold, left) if left else ABSENT,
            (_side(record, right),),
        )
        for left, right in _together(record, *sides)
    ]  # fmt: skip


def _together(
    record: RecordResult, gold: Sequence[str], extracted: Sequence[str]
) -> list[tuple[str | None, str | None]]:
    """Pair what is equal wherever it stands, and the others in their order."""
    waiting: dict[Hashable, list[str]] = {}
    for path in reversed(extracted):
        waiting.setdefault(strict_key(value_at(record.extracted, path)), []).append(path)
    equal = {path: at.pop() for path in gold if (at := waiting.get(strict_key(value_at(record.gold, path))))}
    rest = [path for path in extracted if path not in equal.values()]
    pairs = [(path, equal[path]) for path in gold if path in equal]
    alone = zip_longest((path for path in gold if path not in equal), rest)
    order = {path: at for at, path in enumerate(gold)}
    return sorted([*pairs, *alone], key=lambda pair: len(gold) if pair[0] is None else order[pair[0]])


def _elements(of: Any, array: str, without: str | None) -> list[str]:
    there = value_at(of, array)
    every = (paths.element(array, at) for at in range(len(there) if isinstance(there, list) else 0))
    return [path for path in every if path != without]


def values_beside(record: RecordResult, place: CardPlace, tree: SchemaNode) -> list[Row]:
    """Return the other values of an element that was paired with one at another position."""
    left, right = _element_around(place.path), _element_around(place.extracted_path)
    gold, extracted = (
        ABSENT if at is None else value_at(of, at) for at, of in ((left, record.gold), (right, record.extracted))
    )
    keys = [key for one in (gold, extracted) if isinstance(one, dict) for key in one]
    rows = list[Row]()
    for key in dict.fromkeys(keys):
        path = paths.child(left or "", key)
        if not paths.is_below(place.path, path):
            side = _side(record, None if right is None else paths.child(right, key))
            rows.append(Row(path, schema_path(tree, path), value_at(record.gold, path), (side,)))
    return rows


def _element_around(path: str | None) -> str | None:
    above = [] if path is None else [one for one in paths.elements_above(path) if one != path]
    return above[-1] if above else None


def partner_of(record: RecordResult, element: str) -> LeafSide:
    """Return what a variant has as the partner of an element of gold; its value is ABSENT where there is none."""
    return _side(record, _pairs(record, paths.above(element)[-2]).get(element))


def alone_in(record: RecordResult, array: str) -> tuple[list[str], list[str]]:
    """Return the paths of the elements of an array, in gold and in the extracted record, that are paired with none."""
    gold, extracted = list[str](), list[str]()
    for path, partner in _pairs(record, array).items():
        step = paths.split(path)[-1]
        if isinstance(step, int) and step >= 0:
            gold += [path] if partner is None else []
        elif partner is not None:
            extracted.append(partner)
    return gold, extracted


def _pairs(record: RecordResult, array: str) -> dict[str, str | None]:
    """Map each element of an array to its partner in the extracted record, as the results in them tell."""
    depth, found = len(paths.elements_above(array)), dict[str, str | None]()
    for path, extracted_path in results_below(record, array):
        element = paths.elements_above(path)[depth]
        partner = None if extracted_path is None else paths.elements_above(extracted_path)[depth]
        found[element] = found.get(element) or partner
    return found


def results_below(record: RecordResult, array: str) -> Iterator[tuple[str, str | None]]:
    """Yield what a record has results for in an array: (path, path in the extracted record)."""
    for result in record.field_results:
        if result.path != array and result.path.startswith(f"{array}["):
            yield result.path, result.extracted_path


def _side(record: RecordResult, at: str | None) -> LeafSide:
    value: Any = ABSENT if at is None else value_at(record.extracted, at)
    return LeafSide(value, "", 0.0, "", ABSENT, ABSENT, "")
