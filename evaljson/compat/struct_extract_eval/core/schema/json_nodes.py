"""Looks at schemas as JSON, before they are parsed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evaljson.base import paths

Json = dict[str, Any]


def load_schema(path: str | Path) -> Json:
    """Read a schema from a JSON file. Raises ValueError for what is not a JSON object, OSError."""
    schema = json.loads(Path(path).read_text(encoding="utf-8"))
    if not isinstance(schema, dict):
        raise ValueError(f"{path}: a schema is a JSON object, not {type(schema).__name__}")
    return schema


def non_null_types(schema: Any) -> list[str]:
    """Return the types of a node, or of the value of its "type", without null and each once, in order."""
    listed = schema.get("type", []) if isinstance(schema, dict) else schema
    names = listed if isinstance(listed, list) else [listed] if listed is not None else []
    return [name for name in dict.fromkeys(names) if name != "null"]


def resolve_type(schema: Any) -> str | None:
    """Return the type of a node: "multi" for several, null aside, and None where it names none."""
    if isinstance(schema, dict) and "type" not in schema:
        return None
    names = non_null_types(schema)
    return "multi" if len(names) > 1 else names[0] if names else "null" if schema else None


def get_children(schema: Json, path: str = "") -> list[tuple[str, Json, str]]:
    """Return (name, node, path) of each property of an object, or of the elements of an array."""
    names = non_null_types(schema)
    if len(names) > 1:
        return []
    properties, items = schema.get("properties"), schema.get("items")
    if isinstance(properties, dict) and names in ([], ["object"]):
        return [(key, node, paths.child(path, key)) for key, node in properties.items() if isinstance(node, dict)]
    if isinstance(items, dict) and items and names in ([], ["array"]):
        return [("[]", items, paths.elements(path))]
    return []


def is_leaf(schema: Json) -> bool:
    """Check whether a node has no children, so that it is compared as one value."""
    return not get_children(schema)


def iter_schema(schema: Json, path: str = "") -> Iterator[tuple[Json, str]]:
    """Iterate over (node, path) of a schema, parents first."""
    yield schema, path
    for _, node, below in get_children(schema, path):
        yield from iter_schema(node, below)


def get_leaf_paths(schema: Json) -> list[str]:
    """Return the paths of all leaves, in schema order."""
    return [path for node, path in iter_schema(schema) if is_leaf(node)]


def get_node_at_path(schema: Json, path: str) -> Json | None:
    """Return the node at a schema path; None where there is none."""
    return next((node for node, place in iter_schema(schema) if place == path), None)
