"""Looking up `$ref` inside one JSON Schema document."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from referencing import Registry, Resource
from referencing.exceptions import NoInternalID, Unresolvable
from referencing.jsonschema import DRAFT202012

from evaljson.errors import SchemaError
from evaljson.schema.parse import MAX_DEPTH

if TYPE_CHECKING:
    from referencing._core import Resolver

BUDGET = 10_000
"""Schemas that may be looked at: definitions that refer to each other twice, many times over, grow without bounds."""
_MAX_CHAIN = 2 * MAX_DEPTH


class RecursiveRefError(Exception):
    """A `$ref` leads into a schema that it stands in; the message is the reference, `target` that schema."""

    def __init__(self, ref: str, target: Mapping[str, Any]) -> None:
        super().__init__(ref)
        self.target = target


@dataclass(slots=True)
class _Budget:
    left: int = BUDGET

    def spend(self, path: str) -> None:
        self.left -= 1
        if self.left < 0:
            raise SchemaError(f"the references unfold to more than {BUDGET:,} schemas: simplify the definitions", path)


@dataclass(frozen=True, slots=True)
class Source:
    """A schema as it stands in its document."""

    schema: Any
    resolver: Resolver[Any]
    above: frozenset[int]
    """id() of each schema that this one stands in, itself included, `$ref` followed: to notice recursion."""
    budget: _Budget

    @property
    def keywords(self) -> Mapping[str, Any]:
        """Its keywords; `true` has none."""
        return self.schema if isinstance(self.schema, Mapping) else {}

    def inner(self, schema: Any, path: str) -> Source:
        """A schema that stands inside this one. Raises SchemaError where there are too many."""
        self.budget.spend(path)
        if not isinstance(schema, Mapping):
            return replace(self, schema=schema)
        if id(schema) in self.above:
            raise SchemaError("the schema contains itself: build it anew", path)
        if len(self.above) > _MAX_CHAIN:
            raise SchemaError(f"more than {_MAX_CHAIN} schemas and references are nested here: simplify it", path)
        resolver = self.resolver
        if "$id" in schema:
            resolver = resolver.in_subresource(_resource(schema, path))
        return replace(self, schema=schema, resolver=resolver, above=self.above | {id(schema)})

    def follow(self, ref: Any, path: str) -> Source:
        """The schema that `ref` names. Raises SchemaError where there is none, RecursiveRefError."""
        if not isinstance(ref, str):
            raise SchemaError(f'"$ref" takes a string such as "#/$defs/Address", not {ref!r}', path)
        try:
            found = self.resolver.lookup(ref)
        # referencing trips over documents that are no valid schemas with whatever error comes first.
        except (Unresolvable, NoInternalID, AttributeError, TypeError, ValueError, LookupError):
            raise SchemaError(_not_found(ref), path) from None
        if id(found.contents) in self.above and isinstance(found.contents, Mapping):
            raise RecursiveRefError(ref, found.contents)
        if not isinstance(found.contents, Mapping | bool):
            raise SchemaError(f'"$ref" {ref!r} names no schema: it leads to {found.contents!r:.60}', path)
        return replace(self, resolver=found.resolver).inner(found.contents, path)


def open_document(schema: Mapping[str, Any]) -> Source:
    """The root of a document, of which nothing in `schema` is shared. Raises SchemaError."""
    document = copy.deepcopy(dict(schema))
    resolver = Registry[Any]().resolver_with_root(_resource(document, ""))
    return Source(document, resolver, frozenset({id(document)}), _Budget())


def _resource(schema: Mapping[str, Any], path: str) -> Resource[Any]:
    for key in ("$schema", "$id"):
        if not isinstance(schema.get(key, ""), str):
            raise SchemaError(f'"{key}" takes a string, not {schema[key]!r:.60}', path)
    return Resource.from_contents(schema, default_specification=DRAFT202012)


def _not_found(ref: str) -> str:
    if ref.startswith("#"):
        return f'"$ref" {ref!r} leads nowhere: there is no such place in this schema'
    return f'"$ref" {ref!r} is not in this document: copy what it names under "$defs" and refer to it there'
