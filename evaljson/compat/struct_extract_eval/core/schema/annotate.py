"""Writes down the comparator of every field that names none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from evaljson.base.errors import SchemaError
from evaljson.compat.struct_extract_eval.core.schema.json_nodes import Json, get_children, non_null_types
from evaljson.compat.struct_extract_eval.core.schema.type_defaults import type_default
from evaljson.schema.shape import check_shape

UNRESOLVED = ("$ref", "allOf", "anyOf", "oneOf")


def annotate_xeval(schema: Json) -> Json:
    """Write `x-eval-compare` by the type defaults into the schema, at every leaf without it, and return the schema.

    A leaf with `x-eval-skip` gets none, nor what is below a node with a comparator of its own. Raises SchemaError.
    """
    for node in list(_fields(schema, "", 0)):
        node["x-eval-compare"] = type_default(non_null_types(node) or ["null"])
    return schema


def _fields(node: Any, path: str, depth: int) -> Iterator[Json]:
    check_node(node, path, depth)
    if "x-eval-compare" in node:
        return
    children = get_children(node, path)
    if not children and "x-eval-skip" not in node:
        if "type" not in node:
            raise SchemaError("the node has no type: add one, such as string", path)
        yield node
    for _, child, below in children:
        yield from _fields(child, below, depth + 1)


def check_node(node: Any, path: str, depth: int) -> None:
    """Raise SchemaError for what is no resolved node, or too deep."""
    check_shape(node, path, depth, UNRESOLVED, dict)
