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


def strategies(node: Node) -> list[Node]:
    """The alignments of an array, in the order in which they are tried; `match_by` says which one each is."""
    entry = node.get("x-eval-align", {})
    return [{"match_by": "ordered", **one} for one in (entry if isinstance(entry, list) else [entry])]


def pairs_entries(node: Node) -> bool:
    """Whether the entries of a map pair up by more than their keys."""
    return any(one["match_by"] != "map_key" for one in strategies(node) if "x-eval-align" in node)


def only(item: Node, fields: list[str]) -> Node:
    """The elements as an alignment on some fields sees them: no other key of theirs exists."""
    declared, free = item.get("properties", {}), free_keys(item)
    known = {key: declared.get(key, free) for key in declared | dict.fromkeys(fields) if key in fields}
    cut = {key: value for key, value in item.items() if key != "additionalProperties"}
    return {**cut, "properties": {key: child for key, child in known.items() if child}, ONLY_LISTED: True}


ONLY_LISTED = "keys that it lacks do not count"
