"""What pairing the elements of an array by content instead of by position would bring."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

from evaljson.evaluate import evaluate
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.parse import parse_eval_schema

HUNGARIAN = {"match_by": "hungarian"}


def ordered_arrays(tree: SchemaNode) -> list[SchemaNode]:
    """List arrays that are scored element by element, paired by position and not skipped."""
    arrays = []
    stack = [tree]
    while stack:
        node = stack.pop()
        if node.skip:
            continue
        if node.items is not None and node.align.strategy == "ordered":
            arrays.append(node)
        stack += reversed(node.children)
    return arrays


def pairing_gain(gold: Sequence[Any], extracted: Sequence[Any], tree: SchemaNode, array: SchemaNode) -> int:
    """Count how many more values of this array match if its elements are paired by content; all else stays as it is."""
    by_position, by_content = (evaluate(gold, extracted, _only(tree, array.path, align)) for align in (None, HUNGARIAN))
    return _matches(by_content, array.path) - _matches(by_position, array.path)


def _matches(run: Any, path: str) -> int:
    counts: int = sum(figures.matches for field, figures in run.per_field.items() if field.startswith(f"{path}[]"))
    return counts


def _only(tree: SchemaNode, path: str, align: Mapping[str, Any] | None) -> SchemaNode:
    """Return the schema with everything skipped except the way to this array, which is as good as removing it."""
    raw: dict[str, Any] = copy.deepcopy(dict(tree.raw))
    stack: list[tuple[SchemaNode, dict[str, Any]]] = [(tree, raw)]
    while stack:
        node, part = stack.pop()
        if node.path == path:
            if align is not None:
                part["x-eval-align"] = dict(align)
            continue
        for key, inner in node.properties.items():
            if _leads_to(inner.path, path):
                stack.append((inner, part["properties"][key]))
            elif key != tree.id_field or node is not tree:
                part["properties"][key]["x-eval-skip"] = True
        for inner_node, name in ((node.items, "items"), (node.additional, "additionalProperties")):
            if inner_node is not None and _leads_to(inner_node.path, path):
                stack.append((inner_node, part[name]))
    return parse_eval_schema(raw)


def _leads_to(here: str, path: str) -> bool:
    return path == here or path.startswith((f"{here}.", f"{here}["))
