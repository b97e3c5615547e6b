"""Checks gold against a schema."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from evaljson.compat.struct_extract_eval.core.schema.json_nodes import Json
from evaljson.compat.struct_extract_eval.core.schema.node import ComparatorSpec, SchemaNode
from evaljson.compat.struct_extract_eval.core.schema.parse import parse_for_gold
from evaljson.compat.struct_extract_eval.over_engine.tree import engine_tree
from evaljson.schema.gold.validate import validate_gold as validate


def validate_gold(
    gold: Sequence[dict[str, Any]],
    schema: Json | SchemaNode,
    id_field: str | None = None,
    warn_missing: bool = True,
    strict_types: bool = False,
) -> None:
    """Refuse gold fields that the schema lacks, ids that are none and, with `strict_types`, other types.

    Missing fields and other types are logged. What is below a skipped node is checked like the rest. Raises
    GoldValidationError.
    """
    validate(gold, engine_tree(_structure(parse_for_gold(schema))), id_field, warn_missing, strict_types)


def _structure(node: SchemaNode) -> SchemaNode:
    """Return the tree with its shape alone: nothing is skipped, and no comparator looks at gold."""
    comparator = ComparatorSpec("exact") if node.comparator.name or not node.children else ComparatorSpec()
    children = [_structure(child) for child in node.children]
    return replace(node, comparator=comparator, transforms=[], skip=False, children=children)
