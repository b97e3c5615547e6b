"""The eval schema as a model gets it: a JSON Schema without anything about scoring."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from evaljson.schema.node import SchemaNode


def plain_schema(node: SchemaNode, without: Collection[str] = ()) -> dict[str, Any]:
    """Return the JSON Schema of a record, without settings and without some of its keys."""
    plain: dict[str, Any] = _plain(node.raw)
    if isinstance(plain.get("properties"), dict):
        plain["properties"] = {key: value for key, value in plain["properties"].items() if key not in without}
    if isinstance(plain.get("required"), list):
        plain["required"] = [key for key in plain["required"] if key not in without]
    return plain


def _plain(raw: Any) -> Any:
    if isinstance(raw, Mapping):
        return {key: _plain(value) for key, value in raw.items() if not str(key).startswith("x-eval-")}
    return [_plain(one) for one in raw] if isinstance(raw, list) else raw


def bare_root(root: SchemaNode, keys: Collection[str]) -> SchemaNode:
    """Return the schema of one document type alone, without some keys, to score records by position."""
    properties = {key: child for key, child in root.properties.items() if key not in keys}
    return replace(root, properties=properties, by=None, schemas={}, id_field=None, confidence=None)
