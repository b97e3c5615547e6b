"""One record as rows: a leaf each, with gold and what one or two variants made of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from evaljson.base import paths
from evaljson.base.jsontypes import ABSENT, strict_equal, value_at
from evaljson.results.field_result import FieldResult, RecordResult
from evaljson.schema.node import SchemaNode
from evaljson.wording.rules import rule_in_words, transforms_in_words


@dataclass(frozen=True, slots=True)
class LeafSide:
    """What a variant has at a leaf, and how it was judged. Values are ABSENT where there is none."""

    value: Any
    status: str
    score: float
    why: str
    """The rule in words, and the reason of the result."""
    gold_compared: Any
    """ABSENT where the transforms changed nothing."""
    compared: Any
    kind: str
    """The kind of fault, see evaljson.report.fields.fault_kinds; the status if that is not known."""
    comparator: str = ""
    """The name of what compared it."""
    lost: float = 0.0
    """The weight that F1 loses by it: as far as a value is wrong, and half of a missing or an invented one's."""


RIGHT: Final = ("match", "skipped")
"""Statuses of what is no difference."""
_Key = tuple[int | None, str]
"""Number of the run whose own the row is (None: any), and instance path."""


@dataclass(frozen=True, slots=True)
class Row:
    """A leaf of a record."""

    path: str
    """Instance path."""
    field: str
    """Schema path."""
    gold: Any
    sides: tuple[LeafSide | None, ...]
    """One a variant; None where it has no result at this path."""
    own: int | None = None
    """Number of the variant that alone has it: in an element that only its extraction has."""

    @property
    def is_difference(self) -> bool:
        """Whether anything but a match or a skipped field is in it."""
        return any(side is not None and side.status not in RIGHT for side in self.sides)

    @property
    def lost(self) -> float:
        """The weight that all variants together lose by it."""
        return sum(side.lost for side in self.sides if side is not None)


def record_rows(
    records: Sequence[RecordResult],
    tree: SchemaNode,
    kinds: Sequence[Mapping[str, str]] = (),
    elsewhere: Sequence[Mapping[str, str]] = (),
) -> list[Row]:
    """Return rows of the same record as scored in one or more runs, in the order of the first run's results.

    `kinds` has, for each run, the kinds of this record's results by instance path (kinds_by_path), `elsewhere` where
    what is misplaced stands (misplaced_by_path). Elements that only an extraction has (negative index) are each
    variant's own: they are never put side by side. So are such entries of maps that are paired by more than their keys.
    """
    free_maps = any(node.pairs_entries for root in tree.roots for node in root.walk())
    place: dict[_Key, tuple[int, int, int]] = {}
    sides: dict[_Key, list[LeafSide | None]] = {}
    gold: dict[_Key, Any] = {}
    for number, record in enumerate(records):
        record_kinds = kinds[number] if kinds else {}
        moved = elsewhere[number] if elsewhere else {}
        after = -1  # what only a later run has stands behind the row that it follows there
        for step, result in enumerate(record.field_results):
            is_own = "[-" in result.path or (free_maps and _is_invented_entry(tree, result.path, record.gold))
            key = (number if is_own else None, result.path)
            if key not in sides:
                sides[key] = [None] * len(records)
                gold[key] = value_at(record.gold, result.path)
                place[key] = (step, 0, 0) if number == 0 else (after, number, step)
            after = place[key][0]
            sides[key][number] = _side(
                result, record, gold[key], tree, record_kinds.get(result.path, result.status), moved
            )
    return [
        Row(path, schema_path(tree, path), gold[only_in, path], tuple(sides[only_in, path]), only_in)
        for only_in, path in sorted(sides, key=place.__getitem__)
    ]


def _side(
    result: FieldResult, record: RecordResult, gold: Any, tree: SchemaNode, kind: str, moved: Mapping[str, str]
) -> LeafSide:
    value = ABSENT if result.extracted_path is None else value_at(record.extracted, result.extracted_path)
    is_compared = result.status in ("match", "mismatch")
    node = node_at(tree, result.path) if is_compared else None
    told = "the threshold" in (result.reason or "")  # which the score reaches, or is below
    rule = rule_in_words(result.comparator, node, threshold=not told) if is_compared else ""
    changed = not strict_equal(result.gold_compared, None if gold is ABSENT else gold) or not strict_equal(
        result.extracted_compared, None if value is ABSENT else value
    )
    if rule and "allowed" in (result.reason or ""):
        rule = rule.split(", may differ by")[0]  # the reason names the tolerance too
    rule = ", ".join(filter(None, (rule, transforms_in_words(node))))
    elsewhere = result.extracted_path not in (None, result.path)
    place = f"in extracted at {result.extracted_path}" if elsewhere else ""
    why = "; ".join(filter(None, (rule, result.reason, moved.get(result.path), place)))
    return LeafSide(
        value, result.status, result.score, why, result.gold_compared if changed else ABSENT,
        result.extracted_compared if changed else ABSENT, kind, result.comparator, _lost(result),
    )  # fmt: skip


def _lost(result: FieldResult) -> float:
    if result.status == "mismatch":
        return result.weight * (1 - result.score)
    return result.weight / 2 if result.status in ("omission", "hallucination") else 0.0


def schema_path(tree: SchemaNode, path: str) -> str:
    """Return the schema path of an instance path: `items[].price` of `items[3].price`, `map.*` of `map.key`."""
    return _walk(tree, path)[0]


def node_at(tree: SchemaNode, path: str) -> SchemaNode | None:
    """Return the node of an instance path; None below a unit and for keys that the schema lacks."""
    return _walk(tree, path)[1]


def _is_invented_entry(tree: SchemaNode, path: str, gold: Any) -> bool:
    """Check whether a path leads through an entry that gold lacks, of a map whose keys say little."""
    above = paths.above(path)
    inside = (
        entry for container, entry in pairwise(above) if (node := node_at(tree, container)) and node.pairs_entries
    )
    return any(schema_path(tree, entry).endswith("*") and value_at(gold, entry) is ABSENT for entry in inside)


def _walk(tree: SchemaNode, path: str) -> tuple[str, SchemaNode | None]:
    path_in_schema = ""
    at: SchemaNode | None = tree
    for step in paths.split(path):
        if isinstance(step, str):
            known = at.properties.get(step) if at is not None else None
            is_entry = known is None and at is not None and at.additional is not None
            path_in_schema = paths.entries(path_in_schema) if is_entry else paths.child(path_in_schema, step)
            at = at.additional if is_entry and at is not None else known
        else:
            path_in_schema = paths.elements(path_in_schema)
            at = at.items if at is not None else None
    return path_in_schema, at
