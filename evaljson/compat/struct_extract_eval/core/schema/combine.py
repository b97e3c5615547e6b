"""Single steps of resolving, for programs that combine schemas themselves. Each returns a new schema."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from evaljson.compat.struct_extract_eval.core.schema.json_nodes import Json, non_null_types


def merge_all_of(schema: Json) -> Json:
    """Merge the parts of every `allOf` into their node, whose own keywords win; properties and required are united."""
    merged: Json = _everywhere(schema, _merged)
    return merged


def remove_null_anyof(schema: Json) -> Json:
    """Drop null from every `anyOf`; a single alternative that is left becomes the node, whose own keywords win."""
    rest: Json = _everywhere(schema, _without_null)
    return rest


def collapse_multi_type_anyof(schema: Json) -> Json:
    """Replace every `anyOf` of several types by the list of those types; what else the alternatives say is dropped."""
    collapsed: Json = _everywhere(schema, _collapsed)
    return collapsed


def _everywhere(value: Any, change: Callable[[Json], Json]) -> Any:
    """Change all nodes, inner ones first."""
    if isinstance(value, list):
        return [_everywhere(item, change) for item in value]
    if not isinstance(value, dict):
        return copy.deepcopy(value)
    return change({key: _everywhere(item, change) for key, item in value.items()})


def _merged(node: Json) -> Json:
    parts = node.get("allOf")
    if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
        return node
    merged: Json = {}
    for part in [*parts, {key: value for key, value in node.items() if key != "allOf"}]:
        for key, value in part.items():
            if key == "properties" and isinstance(value, dict):
                merged[key] = {**merged.get(key, {}), **value}
            elif key == "required" and isinstance(value, list):
                merged[key] = list(dict.fromkeys([*merged.get(key, []), *value]))
            else:
                merged[key] = value
    return merged


def _without_null(node: Json) -> Json:
    parts = node.get("anyOf")
    if not isinstance(parts, list):
        return node
    rest = [part for part in parts if not (isinstance(part, dict) and part.get("type") in ("null", ["null"]))]
    own = {key: value for key, value in node.items() if key != "anyOf"}
    if len(rest) == 1 and isinstance(rest[0], dict):
        return {**rest[0], **own}
    return {**own, "anyOf": rest} if rest else {**own, "type": "null"}


def _collapsed(node: Json) -> Json:
    parts = node.get("anyOf")
    if not isinstance(parts, list) or not all(isinstance(part, dict) and "type" in part for part in parts):
        return node
    types = list(dict.fromkeys(name for part in parts for name in non_null_types(part)))
    own = {key: value for key, value in node.items() if key != "anyOf"}
    return {**own, "type": types} if len(types) > 1 else node
