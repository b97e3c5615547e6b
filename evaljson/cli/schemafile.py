"""An eval schema from a file: strict JSON, resolved, checked."""

from __future__ import annotations

from evaljson import SchemaError, SchemaNode, parse_eval_schema, resolve_schema_references
from evaljson.cli.jsonfile import read_json


def read_schema(file: str) -> SchemaNode:
    """Read, resolve and check a schema. Raises LoadError for what is no JSON, SchemaError for the rest."""
    found, name = read_json(file)
    try:
        return parse_eval_schema(resolve_schema_references(found))
    except SchemaError as error:
        raise SchemaError(error.problem, f"{name}: {error.path}" if error.path else name) from error
