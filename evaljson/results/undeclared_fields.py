"""Which fields of a run its eval schema lacks: keys that only extracted records have."""

from __future__ import annotations

from collections.abc import Sequence

from evaljson.schema.node import SchemaNode


def undeclared_fields(fields: Sequence[str], tree: SchemaNode) -> tuple[str, ...]:
    """Return the schema paths that no document type declares, in the order given."""
    declared = {node.path for root in tree.roots for node in root.walk()}
    return tuple(path for path in fields if path not in declared)
