"""What pairing by content would bring: elements of arrays, which pair up by position, and entries of maps, by keys.

Of maps, only those whose keys seem to be made up: where keys are data, entries must pair up by them.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from evaljson.base.paths import above
from evaljson.evaluate import score_pairs
from evaljson.results.aggregate import per_field
from evaljson.results.field_result import FieldAggregation
from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.scoring.judging import Judging
from evaljson.scoring.progress import watching
from evaljson.suggest.kinds.map_keys import keys_of
from evaljson.whatif.touched import touched_paths

HUNGARIAN: Final = {"match_by": "hungarian"}
Tell = Callable[[float], object]


def paired_plainly(tree: SchemaNode) -> list[SchemaNode]:
    """List arrays that are scored element by element and paired by position, and maps paired by their keys alone; none
    that is skipped."""
    return [node for level in _levels(tree) for node in level]


def pairing_gains(
    run: RunResult, tree: SchemaNode, judge: Judging | None = None, tell: Tell = lambda share: None
) -> dict[str, int]:
    """Count by array or map how many more of its values match if it is paired by content; all else stays as it is.

    `run` was scored under `tree`. All are tried in one pass, except those inside others of them: a pass for each level,
    over the fields at that level only. Those inside one that is aligned are tried together. `judge` decides fields
    under `semantic`; paid comparators are not called. `tell` takes how far it is, 0..1, and may raise.
    """
    faults = _sums(run.per_field, [node.path for node in paired_plainly(tree)], _faults)
    levels = [[node for node in level if _may_gain(node, faults, run)] for level in _levels(tree)]
    gains = dict[str, int]()
    before = _sums(run.per_field, [node.path for level in levels for node in level], _matches)
    gold, extracted = [record.gold for record in run.records], [record.extracted for record in run.records]
    for number, level in enumerate(levels):
        gains.update({node.path: 0 for node in level})
        paths = {node.path for node in level if faults[node.path]}

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
    """Return those arrays and maps by how many others of them are around each."""
    levels: list[list[SchemaNode]] = []
    stack = [(tree, 0)]
    while stack:
        node, level = stack.pop()
        if node.skip:
            continue
        if is_paired_plainly(node):
            levels += [[]] if level == len(levels) else []
            levels[level].append(node)
            level += 1
        stack += [(child, level) for child in reversed(node.children)]
    return levels


def is_paired_plainly(node: SchemaNode) -> bool:
    """Check whether it is an array whose elements pair up by position, or a map whose entries do by their keys."""
    if node.is_unit:
        return False
    return node.align.strategy == "ordered" if node.items is not None else _is_map_by_key(node)


def _is_map_by_key(node: SchemaNode) -> bool:
    return node.additional is not None and not node.additional.skip and not node.pairs_entries


def _may_gain(node: SchemaNode, faults: Mapping[str, int], run: RunResult) -> bool:
    """Check whether pairing by content is worth a look: for maps, where the keys of both sides are hardly the same."""
    if node.additional is None:
        return True
    return bool(faults[node.path]) and keys_of(node, {"": run}).risk_by_content(node.additional) == "medium"


def _matches(figures: FieldAggregation) -> int:
    return figures.matches


def _faults(figures: FieldAggregation) -> int:
    return figures.mismatches + figures.omissions + figures.hallucinations


def _sums(
    fields: Mapping[str, FieldAggregation], arrays: Collection[str], count: Callable[[FieldAggregation], int]
) -> dict[str, int]:
    """Add up a count of the fields below each array or map, those of others inside them included."""
    sums = dict.fromkeys(arrays, 0)
    for path, figures in fields.items():
        for around in above(path)[:-1]:
            if around in sums:
                sums[around] += count(figures)
    return sums


def aligned(tree: SchemaNode, paths: Collection[str]) -> SchemaNode:
    """Return the schema with these arrays and maps paired by content."""
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
