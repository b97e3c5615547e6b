"""Cutting schemas and records down to what treats gold and extracted alike."""

from typing import Any

Node = dict[str, Any]
SCALARS = ("string", "number", "integer", "boolean")


def symmetric_schema(node: Node) -> Node:
    """Only symmetric comparators, and a Hungarian alignment only where ties cannot change what is matched.

    Two assignments of equal total may match different fields of objects; of scalars they match equally many.
    """
    cut = dict(node)
    comparator = node.get("x-eval-compare")
    if isinstance(comparator, dict) and "numeric" in comparator:
        tolerance = {kind: size for kind, size in comparator["numeric"]["tolerance"].items() if kind == "abs"}
        cut["x-eval-compare"] = {"numeric": {"tolerance": tolerance}}
    elif comparator not in (None, "exact", "numeric"):
        cut["x-eval-compare"] = "exact"
    if "properties" in node:
        cut["properties"] = {key: symmetric_schema(child) for key, child in node["properties"].items()}
    if isinstance(node.get("additionalProperties"), dict):
        cut["additionalProperties"] = symmetric_schema(node["additionalProperties"])
    if "items" in node:
        cut["items"] = symmetric_schema(node["items"])
        align = node.get("x-eval-align", {})
        if isinstance(align, list) or ("match_by" in align and cut["items"]["type"] not in SCALARS):
            del cut["x-eval-align"]
    return cut


def known_only(node: Node, value: Any) -> Any:
    """`value` without the keys that the schema lacks."""
    if isinstance(value, dict) and node["type"] == "object":
        free = node.get("additionalProperties")
        declared = node.get("properties", {})
        if not declared and not isinstance(free, dict):
            return value
        children = {key: declared.get(key, free) for key in value}
        return {key: known_only(child, value[key]) for key, child in children.items() if isinstance(child, dict)}
    if isinstance(value, list) and node["type"] == "array" and "items" in node:
        return [known_only(node["items"], element) for element in value]
    return value


def with_weights(node: Node, weight: int | None) -> Node:
    """Every node of the schema with this weight, or without any."""
    cut = {key: value for key, value in node.items() if key != "x-eval-weight"}
    if weight is not None:
        cut["x-eval-weight"] = weight
    if "properties" in node:
        cut["properties"] = {key: with_weights(child, weight) for key, child in node["properties"].items()}
    for below in ("items", "additionalProperties"):
        if isinstance(node.get(below), dict):
            cut[below] = with_weights(node[below], weight)
    return cut
