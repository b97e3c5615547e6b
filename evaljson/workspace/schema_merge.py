"""Merging two edits of one eval schema, node by node and key by key."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from evaljson.base.jsontypes import ABSENT, Absent, strict_key
from evaljson.base.paths import child, elements, entries
from evaljson.schema.node import in_type
from evaljson.schema.parse.defaults import KEY as DEFAULTS
from evaljson.schema.parse.document_types import SCHEMAS
from evaljson.wording.settings import default_key

Side = Literal["mine", "theirs"]
Place = tuple[str, str]
"""Path of a node, and the key in it; "" for the node as a whole."""
_NODES: Final = ("items", "additionalProperties")
_MAPS: Final = ("properties", SCHEMAS)


@dataclass(frozen=True, slots=True)
class Clash:
    """A key that both edits changed, each in its way; a side on which it is not there is ABSENT."""

    path: str
    key: str
    base: Any
    mine: Any
    theirs: Any

    @property
    def place(self) -> Place:
        """What a choice is made by."""
        return self.path, self.key


@dataclass(frozen=True, slots=True)
class Merged:
    """Both edits in one schema; unsettled clashes have the value of theirs."""

    schema: dict[str, Any]
    clashes: tuple[Clash, ...]


def merge(
    base: Mapping[str, Any],
    mine: Mapping[str, Any],
    theirs: Mapping[str, Any],
    chosen: Mapping[Place, Side] | None = None,
) -> Merged:
    """Merge two edits of `base`. No change is dropped silently: a different change on both sides is a clash, unless
    chosen.

    The merged schema may still break a rule across keys (a threshold on what has become a container): parse it.
    """
    merger = _Merger(chosen or {})
    schema = merger.node("", base, mine, theirs)
    return Merged(copy.deepcopy(schema), tuple(merger.clashes))


class _Merger:
    def __init__(self, chosen: Mapping[Place, Side]) -> None:
        self.chosen = chosen
        self.clashes: list[Clash] = []

    def node(self, path: str, base: Any, mine: Any, theirs: Any, name: str = "") -> Any:
        """Merge a schema node; `name` is its path with the document type before it, where there are types."""
        settled = _settled(base, mine, theirs)
        if settled is not None:
            return settled[0]
        if not all(isinstance(side, Mapping) for side in (base, mine, theirs)):
            return self.clash(name or path, "", base, mine, theirs)
        merged: dict[str, Any] = {}
        for key in _keys(theirs, mine, base):
            value = self.member(path, name, key, *(side.get(key, ABSENT) for side in (base, mine, theirs)))
            if value is not ABSENT:
                merged[key] = value
        return merged

    def member(self, path: str, name: str, key: str, base: Any, mine: Any, theirs: Any) -> Any:
        """Merge the values of a key of a node."""
        sides = (base, mine, theirs)
        settled = _settled(*sides)
        if settled is not None:
            return settled[0]
        prefix = name.removesuffix(path) if name else ""
        if key in _NODES and all(isinstance(side, Mapping) for side in sides):
            inner = elements(path) if key == "items" else entries(path)
            return self.node(inner, base, mine, theirs, prefix + inner)
        if key in _MAPS and all(isinstance(side, Mapping) for side in sides):
            merged: dict[str, Any] = {}
            for inner_key in _keys(theirs, mine, base):
                inner = "" if key == SCHEMAS else child(path, inner_key)
                inner_name = in_type(inner_key, "") if key == SCHEMAS else prefix + inner
                old, ours, other = (side.get(inner_key, ABSENT) for side in sides)
                value = self.node(inner, old, ours, other, inner_name)
                if value is not ABSENT:
                    merged[inner_key] = value
            return merged
        if key == DEFAULTS and _are_edits(*sides):
            return self.defaults(name or path, *sides)
        return self.clash(name or path, key, *sides)

    def defaults(self, path: str, base: Any, mine: Any, theirs: Any) -> dict[str, Any]:
        """Merge the defaults of a node, setting by setting; a side without a type has none of it."""
        merged: dict[str, Any] = {}
        for type_ in _keys(theirs, mine, _mapping(base)):
            sides = tuple(_mapping(side).get(type_, {}) for side in (base, mine, theirs))
            if not all(isinstance(side, Mapping) for side in sides):
                merged[type_] = self.clash(path, default_key(type_, ""), *sides)
                continue
            settings = {key: self.default(path, type_, key, *sides) for key in _keys(*reversed(sides))}
            kept = {key: value for key, value in settings.items() if value is not ABSENT}
            if kept or type_ in theirs:
                merged[type_] = kept
        return merged

    def default(self, path: str, type_: str, key: str, *sides: Any) -> Any:
        """Merge one default."""
        three = tuple(side.get(key, ABSENT) for side in sides)
        settled = _settled(*three)
        return settled[0] if settled is not None else self.clash(path, default_key(type_, key), *three)

    def clash(self, path: str, key: str, base: Any, mine: Any, theirs: Any) -> Any:
        """Return the chosen side, else theirs and note the clash."""
        side = self.chosen.get((path, key))
        if side is None:
            self.clashes.append(Clash(path, key, base, mine, theirs))
        return mine if side == "mine" else theirs


def _are_edits(base: Any, mine: Any, theirs: Any) -> bool:
    """Check whether both sides have settings, which `base` may lack."""
    return all(isinstance(side, Mapping) for side in (mine, theirs)) and (base is ABSENT or isinstance(base, Mapping))


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _settled(base: Any, mine: Any, theirs: Any) -> tuple[Any] | None:
    """Return the value where only one side changed it, or both changed it alike."""
    ours, other, first = (_key(side) for side in (mine, theirs, base))
    if ours in (first, other):
        return (theirs,)
    return (mine,) if other == first else None


def _key(value: Any) -> Any:
    return Absent.ABSENT if value is ABSENT else strict_key(value)


def _keys(*sides: Mapping[str, Any]) -> list[str]:
    return list(dict.fromkeys(key for side in sides for key in side))
