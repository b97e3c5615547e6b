"""The values of a record with their fields: those that the schema names, and others under their own paths."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from evaljson.base import paths
from evaljson.base.jsontypes import MAX_NESTING
from evaljson.schema.node import SchemaNode, in_type


@dataclass(frozen=True, slots=True)
class Leaf:
    """One value that is no container."""

    path: str
    """Its field: the schema path, of what is inside a value compared as one the path of that one."""
    at: str
    """Its own path in the record."""
    value: Any
    node: SchemaNode | None
    """None where the schema lacks it."""


def leaves(record: Any, tree: SchemaNode | None, without: frozenset[str]) -> Iterator[Leaf]:
    """Yield the values of a record in their order; keys of the root in `without` and skipped fields are left out."""
    root, kind = tree, None
    if tree is not None and tree.by is not None and isinstance(record, dict):
        kind = record.get(tree.by)
        kind = kind if isinstance(kind, str) and kind in tree.schemas else None
        root = tree if kind is None else tree.schemas[kind]
    for leaf in _below(record, root, "", "", without, 0):
        yield leaf if kind is None else Leaf(in_type(kind, leaf.path), leaf.at, leaf.value, leaf.node)


def _below(
    value: Any, node: SchemaNode | None, path: str, at: str, without: frozenset[str], depth: int
) -> Iterator[Leaf]:
    if node is not None and node.skip:
        return
    inside = node is not None and node.is_unit
    if isinstance(value, dict) and depth < MAX_NESTING:
        for key, item in value.items():
            if depth == 0 and key in without:
                continue
            child = None if node is None else node if inside else node.properties.get(key, node.additional)
            of = path if inside else paths.child(path, key) if child is None else child.path
            yield from _below(item, child, of, paths.child(at, key), without, depth + 1)
    elif isinstance(value, list) and depth < MAX_NESTING:
        child = None if node is None else node if inside else node.items
        of = path if inside else paths.elements(path) if child is None else child.path
        for place, item in enumerate(value):
            yield from _below(item, child, of, paths.element(at, place), without, depth + 1)
    else:
        yield Leaf(path, at, value, node)
