"""Which fields of a run are none of its eval schema: keys that extracted records have and the schema lacks."""

from __future__ import annotations

from collections.abc import Sequence

from evaljson.schema.node import SchemaNode


def undeclared_fields(fields: Sequence[str], tree: SchemaNode) -> tuple[str, ...]:
    """Those of the schema paths that no document type declares, in the order given."""
    declared = {node.path for root in tree.roots for node in root.walk()}
    return tuple(path for path in fields if path not in declared)
