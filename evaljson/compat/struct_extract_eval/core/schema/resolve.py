"""JSON Schema -> a resolved schema, by evaljson's resolver."""

from __future__ import annotations

from evaljson.compat.struct_extract_eval.core.schema.json_nodes import Json, iter_schema, non_null_types
from evaljson.schema.resolve.resolve import resolve_schema_references as resolve


def resolve_schema_references(schema: Json) -> Json:
    """Return the schema with every reference and combination resolved; what says nothing of structure stays.

    A node of several types has the list of them, and no children. Raises SchemaError for what cannot be resolved.
    """
    resolved: Json = resolve(schema)
    for node, _ in iter_schema(resolved):
        if len(non_null_types(node)) > 1:
            for key in ("properties", "items", "additionalProperties"):
                node.pop(key, None)
    return resolved
