"""Which parts of the records an edit of the schema can change the results of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from evaljson.base import paths
from evaljson.base.paths import is_below
from evaljson.schema.node import SchemaNode
from evaljson.whatif.groups import compound_groups


def touched_paths(old: SchemaNode, new: SchemaNode) -> frozenset[str]:
    """Schema paths below which (or at which) results may differ; "" is everything.

    A changed weight outside of a Hungarian array touches nothing: it only changes what results count. Inside of one, or
    with any other setting, the outermost such array is touched as a whole, since its elements may pair up differently.
    """
    if old.by != new.by or old.schemas.keys() != new.schemas.keys() or old.id_field != new.id_field:
        return frozenset({""})
    if old.confidence != new.confidence:
        return frozenset({""})
    found = set(_differing(old, new, False))
    for value, root in old.schemas.items():
        found.update(_differing(root, new.schemas[value], False))
    return outermost(found)


def zone_of(tree: SchemaNode, path: str) -> str:
    """What an edit of the settings of one field may touch: the outermost array around it that is not paired by
    position, else the field. Fields that a compound judges together are no zones: each touches the others."""
    around = [
        node.path
        for root in tree.roots
        for node in root.walk()
        if node.items is not None and is_below(path, node.path) and not _strategies(node) <= {"ordered"}
    ]
    return min((*around, path), key=len)


def outermost(found: Iterable[str]) -> frozenset[str]:
    """Without those that lie below others."""
    kept: list[str] = []
    for path in sorted(set(found), key=len):
        if not any(is_below(path, above) for above in kept):
            kept.append(path)
    return frozenset(kept)


def _differing(old: SchemaNode, new: SchemaNode, hungarian: bool) -> Iterable[str]:
    """`hungarian`: whether the node lies inside of elements that pair up by content, so that weights matter."""
    if _own(old) != _own(new) or (hungarian and old.weight != new.weight):
        yield new.path
        return
    if old.is_unit:
        return
    if old.properties.keys() != new.properties.keys() and new.additional is not None:
        yield new.path  # a declared key is no free one, and the other way round
        return
    strategies = _strategies(new)
    inside = hungarian or "hungarian" in strategies
    below: set[str] = set()
    for key in dict.fromkeys((*old.properties, *new.properties)):
        one, other = old.properties.get(key), new.properties.get(key)
        if one is None or other is None:
            below.add(paths.child(new.path, key))
        else:
            below.update(_differing(one, other, inside))
    for one, other in ((old.items, new.items), (old.additional, new.additional)):
        if one is not None and other is not None:
            below.update(_differing(one, other, inside))
    if below and not strategies <= {"ordered"}:
        yield new.path  # elements may pair up differently
        return
    for group in compound_groups(old) | compound_groups(new):
        if any(is_below(path, member) for path in below for member in group):
            below |= group
    yield from below


def _strategies(node: SchemaNode) -> set[str]:
    return {link.strategy for link in node.align.chain()} if node.items is not None else set()


def _own(node: SchemaNode) -> tuple[Any, ...]:
    """What a node says of itself, but for its weight."""
    return (
        node.type,
        node.comparator,
        node.transforms,
        node.skip,
        node.align,
        node.threshold,
        node.nulls,
        node.is_unit,
        node.items is None,
        node.additional is None,
    )
