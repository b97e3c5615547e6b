"""The values that `enum` and `const` list: kept to be shown, and the type of a node that states none."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaljson.base.errors import SchemaError
from evaljson.base.jsontypes import strict_key, type_name

TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")


@dataclass(frozen=True, slots=True)
class Values:
    """The values that a node allows."""

    listed: tuple[Any, ...]
    is_const: bool = False
    """Whether its one value is said by `const`."""

    @property
    def types(self) -> tuple[str, ...] | None:
        """Their types, null only where it is alone; None of an empty list."""
        return without_null([type_name(value) for value in self.listed])

    def as_keyword(self) -> dict[str, Any]:
        """`{"const": …}` or `{"enum": […]}`; what they hold is shared."""
        return {"const": self.listed[0]} if self.is_const else {"enum": list(self.listed)}


def read_values(node: Mapping[str, Any], path: str) -> Values | None:
    """Return the values that the node itself lists. Raises SchemaError if that is not a list of JSON values."""
    if "const" not in node and "enum" not in node:
        return None
    values = [node["const"]] if "const" in node else node["enum"]
    if not isinstance(values, list):
        raise SchemaError(f'"enum" takes a list of values, not {type_name(values)}', path)
    for value in values:
        if type_name(value) not in TYPES:
            raise SchemaError(f'"enum" and "const" take JSON values, not {type_name(value)}', path)
    return Values(tuple(values), "const" in node)


def in_any(parts: Sequence[Values | None]) -> Values | None:
    """Unite the values of all parts; None if one part allows others too."""
    known = [part for part in parts if part is not None]
    if len(known) < len(parts) or not known:
        return None
    united: dict[Hashable, Any] = {}
    for value in (value for part in known for value in part.listed):
        united.setdefault(_key(value), value)
    return Values(tuple(united.values()), len(united) == 1 and all(part.is_const for part in known))


def in_all(parts: Sequence[Values | None], path: str) -> Values | None:
    """Intersect the values of all parts; a part without a list allows any. Raises SchemaError if none is left."""
    known = [part for part in parts if part is not None]
    if len(known) < 2:
        return known[0] if known else None
    shared = set.intersection(*({_key(value) for value in part.listed} for part in known))
    if not shared:
        raise SchemaError('no value is in all of its lists of values ("enum", "const"): correct one of them', path)
    listed = tuple(value for value in known[0].listed if _key(value) in shared)
    return Values(listed, len(listed) == 1 and any(part.is_const for part in known))


def disjoint(parts: Sequence[Values | None]) -> bool:
    """Check whether every part lists values and no two parts share one."""
    keys = [_key(value) for part in parts if part is not None for value in part.listed]
    return all(part is not None and part.listed for part in parts) and len(set(keys)) == len(keys)


def without_null(names: Sequence[str]) -> tuple[str, ...] | None:
    """Drop null unless it is the only value: null is always allowed."""
    return tuple(dict.fromkeys(name for name in names if name != "null")) or (("null",) if names else None)


def _key(value: Any) -> Hashable:
    """Equal for values that JSON Schema takes for equal: 1 is 1.0."""
    return strict_key(int(value) if isinstance(value, float) and value.is_integer() else value)
