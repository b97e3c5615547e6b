"""JSON Schema as people and libraries write it -> a resolved schema: type, properties, items, additionalProperties.

    $ref                inlined where it is local; a keyword beside it wins; recursive or remote: error
    allOf               united; types or `x-eval-*` keys that exclude each other: error
    anyOf, oneOf        null dropped; scalars become a list of types; objects become one object with all their fields (a
                        field that several declare is an alternative itself), with a logged warning; a map beside
                        another object, or a declared object beside a bare one: error
    type                null dropped; missing: of enum or const, or implied by the children; nothing at all: any type
    patternProperties   the entries of a map, prefixItems the elements of an array, if they are all alike; else: error
    then, else, dependentSchemas    dropped where they only validate; error where they bring fields
    true, {}            any type; as items or additionalProperties: nothing. false: error where a value is expected
    titles, descriptions, defaults, validation keywords, $defs    dropped

Errors about the children do not count at a node that is not scored through them: one with `x-eval-compare` or
`x-eval-skip`, or of several types.
"""

from __future__ import annotations

import copy
import logging
from collections.abc import Mapping
from typing import Any

from evaljson.errors import SchemaError
from evaljson.jsontypes import type_name
from evaljson.paths import child, elements, entries
from evaljson.schema.combine import ANY_TYPE, Clash, Expression, Flat, Merged, alternatives, combine
from evaljson.schema.keywords import branches, own_types, read_node
from evaljson.schema.parse import MAX_DEPTH
from evaljson.schema.refs import RecursiveRefError, Source, open_document

logger = logging.getLogger(__name__)

_WAY_OUT = "Rewrite it without that, or give the node an x-eval-compare to compare it as one value."


def resolve_schema_references(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The resolved schema, with every `x-eval-*` key; the module's docstring says what becomes of each keyword.

    A resolved schema comes back as it is. The input is not changed, and the result shares nothing with it. Raises
    SchemaError with the schema path of what cannot be resolved.
    """
    if not isinstance(schema, Mapping):
        raise SchemaError(f"a schema is a JSON object, not {type_name(schema)}")
    try:
        return _reduce(_flatten(open_document(schema), ""), "", 0)
    except RecursionError:
        raise SchemaError("the schema is nested too deeply to be resolved: simplify it") from None


def _flatten(expression: Expression, path: str) -> Flat:
    """What a node says, with all that `$ref`, allOf, anyOf and oneOf add."""
    if isinstance(expression, Merged):
        return combine([_flatten(part, path) for part in expression.parts], expression.rule, path)
    schema = expression.schema
    if schema is False:
        raise SchemaError("the schema false allows no value at all: remove the field", path)
    if not isinstance(schema, Mapping | bool):
        raise SchemaError(f"a schema is a JSON object, not {type_name(schema)}", path)
    flat = read_node(expression, path)
    members = [_flatten(inner, path) for inner in branches(expression, "allOf", path)]
    if members:
        flat = combine([flat, combine(members, "all", path)], "refine", path)
    for key in ("anyOf", "oneOf"):
        choices = [_flatten(inner, path) for inner in branches(expression, key, path)]
        if choices:
            flat = combine([flat, alternatives(choices, flat, path)], "refine", path)
    if "$ref" in expression.keywords:
        flat = combine([flat, _target(expression, path)], "over", path)
    return flat


def _target(source: Source, path: str) -> Flat:
    try:
        return _flatten(source.follow(source.keywords["$ref"], path), path)
    except RecursiveRefError as error:
        types = own_types(error.target, path)
        problem = f'"$ref" {str(error)!r} leads back into itself: a recursive schema cannot be reduced'
        if types is None:
            raise SchemaError(problem, path) from None
        return Flat(types=types, conflict=problem)


def _reduce(flat: Flat, path: str, depth: int) -> dict[str, Any]:
    """The node as JSON, and all below it."""
    if depth > MAX_DEPTH:
        raise SchemaError(f"the schema is nested deeper than {MAX_DEPTH} levels", path)
    settings = _settings(flat, path)
    types = flat.known_types or ANY_TYPE
    _check_children(flat, types, path)
    node: dict[str, Any] = {"type": types[0] if len(types) == 1 else list(types)}
    if len(types) == 1 and "x-eval-compare" not in settings and settings.get("x-eval-skip") is not True:
        if flat.conflict:
            raise SchemaError(f"{flat.conflict}. {_WAY_OUT}", path)
        if flat.note:
            logger.warning("%s: %s", path or "the record", flat.note)
        node |= _children(flat, path, depth)
    elif not flat.conflict:
        try:
            node |= _children(flat, path, depth)
        except SchemaError as error:
            # Nothing reads the children of such a node, so a recursive or unlike one below it may stay unknown.
            logger.debug("%s: left out below a node that is not scored through its children: %s", path, error)
    return node | settings


def _children(flat: Flat, path: str, depth: int) -> dict[str, Any]:
    node: dict[str, Any] = {}
    for key, expression in flat.properties.items():
        where = child(path, key)
        node.setdefault("properties", {})[key] = _reduce(_flatten(expression, where), where, depth + 1)
    for keyword, inner, where in (
        ("items", flat.items, elements(path)),
        ("additionalProperties", flat.additional, entries(path)),
    ):
        said = Flat() if inner is None else _flatten(inner, where)
        if not said.is_blank:
            node[keyword] = _reduce(said, where, depth + 1)
    return node


def _settings(flat: Flat, path: str) -> dict[str, Any]:
    for key, value in flat.settings.items():
        if isinstance(value, Clash):
            one, other = value.values
            raise SchemaError(
                f"{key} is {one!r:.60} in one part and {other!r:.60} in another: set it at the node", path
            )
    return copy.deepcopy(flat.settings)


def _check_children(flat: Flat, types: tuple[str, ...], path: str) -> None:
    for type_, keyword, there in (
        ("object", "properties", flat.properties),
        ("object", "additionalProperties", flat.additional),
        ("array", "items", flat.items),
    ):
        if there and type_ not in types:
            raise SchemaError(f'"{keyword}" has no meaning for type {" or ".join(types)}: correct one of them', path)
