"""Reading one node of the raw annotated schema."""

from typing import Any

Node = dict[str, Any]


def is_unit(node: Node) -> bool:
    """Compared as one value: a leaf, several types, a container with a comparator of its own or without children."""
    return "x-eval-compare" in node or not (has_keys(node) or has_elements(node))


def has_keys(node: Node) -> bool:
    return node.get("type") == "object" and (bool(node.get("properties")) or free_keys(node) is not None)


def has_elements(node: Node) -> bool:
    return node.get("type") == "array" and isinstance(node.get("items"), dict) and bool(node["items"])


def free_keys(node: Node) -> Node | None:
    """The node of a map's entries; true and false there mean nothing, and neither does {}."""
    free = node.get("additionalProperties")
    return free if isinstance(free, dict) and free else None


def comparator(node: Node) -> tuple[str, dict[str, Any]]:
    """Name and parameters, by type where the schema names none."""
    entry = node.get("x-eval-compare")
    if isinstance(entry, str):
        return entry, {}
    if entry is not None:
        name, params = next(iter(entry.items()))
        return name, params
    kind = node.get("type")
    numeric = kind in ("integer", "number") or kind in (["integer", "number"], ["number", "integer"])
    return ("numeric" if numeric else "exact"), {}


def alignment(node: Node) -> tuple[str, Any]:
    """("ordered", None), ("key_field", key) or ("hungarian", min_score)."""
    align = node.get("x-eval-align", {})
    match_by = align.get("match_by", "ordered")
    if match_by == "key_field":
        return match_by, align["key"]
    if match_by == "hungarian":
        return match_by, align.get("min_score", 0.0)
    return "ordered", None
