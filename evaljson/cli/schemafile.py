"""An eval schema from a file: strict JSON, resolved, checked."""

from __future__ import annotations

import json
from typing import Any

from evaljson import SchemaError, SchemaNode, parse_eval_schema, resolve_schema_references
from evaljson.cli.inputs import read_file
from evaljson.errors import LoadError

_MAX_BYTES = 64 * 2**20


def read_schema(file: str) -> SchemaNode:
    """Read, resolve and check a schema. Raises LoadError for what is no JSON, SchemaError for the rest."""
    data, name = read_file(file, _MAX_BYTES)
    try:
        found = json.loads(data, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise LoadError(f"{name}: no valid JSON at line {error.lineno}, column {error.colno}: {error.msg}.") from error
    except UnicodeDecodeError as error:
        raise LoadError(f"{name}: byte {error.start:,} is not UTF-8; save the file as UTF-8.") from error
    except RecursionError as error:
        raise LoadError(f"{name}: nested too deep for a schema; flatten it.") from error
    except ValueError as error:
        raise LoadError(f"{name}: {error}.") from error
    try:
        return parse_eval_schema(resolve_schema_references(found))
    except SchemaError as error:
        raise SchemaError(error.problem, f"{name}: {error.path}" if error.path else name) from error


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; of two equal keys Python would silently keep the last."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {twice!r} stands twice in one object; remove one of the two")
    return found


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON; write a number or null")
