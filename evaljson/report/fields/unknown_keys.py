"""Keys of extracted records that the eval schema lacks, and the schema with such a key ignored.

Each of them counts as invented, once a place, until the schema says something about it.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from evaljson.base.errors import SchemaError
from evaljson.base.jsontypes import type_name
from evaljson.base.paths import child
from evaljson.schema import SchemaNode
from evaljson.schema.node import in_type
from evaljson.schema.parse.document_types import SCHEMAS, schema_of

_TYPES: Final = ("string", "integer", "number", "boolean", "object", "array", "null")
"""In this order they are written into a schema."""
Pairs = Iterable[tuple[Any, Any]]
"""Gold and extracted records; None where nothing was extracted."""


@dataclass(frozen=True, slots=True)
class UnknownKey:
    """A key that the schema lacks at one place."""

    place: tuple[str, ...]
    """The steps through the schema to the object that lacks it."""
    key: str
    path: str
    """Its schema path, behind the document type where there are several: `items[].reasoning`, `invoice: reasoning`."""
    records: int
    """Extracted records that have it."""
    example: Any
    types: tuple[str, ...]
    """The JSON types of its values."""

    @property
    def field(self) -> str:
        """Its schema path as results have it: without the document type."""
        is_of_type = self.place[:1] == (SCHEMAS,)
        return self.path.removeprefix(in_type(self.place[1], "")) if is_of_type else self.path


@dataclass(slots=True)
class _Seen:
    path: str
    example: Any
    records: int = 0
    last: int = -1
    types: set[str] = field(default_factory=set)


def unknown_keys(pairs: Pairs, tree: SchemaNode) -> list[UnknownKey]:
    """List them, those in most records first, then by path. Below a unit or a skipped node nothing is unknown."""
    seen: dict[tuple[tuple[str, ...], str], _Seen] = {}
    by_root: dict[int, tuple[tuple[str, ...], str | None]] = {
        id(root): ((SCHEMAS, value), value) for value, root in tree.schemas.items()
    }
    inside: dict[int, _Inside] = {}
    for number, (gold, extracted) in enumerate(pairs):
        if extracted is None:
            continue
        root = schema_of(tree, gold)
        start, kind = by_root.get(id(root), ((), None))
        for place, node, key, value in _strangers(extracted, root, start, tree.id_field, inside):
            path = child(node.path, key)
            entry = seen.get((place, key))
            if entry is None:
                entry = seen[place, key] = _Seen(path if kind is None else in_type(kind, path), value)
            entry.types.add(type_name(value))
            if entry.last != number:
                entry.last, entry.records = number, entry.records + 1
            if entry.example is None:
                entry.example = value
    unknown = [
        UnknownKey(place, key, entry.path, entry.records, entry.example, tuple(t for t in _TYPES if t in entry.types))
        for (place, key), entry in seen.items()
    ]
    return sorted(unknown, key=lambda entry: (-entry.records, entry.path))


def unknown_in_all(by_variant: Iterable[Sequence[UnknownKey]]) -> list[UnknownKey]:
    """Return what `unknown_keys` finds in the pairs of all variants, from what it found in those of each, in order."""
    found: dict[tuple[tuple[str, ...], str], UnknownKey] = {}
    for unknown in (one for listed in by_variant for one in listed):
        known = found.setdefault((unknown.place, unknown.key), unknown)
        if known is not unknown:
            types = {*known.types, *unknown.types}
            found[unknown.place, unknown.key] = replace(
                known,
                records=known.records + unknown.records,
                example=unknown.example if known.example is None else known.example,
                types=tuple(name for name in _TYPES if name in types),
            )
    return sorted(found.values(), key=lambda entry: (-entry.records, entry.path))


@dataclass(frozen=True, slots=True)
class _Inside:
    """What of a node can hold a key that the schema lacks: the rest, such as plain strings, is never looked at."""

    known: frozenset[str]
    deeper: tuple[str, ...]
    """Its properties that are objects or arrays to look into."""


def _strangers(
    record: Any, root: SchemaNode, place: tuple[str, ...], id_field: str | None, inside: dict[int, _Inside]
) -> Iterable[tuple[tuple[str, ...], SchemaNode, str, Any]]:
    """Place, node, key and value of each. `inside` keeps what was found out of a node, by its identity."""
    stack: list[tuple[Any, SchemaNode, tuple[str, ...]]] = [(record, root, place)]
    while stack:
        value, node, place = stack.pop()
        if node.is_unit or node.skip:
            continue
        if isinstance(value, list) and node.items is not None:
            if _has_more(node.items):
                stack += [(element, node.items, (*place, "items")) for element in reversed(value)]
        elif isinstance(value, dict) and (node.properties or node.additional is not None or node is root):
            within = inside.get(id(node))
            if within is None:
                names = tuple(name for name, member in node.properties.items() if _has_more(member))
                within = inside[id(node)] = _Inside(frozenset(node.properties), names)
            stack += [
                (value[name], node.properties[name], (*place, "properties", name))
                for name in within.deeper
                if name in value
            ]
            if value.keys() <= within.known:
                continue
            for key, inner in value.items():
                if key in within.known:
                    continue
                if node.additional is not None:
                    stack.append((inner, node.additional, (*place, "additionalProperties")))
                elif node is not root or key != id_field:
                    yield place, node, key, inner


def _has_more(node: SchemaNode) -> bool:
    """Check whether a value of this node can hold a key that the schema lacks."""
    return not node.is_unit and not node.skip and bool(node.items or node.properties or node.additional)


def ignoring(schema: Mapping[str, Any], keys: Sequence[UnknownKey]) -> dict[str, Any]:
    """Add these keys to the schema, skipped: visible, in no figure. Raises SchemaError where a place is gone."""
    changed = copy.deepcopy(dict(schema))
    for unknown in keys:
        node: Any = changed
        for step in unknown.place:
            node = node.get(step) if isinstance(node, dict) else None
        if not isinstance(node, dict):
            raise SchemaError(
                "the eval schema has changed, and this place is no longer in it; look again", unknown.path
            )
        properties = node.setdefault("properties", {})
        if unknown.key in properties:
            raise SchemaError("the eval schema has this key by now; look again", unknown.path)
        properties[unknown.key] = {
            "type": unknown.types[0] if len(unknown.types) == 1 else list(unknown.types),
            "x-eval-skip": True,
        }
    return changed
