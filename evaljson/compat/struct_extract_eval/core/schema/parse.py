"""An annotated schema as JSON -> a tree of SchemaNode. What cannot be scored is refused, what looks odd is logged."""

from __future__ import annotations

import logging
from typing import Any

from evaljson.base import paths
from evaljson.base.errors import SchemaError
from evaljson.compat.struct_extract_eval.core.schema.annotate import check_node
from evaljson.compat.struct_extract_eval.core.schema.entries import read_align, read_comparator, read_transforms
from evaljson.compat.struct_extract_eval.core.schema.json_nodes import Json, get_children, non_null_types
from evaljson.compat.struct_extract_eval.core.schema.node import ComparatorSpec, SchemaNode

logger = logging.getLogger(__name__)
_KEYS = ("x-eval-compare", "x-eval-transform", "x-eval-skip", "x-eval-align")


def parse_eval_schema(raw_schema: Json | SchemaNode) -> SchemaNode:
    """Parse an annotated schema; a tree comes back as it is. Raises SchemaError at the first fault."""
    return raw_schema if isinstance(raw_schema, SchemaNode) else _node(raw_schema, "", 0, needs_comparator=True)


def parse_for_gold(raw_schema: Json | SchemaNode) -> SchemaNode:
    """Parse a schema that need not be annotated, for checking gold. Raises SchemaError."""
    return raw_schema if isinstance(raw_schema, SchemaNode) else _node(raw_schema, "", 0, needs_comparator=False)


def _node(raw: Any, path: str, depth: int, needs_comparator: bool) -> SchemaNode:
    check_node(raw, path, depth)
    for key in raw:
        if isinstance(key, str) and key.startswith("x-eval") and key not in _KEYS:
            logger.warning("%s: there is no setting %r: it is ignored", path or "the root", key)
    types = _types(raw, path)
    below = get_children(raw, path)
    skip = _skip(raw, path)
    comparator = read_comparator(raw["x-eval-compare"], path) if "x-eval-compare" in raw else ComparatorSpec()
    if not below and not comparator.name and not skip and needs_comparator:
        raise SchemaError("this field has no x-eval-compare: annotate_xeval writes the defaults", path)
    needs_below = needs_comparator and not comparator.name and not skip
    node = SchemaNode(
        path,
        types[0] if len(types) == 1 else "multi",
        comparator,
        [_node(child, place, depth + 1, needs_below) for _, child, place in below],
        skip,
        read_transforms(raw.get("x-eval-transform", []), path),
        read_align(raw, types, path),
        types if len(types) > 1 else None,
    )
    _warn(node)
    return node


def _types(raw: Json, path: str) -> list[str]:
    if "type" in raw:
        types = non_null_types(raw) or ["null"]
        if all(isinstance(name, str) and name for name in types):
            return types
        raise SchemaError(f'"type" is a name or a list of names, not {raw["type"]!r}', path)
    guess = "object" if isinstance(raw.get("properties"), dict) else "array" if "items" in raw else None
    if guess is None:
        raise SchemaError("the node has no type: add one, such as string", path)
    return [guess]


def _skip(raw: Json, path: str) -> bool:
    skip = raw.get("x-eval-skip", False)
    if not isinstance(skip, bool):
        raise SchemaError(f"x-eval-skip takes true or false, not {skip!r}", path)
    return skip


def _warn(node: SchemaNode) -> None:
    """Log settings that are likely to be a mistake."""
    name, types = node.comparator.name, set(node.allowed_types or [node.json_type])
    if name == "numeric" and types <= {"string", "boolean"}:
        logger.warning("%s: numeric compares numbers, the field is %s", node.path, node.json_type)
    if name == "exact" and types <= {"integer", "number"}:
        logger.warning("%s: exact tells 1 from 1.0; numeric compares numbers by value", node.path)
    if node.align is None or node.align.get("match_by") != "key_field":
        return
    keys = {child.path for element in node.children for child in element.children}
    if not keys:
        logger.warning("%s: its elements declare no fields, so no %r to match by", node.path, node.align["key"])
    elif paths.child(paths.elements(node.path), node.align["key"]) not in keys:
        logger.warning("%s: its elements do not declare the key %r", node.path, node.align["key"])
