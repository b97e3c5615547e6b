"""One schema node out of several: `$ref` with siblings, allOf, anyOf and oneOf, conditions.

Only what scoring reads and what is shown is combined: types, listed values, children and `x-eval-*` keys. Children are
combined when their turn comes, so a node costs what it says itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from evaljson.base.errors import SchemaError
from evaljson.base.jsontypes import strict_equal
from evaljson.schema.resolve.flat import ANY_TYPE, Combination, Expression, Flat, KeyClash, Rule
from evaljson.schema.resolve.listed_values import Values, in_all, in_any
from evaljson.schema.resolve.remarks import Note

T = TypeVar("T")
_CONDITION = "a field that is there under a condition (then, else, dependentSchemas); it is scored wherever it is"


def combine(flats: Sequence[Flat], rule: Rule, path: str) -> Flat:
    """Combine one or more nodes into one. Raises SchemaError if their types exclude each other."""
    if len(flats) == 1:
        return flats[0]
    if rule == "any":
        return _any_of(flats)
    early = rule in ("over", "extend")
    return Flat(
        types=_first(flat.types for flat in flats) if early else _types_in_common(flats, path),
        values=_values(flats, rule, path),
        properties=_properties(flats, rule),
        items=_merged([flat.items for flat in flats], rule),
        additional=_merged([flat.additional for flat in flats], rule),
        settings=_settings(flats, first_wins=rule != "all"),
        kept=flats[0].kept if rule == "extend" else _kept(flats),
        conflict=_first(flat.conflict for flat in flats),
        cut=_first(flat.cut for flat in flats),
        notes=_extended(flats) if rule == "extend" else _notes(flats),
        conditional=tuple(under for flat in flats for under in flat.conditional),
    )


def alternatives(flats: Sequence[Flat], node: Flat, path: str) -> Flat:
    """anyOf and oneOf beside what the node says itself."""
    branches = _beside_null(flats)
    if any(flat.is_blank for flat in branches):
        # {"required": […]} and the like only validate, unless the node could be anything in them.
        branches = [flat for flat in branches if not flat.is_blank]
        if branches and node.known_types is None:
            branches.append(Flat(types=ANY_TYPE))
    return combine(branches, "any", path) if branches else Flat()


def with_conditions(flat: Flat, path: str) -> Flat:
    """Add the fields that hold under a condition; whatever else a condition says only validates."""
    under = [inner for inner in flat.conditional if inner.has_children]
    alone = replace(flat, conditional=())
    return combine([alone, combine(under, "any", path)], "extend", path) if under else alone


def _beside_null(flats: Sequence[Flat]) -> list[Flat]:
    """Drop alternatives that are null: null is always allowed."""
    return [flat for flat in flats if flat.known_types != ("null",)] or list(flats[:1])


def _any_of(flats: Sequence[Flat]) -> Flat:
    flats = _beside_null(flats)
    objects = [flat for flat in flats if "object" in (flat.known_types or ())]
    arrays = [flat for flat in flats if "array" in (flat.known_types or ())]
    clash = _unlike_objects(objects) or _unlike_arrays(arrays)
    return Flat(
        types=tuple(dict.fromkeys(name for flat in flats for name in flat.known_types or ANY_TYPE)),
        values=in_any([flat.values for flat in flats]),
        properties={} if clash else _properties(objects, "any"),
        items=None if clash else _merged([flat.items for flat in arrays], "any"),
        additional=None if clash else _merged([flat.additional for flat in objects], "any"),
        settings=_settings(flats, first_wins=False),
        conflict=_first((*(flat.conflict for flat in flats), clash)),
        cut=_first(flat.cut for flat in flats),
        notes=_notes(flats),
    )


def _unlike_objects(objects: Sequence[Flat]) -> str | None:
    """Return why several objects cannot be united without changing what their fields mean."""
    if len(objects) < 2:
        return None
    if len({bool(flat.properties or flat.additional) for flat in objects}) > 1:
        return "one of the alternative objects declares fields and another none"
    maps = [flat for flat in objects if flat.additional is not None]
    if maps and (len(maps) < len(objects) or len({frozenset(flat.properties) for flat in objects}) > 1):
        return "an alternative with free keys (additionalProperties) is next to one with other fields"
    return None


def _unlike_arrays(arrays: Sequence[Flat]) -> str | None:
    if len({flat.items is None for flat in arrays}) > 1:
        return "one of the alternative arrays declares its items and another does not"
    return None


def _values(flats: Sequence[Flat], rule: Rule, path: str) -> Values | None:
    if rule == "extend":
        return flats[0].values
    if rule == "over":
        return _first(flat.values for flat in flats)
    return in_all([flat.values for flat in flats], path)


def _notes(flats: Sequence[Flat]) -> tuple[Note, ...]:
    return tuple(dict.fromkeys(note for flat in flats for note in flat.notes))


def _extended(flats: Sequence[Flat]) -> tuple[Note, ...]:
    """Note the fields that conditions add. Remarks are those of the first part, which decides what the node is."""
    first, *under = flats
    new = dict.fromkeys(key for flat in under for key in flat.properties if key not in first.properties)
    notes = first.notes if first.known_types else _notes(flats)
    return notes + tuple(Note("condition", _CONDITION, key) for key in new)


def _properties(flats: Sequence[Flat], rule: Rule) -> dict[str, Expression]:
    properties: dict[str, list[Expression]] = {}
    for flat in flats:
        for key, expression in flat.properties.items():
            properties.setdefault(key, []).append(expression)
    return {key: parts[0] if len(parts) == 1 else Combination(tuple(parts), rule) for key, parts in properties.items()}


def _merged(expressions: Iterable[Expression | None], rule: Rule) -> Expression | None:
    parts = tuple(expression for expression in expressions if expression is not None)
    if len(parts) < 2:
        return parts[0] if parts else None
    return Combination(parts, rule)


def _kept(flats: Sequence[Flat]) -> dict[str, Any]:
    """Unite keywords that say nothing of structure; the earlier one wins."""
    return {key: value for flat in reversed(flats) for key, value in flat.kept.items()}


def _settings(flats: Sequence[Flat], first_wins: bool) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    for flat in flats:
        for key, value in flat.settings.items():
            known = settings.setdefault(key, value)
            if not first_wins and not isinstance(known, KeyClash) and not _same(known, value):
                settings[key] = value if isinstance(value, KeyClash) else KeyClash((known, value))
    return settings


def _same(left: Any, right: Any) -> bool:
    return not isinstance(right, KeyClash) and strict_equal(left, right)


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
    """Intersect types; an integer is also a number, so both together are an integer."""
    wide_left = {*left, "integer"} if "number" in left else {*left}
    wide_right = {*right, "integer"} if "number" in right else {*right}
    both = wide_left & wide_right
    if "number" in both and "integer" not in left and "integer" not in right:
        both -= {"integer"}
    return tuple(name for name in dict.fromkeys((*left, *right)) if name in both)


def _first(values: Iterable[T | None]) -> T | None:
    return next((value for value in values if value is not None), None)
