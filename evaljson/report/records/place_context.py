"""What stands around a value that people look at: its rule, its neighbours, and what other variants have there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from evaljson.base import paths
from evaljson.base.jsontypes import value_at
from evaljson.report.records.displaced import pairing_in_words
from evaljson.report.records.element_context import elements_beside, partner_of, values_beside
from evaljson.report.records.element_name import element_in_words
from evaljson.report.records.elsewhere import elsewhere
from evaljson.report.records.nearly_same import nearly_same
from evaljson.report.records.rows import LeafSide, Row, node_at, record_rows
from evaljson.results.field_result import RecordResult
from evaljson.results.model import RunResult
from evaljson.review.places import CardPlace
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.document_types import schema_of
from evaljson.wording.rules import rule_in_words, transforms_in_words

MOST_NEIGHBOURS: Final = 40
_SHIFTED: Final = "the element stands at another position in the extraction"


@dataclass(frozen=True, slots=True)
class OtherValue:
    """What another variant has at the same place."""

    variant: str
    """Its id."""
    side: LeafSide


@dataclass(frozen=True, slots=True)
class PlaceContext:
    """What a place looks like from near."""

    node: SchemaNode | None
    """The field in the schema that the record is scored by."""
    rule: str
    """How it is compared, in words."""
    neighbours: tuple[Row, ...]
    """The other values of the same element or object, in their order: gold, and the variant of the place."""
    others: tuple[OtherValue, ...]
    is_elsewhere: bool = False
    """Whether it is an element that the other side has too, at another place; `rule` says where."""
    pairing: str = ""
    """What to know of how elements of an array around it were paired; "" where nothing misleads."""
    beside: int = 0
    """How many neighbours there are: of very many, `neighbours` has the first."""
    element: str = ""
    """Which element of an array it is in, by what names that; "" outside of arrays, and of a whole element."""


def position_in_run(run: RunResult, record: int) -> int | None:
    """Return the position in a run of the record at a position in gold; None if the run has none for it."""
    if not run.positions:
        return record if 0 <= record < len(run.records) else None
    return next((at for at, (gold, _) in enumerate(run.positions) if gold == record), None)


def place_context(runs: Mapping[str, RunResult], tree: SchemaNode, place: CardPlace) -> PlaceContext:
    """Look at a place in the runs of a review, by the ids of their variants; runs that are gone are left out."""
    shown: dict[str, RecordResult] = {}
    for variant in sorted(runs, key=lambda variant: variant != place.variant):
        at = position_in_run(runs[variant], place.record)
        if at is not None:
            shown[variant] = runs[variant].records[at]
    if place.variant not in shown:
        node = node_at(tree, place.path)
        return PlaceContext(node, rule_of_node(node), (), ())
    schema = schema_of(tree, shown[place.variant].gold)
    node = node_at(schema, place.path)
    pairing = "" if place.is_shift else pairing_in_words(shown[place.variant], schema, place.path)
    if place.is_element:
        return _of_element(shown, schema, place, node, pairing)
    rows = record_rows([_only(record, place.path, number) for number, record in enumerate(shown.values())], schema)
    row = next((row for row in rows if row.path == place.path and row.own in (None, 0)), None)
    side = None if row is None else row.sides[0]
    neighbours = [row for row in rows if row.own in (None, 0) and row.sides[0] and _is_neighbour(row.path, place.path)]
    others = () if row is None else zip(shown, row.sides, strict=True)
    if place.is_shift:  # the result is about a pair of elements that do not belong together
        side, neighbours = None, values_beside(shown[place.variant], place, schema)
    return PlaceContext(
        node,
        side.why if side is not None and side.why else rule_of_node(node),
        tuple(neighbours[:MOST_NEIGHBOURS]),
        tuple(OtherValue(variant, side) for variant, side in others if variant != place.variant and side is not None),
        pairing=_SHIFTED if place.is_shift else pairing,
        element=element_in_words(neighbours, schema, place.path),
        beside=len(neighbours),
    )


def _of_element(
    shown: Mapping[str, RecordResult], schema: SchemaNode, place: CardPlace, node: SchemaNode | None, pairing: str
) -> PlaceContext:
    """Look at a whole element of an array, which has no partner in the variant of the place."""
    field, record = "" if node is None else node.path, shown[place.variant]
    neighbours, there = elements_beside(record, place, field), elsewhere(record, schema, place, field)
    others = () if place.gold_path is None else (one for one in shown if one != place.variant)
    return PlaceContext(
        node,
        there or ". ".join(filter(None, (_whose(place, record), nearly_same(record, schema, place, field)))),
        tuple(neighbours[:MOST_NEIGHBOURS]),
        tuple(OtherValue(variant, partner_of(shown[variant], place.path)) for variant in others),
        bool(there),
        pairing,
        len(neighbours),
    )


def _whose(place: CardPlace, record: RecordResult) -> str:
    """Say which side has an element alone and, where order counts, where it would stand in gold."""
    if place.gold_path is not None:
        return "the extraction lacks this element"
    array = paths.above(place.path)[-2]
    if place.before is None or place.before >= len(value_at(record.gold, array)):
        return "only the extraction has this element; gold would get it at the end"
    return f"only the extraction has this element; gold would get it in front of {array}[{place.before}]"


def _only(record: RecordResult, path: str, number: int) -> RecordResult:
    """Leave out of a record what is not shown: of other variants, all but the place itself."""
    results = record.field_results
    kept = [one for one in results if one.path == path or (number == 0 and _is_neighbour(one.path, path))]
    return replace(record, field_results=kept)


def rule_of_node(node: SchemaNode | None) -> str:
    """Describe how a field is compared, without a result of it."""
    if node is None or node.comparator is None:
        return ""
    return ", ".join(filter(None, (rule_in_words(node.comparator.name, node), transforms_in_words(node))))


def _is_neighbour(path: str, of: str) -> bool:
    """Check whether a value is in the same element of an array; outside of arrays, in the same object."""
    elements = [element for element in paths.elements_above(of) if element != of]
    if path == of:
        return False
    return paths.is_below(path, elements[-1]) if elements else paths.above(path)[-2] == paths.above(of)[-2]
