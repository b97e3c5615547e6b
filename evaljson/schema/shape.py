"""What every node of a resolved schema is: a JSON object, not nested too deeply, with nothing left to resolve."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from evaljson.base.errors import SchemaError
from evaljson.base.jsontypes import type_name
from evaljson.schema.limits import MAX_DEPTH, TOO_DEEP


def check_shape(node: Any, path: str, depth: int, unresolved: Iterable[str], kind: type[Any] = Mapping) -> None:
    """Raise SchemaError for what is no such node; `unresolved` are keywords that resolving takes out.

    `kind` is dict where the node is written into.
    """
    if not isinstance(node, kind):
        raise SchemaError(f"a schema is a JSON object, not {type_name(node)}", path)
    if depth > MAX_DEPTH:
        raise SchemaError(TOO_DEEP, path)
    for key in unresolved:
        if key in node:
            raise SchemaError(f"{key!r} is not resolved: pass the schema through resolve_schema_references first", path)
