"""Groups of sibling fields that one compound judges together: an edit of one touches all."""

from __future__ import annotations

from collections.abc import Hashable

from evaljson.base.jsontypes import strict_key
from evaljson.comparators.nested.compound import CompoundComparator
from evaljson.comparators.nested.declared_compound import Declared
from evaljson.comparators.registry import find_comparator
from evaljson.schema.node import SchemaNode


def compound_groups(node: SchemaNode) -> set[frozenset[str]]:
    """Return the paths of each group among the children of a node."""
    groups: dict[Hashable, set[str]] = {}
    for child in node.properties.values():
        spec = child.comparator
        if spec is not None and isinstance(find_comparator(spec.name).fn, Declared | CompoundComparator):
            groups.setdefault((spec.name, strict_key(dict(spec.params))), set()).add(child.path)
    return {frozenset(group) for group in groups.values()}
