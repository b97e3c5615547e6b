"""What pairing the elements of each array by content instead of by position would bring."""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from evaljson.evaluate import score_pairs
from evaljson.results.aggregate import per_field
from evaljson.results.field_result import FieldAggregation
from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.scoring.judging import Judging
from evaljson.scoring.progress import watching
from evaljson.whatif.touched import touched_paths

HUNGARIAN: Final = {"match_by": "hungarian"}
Tell = Callable[[float], object]


def ordered_arrays(tree: SchemaNode) -> list[SchemaNode]:
    """List arrays that are scored element by element, paired by position and not skipped."""
    return [array for level in _levels(tree) for array in level]


def pairing_gains(
    run: RunResult, tree: SchemaNode, judge: Judging | None = None, tell: Tell = lambda share: None
) -> dict[str, int]:
    """Count by array how many more of its values match if its elements are paired by content; all else stays as it is.

    `run` was scored under `tree`. All arrays are tried in one pass, except those inside others of them: a pass for each
    level, over the fields at that level only. Arrays inside one array that is aligned are tried together. `judge`
    decides fields under `semantic`; paid comparators are not called. `tell` takes how far it is, 0..1, and may raise.
    """
    levels, gains = _levels(tree), dict[str, int]()
    arrays = [array.path for level in levels for array in level]
    before, faults = _sums(run.per_field, arrays, _matches), _sums(run.per_field, arrays, _faults)
    gold, extracted = [record.gold for record in run.records], [record.extracted for record in run.records]
    for number, level in enumerate(levels):
        gains.update({array.path: 0 for array in level})
        paths = {array.path for array in level if faults[array.path]}

        def part(share: float, number: int = number) -> None:
            tell((number + share) / len(levels))

        part(0.0)
        if not paths:  # where nothing is wrong, nothing can get better
            continue
        by_content = aligned(tree, paths)
        with watching(part):
            scored = score_pairs(by_content, gold, extracted, touched_paths(tree, by_content), ask=False, judge=judge)
        after = _sums(per_field(scored.tallies), paths, _matches)
        gains.update({path: after[path] - before[path] for path in after})
    return gains


def _levels(tree: SchemaNode) -> list[list[SchemaNode]]:
    """Return those arrays by how many others of them are around each."""
    levels: list[list[SchemaNode]] = []
    stack = [(tree, 0)]
    while stack:
        node, level = stack.pop()
        if node.skip:
            continue
        if node.items is not None and not node.is_unit and node.align.strategy == "ordered":
            levels += [[]] if level == len(levels) else []
            levels[level].append(node)
            level += 1
        stack += [(child, level) for child in reversed(node.children)]
    return levels


def _matches(figures: FieldAggregation) -> int:
    return figures.matches


def _faults(figures: FieldAggregation) -> int:
    return figures.mismatches + figures.omissions + figures.hallucinations


def _sums(
    fields: Mapping[str, FieldAggregation], arrays: Collection[str], count: Callable[[FieldAggregation], int]
) -> dict[str, int]:
    """Add up a count of the fields in the elements of each array, those of arrays inside them included."""
    sums = dict.fromkeys(arrays, 0)
    for path, figures in fields.items():
        at = path.find("[]")
        while at >= 0:
            if path[:at] in sums:
                sums[path[:at]] += count(figures)
            at = path.find("[]", at + 1)
    return sums


def aligned(tree: SchemaNode, paths: Collection[str]) -> SchemaNode:
    """Return the schema with these arrays paired by content."""
    raw: dict[str, Any] = copy.deepcopy(dict(tree.raw))
    stack: list[tuple[SchemaNode, dict[str, Any]]] = [(tree, raw)]
    while stack:
        node, part = stack.pop()
        if node.path in paths:
            part["x-eval-align"] = dict(HUNGARIAN)
        stack += [(inner, part["properties"][key]) for key, inner in node.properties.items()]
        for inner_node, name in ((node.items, "items"), (node.additional, "additionalProperties")):
            if inner_node is not None:
                stack.append((inner_node, part[name]))
    return parse_eval_schema(raw)
