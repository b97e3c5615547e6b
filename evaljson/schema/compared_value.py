"""One value as a field compares it; scoring does the same for whole columns."""

from __future__ import annotations

from typing import Any

from evaljson.base.jsontypes import ABSENT
from evaljson.schema.node import SchemaNode
from evaljson.transforms.registry import get_transform


def compared_value(node: SchemaNode, value: Any) -> Any:
    """Return the value after the transforms of the field; one that a transform refuses is compared raw."""
    compared = value
    for spec in node.transforms:
        try:
            compared = get_transform(spec.name)(compared, dict(spec.params)) if value is not ABSENT else value
        except Exception:  # a user's transform may raise anything
            return value
    return compared
