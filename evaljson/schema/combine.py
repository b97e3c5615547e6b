"""One schema node out of several: `$ref` with siblings, allOf, anyOf and oneOf.

Only what scoring reads is combined: types, children and `x-eval-*` keys. Children are combined when their turn comes,
so a node costs what it says itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from evaljson.errors import SchemaError
from evaljson.jsontypes import strict_equal
from evaljson.schema.refs import Source

Rule = Literal["over", "refine", "all", "any"]
"""over: what an earlier part says wins. refine: types must agree, of `x-eval-*` keys the earlier ones win.
all: types and `x-eval-*` keys must agree. any: types add up, `x-eval-*` keys must agree."""

ANY_TYPE = ("array", "boolean", "number", "object", "string")
"""The types of a node that says nothing."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Stands for an `x-eval-*` key to which two parts give different values."""

    values: tuple[Any, Any]


@dataclass(frozen=True, slots=True)
class Merged:
    """Several expressions for one node, not combined yet."""

    parts: tuple[Expression, ...]
    rule: Rule


Expression = Source | Merged
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Flat:
    """What a node says, its children left as expressions."""

    types: tuple[str, ...] | None = None
    """The types it states, null left out unless it is the only one."""
    value_types: tuple[str, ...] | None = None
    """The types of its enum or const."""
    properties: dict[str, Expression] = field(default_factory=dict)
    items: Expression | None = None
    additional: Expression | None = None
    settings: dict[str, Any] = field(default_factory=dict)
    """Its `x-eval-*` keys; a value may be a Clash."""
    conflict: str | None = None
    """Why it cannot be scored through its children; of no account where it is not."""
    note: str | None = None
    """What a person should know where it is scored through its children."""

    @property
    def known_types(self) -> tuple[str, ...] | None:
        """The types stated, or else those of its values, or else those that its children imply."""
        children = (("object", self.properties or self.additional), ("array", self.items))
        implied = tuple(name for name, there in children if there)
        return self.types or self.value_types or implied or None

    @property
    def is_blank(self) -> bool:
        """Whether it says nothing that scoring reads."""
        return self.known_types is None and not self.settings and self.conflict is None


def combine(flats: Sequence[Flat], rule: Rule, path: str) -> Flat:
    """One node out of at least one. Raises SchemaError where the parts state types that exclude each other."""
    if len(flats) == 1:
        return flats[0]
    if rule == "any":
        return _any_of(flats)
    return Flat(
        types=_first(flat.types for flat in flats) if rule == "over" else _types_in_common(flats, path),
        value_types=_first(flat.value_types for flat in flats),
        properties=_properties(flats, rule),
        items=_merged([flat.items for flat in flats], rule),
        additional=_merged([flat.additional for flat in flats], rule),
        settings=_settings(flats, first_wins=rule != "all"),
        conflict=_first(flat.conflict for flat in flats),
        note=_first(flat.note for flat in flats),
    )


def alternatives(flats: Sequence[Flat], own: Flat, path: str) -> Flat:
    """anyOf and oneOf beside what the node says itself; the null branch adds nothing, for null is always allowed."""
    branches = [flat for flat in flats if flat.known_types != ("null",)] or list(flats[:1])
    if any(flat.is_blank for flat in branches):
        # {"required": […]} and the like only validate, unless the node could be anything in them.
        branches = [flat for flat in branches if not flat.is_blank]
        if branches and own.known_types is None:
            branches.append(Flat(types=ANY_TYPE))
    return combine(branches, "any", path) if branches else Flat()


def _any_of(flats: Sequence[Flat]) -> Flat:
    objects = [flat for flat in flats if "object" in (flat.known_types or ())]
    arrays = [flat for flat in flats if "array" in (flat.known_types or ())]
    clash = _unlike_objects(objects) or _unlike_arrays(arrays)
    keys = {frozenset(flat.properties) for flat in objects}
    return Flat(
        types=tuple(dict.fromkeys(name for flat in flats for name in flat.known_types or ANY_TYPE)),
        properties={} if clash else _properties(objects, "any"),
        items=None if clash else _merged([flat.items for flat in arrays], "any"),
        additional=None if clash else _merged([flat.additional for flat in objects], "any"),
        settings=_settings(flats, first_wins=False),
        conflict=_first((*(flat.conflict for flat in flats), clash)),
        note=f"{len(objects)} alternative objects are scored as one with all their fields" if len(keys) > 1 else None,
    )


def _unlike_objects(objects: Sequence[Flat]) -> str | None:
    """Why several objects cannot be united without changing what their fields mean."""
    if len(objects) < 2:
        return None
    if len({bool(flat.properties or flat.additional) for flat in objects}) > 1:
        return "one of the alternative objects declares fields and another none"
    maps = [flat for flat in objects if flat.additional is not None]
    if maps and (len(maps) < len(objects) or len({frozenset(flat.properties) for flat in objects}) > 1):
        return "an alternative with free keys (additionalProperties) stands beside one with other fields"
    return None


def _unlike_arrays(arrays: Sequence[Flat]) -> str | None:
    if len({flat.items is None for flat in arrays}) > 1:
        return "one of the alternative arrays declares its items and another does not"
    return None


def _properties(flats: Sequence[Flat], rule: Rule) -> dict[str, Expression]:
    found: dict[str, list[Expression]] = {}
    for flat in flats:
        for key, expression in flat.properties.items():
            found.setdefault(key, []).append(expression)
    return {key: parts[0] if len(parts) == 1 else Merged(tuple(parts), rule) for key, parts in found.items()}


def _merged(expressions: Iterable[Expression | None], rule: Rule) -> Expression | None:
    parts = tuple(expression for expression in expressions if expression is not None)
    if len(parts) < 2:
        return parts[0] if parts else None
    return Merged(parts, rule)


def _settings(flats: Sequence[Flat], first_wins: bool) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    for flat in flats:
        for key, value in flat.settings.items():
            known = settings.setdefault(key, value)
            if not first_wins and not isinstance(known, Clash) and not _same(known, value):
                settings[key] = value if isinstance(value, Clash) else Clash((known, value))
    return settings


def _same(left: Any, right: Any) -> bool:
    return not isinstance(right, Clash) and strict_equal(left, right)


def _types_in_common(flats: Sequence[Flat], path: str) -> tuple[str, ...] | None:
    common: tuple[str, ...] | None = None
    for types in (flat.types for flat in flats if flat.types is not None):
        shared = types if common is None else _in_common(common, types)
        if not shared:
            both = f"{' or '.join(common or ())} and {' or '.join(types)}"
            raise SchemaError(f"the value has to be {both} at once: no value is, correct one of them", path)
        common = shared
    return common


def _in_common(left: tuple[str, ...], right: tuple[str, ...]) -> tuple[str, ...]:
    """Every integer is a number: both together are an integer."""
    wide_left = {*left, "integer"} if "number" in left else {*left}
    wide_right = {*right, "integer"} if "number" in right else {*right}
    both = wide_left & wide_right
    if "number" in both and "integer" not in left and "integer" not in right:
        both -= {"integer"}
    return tuple(name for name in dict.fromkeys((*left, *right)) if name in both)


def _first(values: Iterable[T | None]) -> T | None:
    return next((value for value in values if value is not None), None)
