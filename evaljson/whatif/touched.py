"""Finds the fields whose results an edit of the schema can change."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Final

from evaljson.base import paths
from evaljson.base.jsontypes import strict_key
from evaljson.base.paths import is_below
from evaljson.schema.node import NullPolicy, SchemaNode
from evaljson.whatif.groups import compound_groups


def touched_paths(old: SchemaNode, new: SchemaNode) -> frozenset[str]:
    """Return the schema paths at or below which results may differ; "" is everything.

    A changed weight outside a Hungarian array touches nothing: results only count differently. Inside one, and with any
    other setting, the outermost such array is touched as a whole, since its elements may be paired differently. A map
    whose entries are paired so is such an array.
    """
    if old.by != new.by or old.schemas.keys() != new.schemas.keys() or old.id_field != new.id_field:
        return frozenset({""})
    if old.confidence != new.confidence:
        return frozenset({""})
    differing = set(_differing(old, new, False))
    for value, root in old.schemas.items():
        differing.update(_differing(root, new.schemas[value], False))
    return outermost(differing)


_PLAIN: Final = frozenset({"ordered", "map_key"})
"""Strategies that do not look into the elements."""


class Zones:
    """What an edit of one field of a schema may touch."""

    def __init__(self, tree: SchemaNode) -> None:
        """Look for the arrays whose elements are not paired by position, and the maps with such entries."""
        nodes = (node for root in tree.roots for node in root.walk())
        self._paired = frozenset(node.path for node in nodes if not _strategies(node) <= _PLAIN)

    def of(self, path: str) -> str:
        """Return the outermost array or map around the path that looks into its elements to pair them, else the path
        itself. Fields that a compound judges together are not zones: each touches the others."""
        return next((around for around in paths.above(path) if around in self._paired), path)


def outermost(below: Iterable[str]) -> frozenset[str]:
    """Remove the paths that are below others."""
    outer: set[str] = set()
    for path in sorted(set(below), key=len):
        if outer.isdisjoint(paths.above(path)):
            outer.add(path)
    return frozenset(outer)


def _differing(old: SchemaNode, new: SchemaNode, hungarian: bool) -> Iterable[str]:
    """Yield the paths of nodes that differ; with `hungarian`, inside elements paired by content, weights count too."""
    if old is new:
        return
    if _own(old) != _own(new) or (hungarian and old.weight != new.weight):
        yield new.path
        return
    if old.is_unit:
        return
    if old.properties.keys() != new.properties.keys() and new.additional is not None:
        yield new.path  # a declared key is not a free key, and vice versa
        return
    strategies = _strategies(new)
    inside = hungarian or "hungarian" in strategies
    below: set[str] = set()
    for key in dict.fromkeys((*old.properties, *new.properties)):
        old_node, new_node = old.properties.get(key), new.properties.get(key)
        if old_node is None or new_node is None:
            below.add(paths.child(new.path, key))
        else:
            below.update(_differing(old_node, new_node, inside))
    elements: set[str] = set()
    for old_node, new_node in ((old.items, new.items), (old.additional, new.additional)):
        if old_node is not None and new_node is not None:
            elements.update(_differing(old_node, new_node, inside))
    if elements and not strategies <= _PLAIN:
        yield new.path  # elements may be paired differently
        return
    below |= elements
    for group in compound_groups(old) | compound_groups(new):
        if any(is_below(path, member) for path in below for member in group):
            below |= group
    yield from below


def _strategies(node: SchemaNode) -> set[str]:
    paired = node.items is not None or node.pairs_entries
    return {link.strategy for link in node.align.chain()} if paired else set()


def _own(node: SchemaNode) -> tuple[Any, ...]:
    """Return the settings of one node, except its weight."""
    return (
        node.type,
        node.comparator,
        node.transforms,
        node.skip,
        node.align,
        node.threshold,
        _meaning(node.nulls),
        node.is_unit,
        node.items is None,
        node.additional is None,
    )


def _meaning(policy: NullPolicy | None) -> tuple[frozenset[Hashable], str] | None:
    """Return what a null policy does, however it is written: one that lists nothing is none."""
    if policy is None or not policy.absent:
        return None
    return frozenset(map(strict_key, policy.absent)), policy.both_absent
