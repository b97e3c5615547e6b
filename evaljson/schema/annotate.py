"""Write down the comparator of every field that names none, so that the eval schema says all that happens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from evaljson.base.errors import SchemaError
from evaljson.base.jsontypes import type_name
from evaljson.base.paths import child, elements, entries
from evaljson.schema.given import AnySchema
from evaljson.schema.limits import MAX_DEPTH, TOO_DEEP
from evaljson.schema.parse.defaults import Defaults
from evaljson.schema.parse.document_types import read_schemas
from evaljson.schema.resolve.resolve import model_resolved
from evaljson.schema.shape import check_shape
from evaljson.schema.type_defaults import Entry, type_default

_Place = tuple[Any, str, Defaults]
"""A node as written, its path, and the defaults from above."""
_UNRESOLVED = ("$ref", "allOf", "anyOf", "oneOf", "patternProperties", "prefixItems")


def annotate_xeval(schema: AnySchema) -> dict[str, Any]:
    """Write `x-eval-compare` by the type defaults into a resolved schema, at every field compared as one value.

    Returns the schema it was given; that of a Pydantic model is resolved first. Fields are leaves, objects and arrays
    without declared children, and nodes of several types. What is there stays as it is, nothing is written below a
    node that has a comparator of its own, and a leaf with `x-eval-skip` needs none, nor one for which `x-eval-defaults`
    have one. Raises SchemaError where the schema is not resolved or a node has no type: then nothing was written.
    """
    schema = model_resolved(schema)
    if not isinstance(schema, Mapping):
        raise SchemaError(f"a schema is a JSON object, not {type_name(schema)}")
    root = schema if isinstance(schema, dict) else dict(schema)
    schemas = read_schemas(root)
    level: list[_Place] = [] if schemas and not _is_schema(root) else [(root, "", Defaults())]
    level += [(root_of_type, "", Defaults().below(root, "")) for root_of_type in schemas.values()]
    fields: list[tuple[dict[str, Any], Entry]] = []
    for _ in range(MAX_DEPTH + 1):
        level = [below for node, path, defaults in level for below in _below(node, path, defaults, fields)]
    if level:
        raise SchemaError(TOO_DEEP, level[0][1])
    for node, comparator in fields:
        node["x-eval-compare"] = comparator
    return root


def _is_schema(root: dict[str, Any]) -> bool:
    """Check whether a root with x-eval-by scores records itself."""
    return "x-eval-compare" in root or any(True for _ in _children(root, ""))


def _below(node: Any, path: str, above: Defaults, fields: list[tuple[dict[str, Any], Entry]]) -> list[_Place]:
    """Return the node's children with their paths and defaults; a field that needs a comparator is added to `fields`.
    One for which defaults have a comparator needs none: what is written once stays written once."""
    check_shape(node, path, 0, _UNRESOLVED, dict)
    if "x-eval-compare" in node or _is_skipped_untyped(node):
        return []
    children = list(_children(node, path))
    if not children and "x-eval-skip" not in node:
        types = _types(node, path)
        named = types if isinstance(types, str) else tuple(types)
        if "x-eval-compare" not in above.at(node, path).of(named, is_unit=True):
            fields.append((node, type_default(types)))
    inner = above.below(node, path) if children else above
    return [(below, where, inner) for below, where in children]


def _is_skipped_untyped(node: dict[str, Any]) -> bool:
    """Check for {"x-eval-skip": true}, which needs no type: whatever is there is left out."""
    return node.get("x-eval-skip") is True and not {"type", "properties", "items"} & node.keys()


def _types(node: dict[str, Any], path: str) -> str | list[str]:
    """Return the node's type without null, which every field may be."""
    type_ = node.get("type")
    if type_ is None:
        type_ = "object" if "properties" in node else "array" if "items" in node else []
    names = type_ if isinstance(type_, list) else [type_]
    if not names:
        raise SchemaError('the node has no type: add one, such as string, or "x-eval-skip": true', path)
    without_null = [name for name in names if name != "null"] or ["null"]
    try:
        type_default(without_null)
    except SchemaError as error:
        raise SchemaError(error.problem, path) from None
    return without_null[0] if len(without_null) == 1 else without_null


def _children(node: dict[str, Any], path: str) -> Iterator[tuple[Any, str]]:
    """Yield the nodes that the node is scored through; none if it is compared as one value."""
    type_ = _types(node, path)
    if type_ == "object":
        properties = node.get("properties", {})
        if not isinstance(properties, dict):
            raise SchemaError(f'"properties" takes an object, not {type_name(properties)}', path)
        yield from ((inner, child(path, key)) for key, inner in properties.items())
        if isinstance(node.get("additionalProperties"), dict) and node["additionalProperties"]:
            yield node["additionalProperties"], entries(path)
    elif type_ == "array" and node.get("items") and node["items"] is not True:
        yield node["items"], elements(path)
