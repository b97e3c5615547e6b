"""Values as people type them in place of a wrong one: read by the type that the field has."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any, Final

from evaljson.base.errors import InputError
from evaljson.base.jsontypes import ABSENT, type_name
from evaljson.transforms.number_text import read_number

_WORDS: Final = {
    "string": "text", "integer": "a whole number", "number": "a number", "boolean": "true or false", "null": "null",
    "array": "a list in JSON, such as [1, 2]", "object": 'an object in JSON, such as {"a": 1}',
}  # fmt: skip


def types_of(declared: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return the JSON types of a field; all of them where nothing usable is declared."""
    named = (declared,) if isinstance(declared, str) else tuple(declared or ())
    known = tuple(name for name in named if name in _WORDS)
    return known or tuple(_WORDS)


def types_in_words(types: Sequence[str]) -> str:
    """Name types for people: `a number or null`."""
    words = [_WORDS[name] for name in types]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def read_typed(text: str, types: Sequence[str]) -> Any:
    """Read a value. Text stays as it is, spaces included, where the field has text and nothing else.

    A number may be written as in a document, 1,234.50 or 1.234,50, where that can be read in one way only.

    Raises InputError for what is no value of these types.
    """
    others = [name for name in types if name not in ("string", "null")]
    if not others:
        return text
    value = _parsed(text)
    if value is not ABSENT and _fits(value, types):
        return value
    if "string" in types:
        return text
    readings = _grouped(text)
    if len(readings) == 1 and _fits(readings[0], types):
        return readings[0]
    either = f" Type {' or '.join(map(repr, readings))}." if len(readings) > 1 else ""
    raise InputError(f"“{text:.60}” is not {types_in_words(types)}.{either}")


def as_typed(value: Any, types: Sequence[str]) -> str:
    """Write a value so that `read_typed` reads it back, objects on several lines; nothing for absent or null."""
    if value is ABSENT or value is None:
        return ""
    if isinstance(value, str) and "string" in types:
        return value
    return json.dumps(value, ensure_ascii=False, indent=2 if isinstance(value, dict) and value else None)


def _parsed(text: str) -> Any:
    try:
        value = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return ABSENT
    return ABSENT if isinstance(value, float) and not math.isfinite(value) else value


def _grouped(text: str) -> list[int | float]:
    """Return what a number with separators of thousands, as documents have them, may be: 1,234 is 1234 or 1.234."""
    if not text.isascii() or "e" in text.lower():
        return []
    values = dict.fromkeys(read_number(text, decimal).value for decimal in ".,")
    return [int(value) if value.denominator == 1 else float(value) for value in values if value is not None]


def _refuse(name: str) -> Any:
    raise ValueError(name)


def _fits(value: Any, types: Sequence[str]) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return type_name(value) in types
    return "number" in types or ("integer" in types and isinstance(value, int))
