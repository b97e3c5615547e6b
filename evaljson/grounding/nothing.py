"""Values that the eval schema reads as nothing, such as the text "null" of a CSV cell: no text could have them."""

from __future__ import annotations

from typing import Any

from evaljson.base.jsontypes import strict_key
from evaljson.schema.compared_value import compared_value
from evaljson.schema.node import SchemaNode


def says_nothing(value: Any, node: SchemaNode | None) -> bool:
    """Check whether the transforms of a field make null of a value, or its null policy takes it as absent."""
    if node is None or not node.is_unit or not (node.transforms or node.nulls):
        return False
    compared = compared_value(node, value)
    absent = () if node.nulls is None else node.nulls.absent
    return compared is None or strict_key(compared) in map(strict_key, absent)
