"""x-eval-defaults, written out: every setting that a node takes from a default stands at the node itself."""

import copy
from typing import Any

from .schema import Node, is_unit

OF_UNITS = ["x-eval-compare", "x-eval-transform", "x-eval-threshold", "x-eval-weight", "x-eval-skip"]


def written_out(node: Node, around: tuple[Node, ...] = ()) -> Node:
    """The same schema without x-eval-defaults; `around` has the nodes above, the nearest first."""
    own = {key: copy.deepcopy(value) for key, value in node.items() if key != "x-eval-defaults"}
    for key in ["x-eval-nulls", *(OF_UNITS if is_unit(node) else ["x-eval-align"])]:
        value = default_for(key, node, around)
        if key not in node and value is not None:
            own[key] = copy.deepcopy(value)
    # a default holds for its type alone: what is below a container with one does not inherit it
    own.setdefault("x-eval-nulls", {"absent": []})
    nearer = (node, *around)
    if isinstance(own.get("properties"), dict):
        own["properties"] = {name: written_out(below, nearer) for name, below in node["properties"].items()}
    for name in ("items", "additionalProperties"):
        if isinstance(node.get(name), dict) and node[name]:
            own[name] = written_out(node[name], nearer)
    return own


def default_for(key: str, node: Node, around: tuple[Node, ...]) -> Any:
    """The nearest default for the node's type, null policies of nodes above among them; None where there is none."""
    for place in (node, *around):
        for name in names_for(node["type"]):
            settings = place.get("x-eval-defaults", {}).get(name, {})
            if key in settings:
                return settings[key]
        if key == "x-eval-nulls" and place is not node and key in place:
            return place[key]
    return None


def names_for(type_: Any) -> list[str]:
    """The names of defaults for a type, the most specific first."""
    if type_ == "integer":
        return ["integer", "number", "any"]
    if isinstance(type_, list):
        return ["number", "any"] if sorted(type_) == ["integer", "number"] else ["any"]
    return [type_, "any"]
