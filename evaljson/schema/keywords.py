"""What one JSON Schema node says itself, before anything is combined with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evaljson.errors import SchemaError, did_you_mean
from evaljson.jsontypes import type_name
from evaljson.paths import child, elements, entries
from evaljson.schema.combine import Expression, Flat, Merged
from evaljson.schema.refs import Source

TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")
_CONDITIONAL = ("then", "else", "dependentSchemas", "dependencies")
_STRUCTURE = ("$ref", "allOf", "anyOf", "oneOf", "items", "prefixItems", "patternProperties", "additionalProperties")
_UNSUPPORTED = ("$dynamicRef", "$recursiveRef", "unevaluatedProperties", "unevaluatedItems")


def read_node(source: Source, path: str) -> Flat:
    """Types, children and settings of the node alone; `$ref`, allOf, anyOf and oneOf are the caller's.

    Raises SchemaError for what is no JSON Schema.
    """
    node = source.keywords
    declared = _mapping(node, "properties", path)
    properties: dict[str, Expression] = {key: source.inner(declared[key], child(path, key)) for key in declared}
    additional, unlike_entries = _additional(source, path)
    items, unlike_items = _items(source, path)
    unsupported = next((key for key in _UNSUPPORTED if node.get(key, False) not in (True, False, {})), None)
    conflict = (
        (f'"{unsupported}" is not supported' if unsupported else None)
        or _conditional(node, properties)
        or unlike_entries
        or unlike_items
    )
    return Flat(
        types=_types(node, path),
        value_types=_value_types(node, path),
        properties=properties,
        items=items,
        additional=additional,
        settings={key: value for key, value in node.items() if str(key).startswith("x-eval")},
        conflict=conflict,
    )


def own_types(node: Mapping[str, Any], path: str) -> tuple[str, ...] | None:
    """The types that the node states, or its values or keywords imply, without a look at anything else."""
    implied = (("object", "properties"), ("object", "additionalProperties"), ("array", "items"))
    found = dict.fromkeys(type_ for type_, key in implied if isinstance(node.get(key), Mapping))
    return _types(node, path) or _value_types(node, path) or tuple(found) or None


def branches(source: Source, key: str, path: str) -> list[Source]:
    """The schemas of allOf, anyOf or oneOf; `false`, which nothing fits, is no alternative."""
    given = source.keywords.get(key, [])
    if not isinstance(given, list):
        raise SchemaError(f'"{key}" takes a list of schemas, not {type_name(given)}', path)
    return [source.inner(inner, path) for inner in given if key == "allOf" or inner is not False]


def _types(node: Mapping[str, Any], path: str) -> tuple[str, ...] | None:
    if "type" not in node:
        return None
    given = node["type"] if isinstance(node["type"], list) else [node["type"]]
    for name in given:
        if not isinstance(name, str) or name not in TYPES:
            raise SchemaError(f"there is no JSON type {name!r}.{did_you_mean(str(name), TYPES)}", path)
    return _without_null(given)


def _value_types(node: Mapping[str, Any], path: str) -> tuple[str, ...] | None:
    values = [node["const"]] if "const" in node else node.get("enum", [])
    if not isinstance(values, list):
        raise SchemaError(f'"enum" takes a list of values, not {type_name(values)}', path)
    names = [type_name(value) for value in values]
    for name in names:
        if name not in TYPES:
            raise SchemaError(f'"enum" and "const" take JSON values, not {name}', path)
    return _without_null(names)


def _without_null(names: list[str]) -> tuple[str, ...] | None:
    """Null is always allowed, so it says something only where it is alone."""
    return tuple(dict.fromkeys(name for name in names if name != "null")) or (("null",) if names else None)


def _additional(source: Source, path: str) -> tuple[Expression | None, str | None]:
    """The entries of a map, from additionalProperties and patternProperties, and why they have no one schema."""
    patterns = _mapping(source.keywords, "patternProperties", path).values()
    rest = source.keywords.get("additionalProperties", True)
    return _one_schema(source, [*patterns], rest, "the patterns of patternProperties", entries(path))


def _items(source: Source, path: str) -> tuple[Expression | None, str | None]:
    """The elements of an array, from items and prefixItems (or the list that items used to be), likewise."""
    node = source.keywords
    prefix, rest = node.get("prefixItems", []), node.get("items", True)
    if isinstance(rest, list):
        prefix, rest = rest, node.get("additionalItems", True)
    if not isinstance(prefix, list):
        raise SchemaError(f'"prefixItems" takes a list of schemas, not {type_name(prefix)}', path)
    return _one_schema(source, prefix, rest, "the positions of prefixItems", elements(path))


def _one_schema(
    source: Source, given: list[Any], rest: Any, what: str, path: str
) -> tuple[Expression | None, str | None]:
    """The schema that those given and the rest share, or the reason why there is none. `rest` may say nothing."""
    for schema in (*given, rest):
        if not isinstance(schema, Mapping | bool):
            raise SchemaError(f"a schema is a JSON object, not {type_name(schema)}", path)
    schemas = [schema for schema in (*given, rest) if schema not in (True, False, {})]
    if not schemas:
        return None, None
    found = tuple(source.inner(schema, path) for schema in schemas)
    open_ended = True in given or {} in given
    if not open_ended and all(schema == schemas[0] for schema in schemas):
        return found[0], None
    if not open_ended and len(set(_plain_types(found))) == 1:
        return Merged(found, "any"), None
    return None, f"{what} have different schemas"


def _plain_types(found: Sequence[Source]) -> Iterator[str]:
    """The scalar type of each, or something of its own where it says more than that."""
    for index, source in enumerate(found):
        type_ = source.keywords.get("type")
        plain = isinstance(type_, str) and type_ not in ("object", "array") and not set(source.keywords) & {*_STRUCTURE}
        yield str(type_) if plain else f"{index}"


def _conditional(node: Mapping[str, Any], properties: Mapping[str, Any]) -> str | None:
    """Why if, then, else and their like cannot be left out: they bring fields of their own."""
    for key in _CONDITIONAL:
        given = node.get(key)
        if not isinstance(given, Mapping):
            continue
        for inner in given.values() if key.startswith("depend") else [given]:
            if isinstance(inner, Mapping) and _brings_fields(inner, properties):
                return f'"{key}" brings fields under a condition'
    return None


def _brings_fields(schema: Mapping[str, Any], properties: Mapping[str, Any]) -> bool:
    return any(key in schema for key in _STRUCTURE) or not set(schema.get("properties", ())) <= set(properties)


def _mapping(node: Mapping[str, Any], key: str, path: str) -> Mapping[str, Any]:
    given = node.get(key, {})
    if not isinstance(given, Mapping):
        raise SchemaError(f'"{key}" takes an object, not {type_name(given)}', path)
    for name in given:
        if not isinstance(name, str):
            raise SchemaError(f"the key {name!r} of {key!r} is no string", path)
    return given
