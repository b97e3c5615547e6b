"""What one JSON Schema node says itself, before anything is combined with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evaljson.base.errors import SchemaError, did_you_mean
from evaljson.base.jsontypes import find_non_json, type_name
from evaljson.base.paths import child, elements, entries
from evaljson.schema.resolve.flat import Combination, Expression, Flat
from evaljson.schema.resolve.listed_values import TYPES, read_values, without_null
from evaljson.schema.resolve.refs import LocatedSchema
from evaljson.schema.resolve.remarks import Note

_STRUCTURE = ("$ref", "allOf", "anyOf", "oneOf", "items", "prefixItems", "patternProperties", "additionalProperties")
_NOT_KEPT = {
    *_STRUCTURE, "type", "enum", "const", "properties", "additionalItems", "not", "if", "then", "else", "contains",
    "dependentSchemas", "dependencies", "propertyNames", "unevaluatedProperties", "unevaluatedItems", "definitions",
    "discriminator", "nullable",
}  # fmt: skip
"""Keywords about structure: they are resolved, or only validate."""
_UNSUPPORTED = ("$dynamicRef", "$recursiveRef", "unevaluatedProperties", "unevaluatedItems")


def read_node(source: LocatedSchema, path: str) -> Flat:
    """Types, values, children and settings of the node alone; what it is combined with is the caller's.

    Raises SchemaError for what is not a JSON Schema.
    """
    node = source.keywords
    declared = _mapping(node, "properties", path)
    never = [key for key in declared if is_never(declared[key])]
    fields = {key: source.child(declared[key], child(path, key)) for key in declared if key not in never}
    additional, from_patterns = _additional(source, path)
    items, from_positions = _items(source, path)
    unsupported = next((key for key in _UNSUPPORTED if node.get(key, False) not in (True, False, {})), None)
    values = read_values(node, path)
    settings = {key: value for key, value in node.items() if str(key).startswith("x-eval")}
    kept = {key: value for key, value in node.items() if _is_kept(key) and find_non_json(value, "") is None}
    source.work.spend_copies([*settings.values(), *kept.values(), *(values.listed if values else ())], path)
    forbidden = (Note("never", "no value fits its schema, so it is left out: it is no field", key) for key in never)
    return Flat(
        types=_types(node, path),
        values=values,
        properties={**fields},
        items=items,
        additional=additional,
        settings=settings,
        kept=kept,
        conflict=f'"{unsupported}" is not supported' if unsupported else None,
        notes=(*forbidden, *from_patterns, *from_positions),
    )


def _is_kept(key: Any) -> bool:
    return isinstance(key, str) and key not in _NOT_KEPT and not key.startswith(("$", "x-eval"))


def is_never(schema: Any) -> bool:
    """Check whether the schema fits no value: `false`, or Zod's spelling of it."""
    return schema is False or (isinstance(schema, Mapping) and schema.get("not", False) in (True, {}))


def branches(source: LocatedSchema, key: str, path: str) -> list[LocatedSchema]:
    """Return the schemas of allOf, anyOf or oneOf, without `false`, which no value fits."""
    schemas = source.keywords.get(key, [])
    if not isinstance(schemas, list):
        raise SchemaError(f'"{key}" takes a list of schemas, not {type_name(schemas)}', path)
    return [source.beside(inner, path) for inner in schemas if key == "allOf" or not is_never(inner)]


def conditions(source: LocatedSchema, path: str) -> list[LocatedSchema]:
    """Return the schemas that hold under a condition: then and else, dependentSchemas, dependencies."""
    node = source.keywords
    schemas = [node[key] for key in ("then", "else") if key in node and "if" in node]
    schemas += _mapping(node, "dependentSchemas", path).values()
    schemas += [
        dependency for dependency in _mapping(node, "dependencies", path).values() if not isinstance(dependency, list)
    ]
    return [source.beside(inner, path) for inner in schemas if not is_never(inner)]


def _types(node: Mapping[str, Any], path: str) -> tuple[str, ...] | None:
    if "type" not in node:
        return None
    types = node["type"] if isinstance(node["type"], list) else [node["type"]]
    for name in types:
        if not isinstance(name, str) or name not in TYPES:
            raise SchemaError(f"there is no JSON type {name!r}.{did_you_mean(str(name), TYPES)}", path)
    return without_null(types)


def _additional(source: LocatedSchema, path: str) -> tuple[Expression | None, tuple[Note, ...]]:
    """Return the schema of a map's entries, from additionalProperties and patternProperties."""
    patterns = _mapping(source.keywords, "patternProperties", path)
    rest = source.keywords.get("additionalProperties", True)
    entry, alike = _one_schema(source, [*patterns.values()], rest, entries(path))
    if alike:
        return entry, ()
    message = "the patterns of its keys (patternProperties) are merged: all entries are scored by one schema"
    return entry, (Note("patterns", message),)


def _items(source: LocatedSchema, path: str) -> tuple[Expression | None, tuple[Note, ...]]:
    """Return the schema of an array's elements, from items and prefixItems (or the list form of items)."""
    node = source.keywords
    prefix, rest = node.get("prefixItems", []), node.get("items", True)
    if isinstance(rest, list):
        prefix, rest = rest, node.get("additionalItems", True)
    if not isinstance(prefix, list):
        raise SchemaError(f'"prefixItems" takes a list of schemas, not {type_name(prefix)}', path)
    element, alike = _one_schema(source, prefix, rest, elements(path))
    message = "the positions of its tuple (prefixItems) are merged: all elements are scored by one schema"
    return element, () if alike else (Note("tuple", message),)


def _one_schema(source: LocatedSchema, listed: list[Any], rest: Any, path: str) -> tuple[Expression | None, bool]:
    """Return one schema for the listed elements and the rest, and whether they are alike. `rest` may be empty."""
    for schema in (*listed, rest):
        if not isinstance(schema, Mapping | bool):
            raise SchemaError(f"a schema is a JSON object, not {type_name(schema)}", path)
    schemas = [schema for schema in listed if not is_never(schema)]
    schemas += [rest] if rest not in (True, {}) and not is_never(rest) else []
    if all(schema in (True, {}) for schema in schemas):
        return None, True
    if all(schema == schemas[0] for schema in schemas):
        return source.child(schemas[0], path), True
    located = tuple(source.child(schema, path) for schema in schemas)
    return Combination(located, "any"), len(set(_plain_types(located))) == 1


def _plain_types(located: Sequence[LocatedSchema]) -> Iterator[str]:
    """Yield each schema's scalar type, or a unique marker if it says more than a type."""
    for index, source in enumerate(located):
        type_ = source.keywords.get("type")
        plain = isinstance(type_, str) and type_ not in ("object", "array") and not set(source.keywords) & {*_STRUCTURE}
        yield str(type_) if plain else f"{index}"


def _mapping(node: Mapping[str, Any], key: str, path: str) -> Mapping[str, Any]:
    entries = node.get(key, {})
    if not isinstance(entries, Mapping):
        raise SchemaError(f'"{key}" takes an object, not {type_name(entries)}', path)
    for name in entries:
        if not isinstance(name, str):
            raise SchemaError(f"the key {name!r} of {key!r} is not a string", path)
    return entries
