"""JSON values as Python holds them: types, the absent sentinel, strict equality.

Strict equality (at every depth) is same type and same value: 1, 1.0 and True are three values, two NaN are equal.
"""

from __future__ import annotations

import enum
import sys
from collections.abc import Hashable
from functools import lru_cache
from typing import Any, Final

from evaljson.base import paths
from evaljson.base.trail import Trail, path_of


class Absent(enum.Enum):
    """The type of `ABSENT`: a key that is not there, which is neither null nor empty."""

    ABSENT = "absent"

    __hash__ = object.__hash__  # that of an enum is written in Python, and columns are hashed value by value

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = Absent.ABSENT

SCALARS: Final[frozenset[type]] = frozenset({str, int, float, bool, type(None)})
MAX_NESTING: Final = 1000
"""Values nested deeper are refused when they are compared."""
_CONFUSABLE: Final[frozenset[type]] = frozenset({int, float, bool})
_OWN_HASH: Final = sys.hash_info.modulus
"""Integers below it have a hash of their own."""
_NAN_KEY: Final = ("nan",)


def type_name(value: Any) -> str:
    """Return the JSON type of a value, with "integer" apart from "number"; for other values, Python's type name."""
    if value is None:
        return "null"
    if isinstance(value, dict):
        return "object"
    if isinstance(value, list):
        return "array"
    names = {bool: "boolean", int: "integer", float: "number", str: "string", Absent: "absent"}
    return names.get(type(value)) or f"{type(value).__module__}.{type(value).__qualname__}"


def _plain_name(value: Any) -> str:
    return type_name(value).removeprefix("builtins.")


class _ByEquality:
    """A key for a value without a hash: equal to one of the same type that the value says it equals."""

    __slots__ = ("_value",)

    def __init__(self, value: Any) -> None:
        self._value = value

    def __hash__(self) -> int:
        return hash(type(self._value))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _ByEquality) or type(other._value) is not type(self._value):
            return False
        try:
            return other._value is self._value or bool(other._value == self._value)
        except Exception:  # arrays and other people's classes may have no truth value, or raise what they like
            return False


def strict_key(value: Any) -> Hashable:
    """Return a hashable key that is equal for two values exactly if they are strictly equal.

    Values that JSON does not have, which only transforms make, are equal by type and ==.
    """
    if isinstance(value, str) or value is None or value is ABSENT:
        return value
    if isinstance(value, float):
        return _NAN_KEY if value != value else (float, value)
    if isinstance(value, dict):
        return (dict, frozenset((key, strict_key(item)) for key, item in value.items()))
    if isinstance(value, list):
        return (list, tuple(map(strict_key, value)))
    if type(value) in _CONFUSABLE:
        # A file may hold any number of large integers with one hash; that of a text is not known to whoever wrote it.
        return (int, hex(value)) if type(value) is int and abs(value) >= _OWN_HASH else (type(value), value)
    try:
        hash(value)
    except TypeError:
        return _ByEquality(value)
    return (type(value), value)


def strict_equal(left: Any, right: Any) -> bool:
    """Check whether two values have the same type and value at every depth."""
    return strict_key(left) == strict_key(right)


def hash_safe(types: set[type]) -> bool:
    """Check whether Python's hashing distinguishes values of these types as strict equality does (except NaN)."""
    return types <= SCALARS | {Absent} and len(types & _CONFUSABLE) <= 1


def find_non_json(value: Any, path: str) -> tuple[str, str] | None:
    """Return the first (path, what it is) inside `value` that JSON does not have, or None.

    Does not look below MAX_NESTING levels.
    """
    stack: list[tuple[Trail, Any, int]] = [(None, value, 0)]
    while stack:
        trail, item, depth = stack.pop()
        if depth > MAX_NESTING:
            continue
        if isinstance(item, dict):
            for key, inner in item.items():
                if type(key) is not str:
                    return path_of(trail, path), f"a key of type {_plain_name(key)}"
                stack.append(((trail, key), inner, depth + 1))
        elif isinstance(item, list):
            stack.extend(((trail, i), inner, depth + 1) for i, inner in enumerate(item))
        elif type(item) not in SCALARS:
            return path_of(trail, path), f"a value of type {_plain_name(item)}"
    return None


_steps = lru_cache(maxsize=65_536)(paths.split)


def value_at(record: Any, path: str) -> Any:
    """Return the value at an instance path; ABSENT if there is none. A negative index never has a value."""
    value = record
    for step in _steps(path):
        if isinstance(step, str) and isinstance(value, dict):
            value = value.get(step, ABSENT)
        elif isinstance(step, int) and isinstance(value, list) and 0 <= step < len(value):
            value = value[step]
        else:
            return ABSENT
    return value
