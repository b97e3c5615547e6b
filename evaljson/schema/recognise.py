"""Whether JSON is a schema and no record: asked of files that come beside gold and variants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

_TYPES: Final = frozenset({"null", "boolean", "integer", "number", "string", "array", "object"})
_SAYS: Final[Mapping[str, type]] = {
    "$ref": str, "anyOf": list, "oneOf": list, "allOf": list, "enum": list, "properties": dict, "items": dict,
}  # fmt: skip
"""Keys of a schema that need no type beside them, and what they hold."""
_OWN: Final = "x-eval-"


def is_schema(value: Any) -> bool:
    """Check whether a value is an eval schema or a JSON Schema of an object: it says so, or lists typed fields.

    A record may have a key `properties` too, but not with a schema at every key in it.
    """
    if not isinstance(value, Mapping):
        return False
    names_itself = "json-schema.org" in str(value.get("$schema", ""))
    has_fields = _are_schemas(value.get("properties"))
    return has_fields or (names_itself and ("$ref" in value or "type" in value))


def _are_schemas(fields: Any) -> bool:
    if not isinstance(fields, Mapping) or not any(isinstance(one, Mapping) and one for one in fields.values()):
        return False
    return all(isinstance(one, bool) or _is_one(one) for one in fields.values())


def _is_one(value: Any) -> bool:
    if not isinstance(value, Mapping):
        return False
    if not value:
        return True
    types = value.get("type")
    named = types if isinstance(types, list) else [types]
    if types is not None:
        return bool(named) and all(isinstance(one, str) and one in _TYPES for one in named)
    return any(isinstance(value.get(key), held) for key, held in _SAYS.items()) or any(
        str(key).startswith(_OWN) for key in value
    )
