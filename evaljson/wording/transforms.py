"""What the transforms that we ship do, in words."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from evaljson.transforms.registry import replaced_transforms
from evaljson.wording.words import counted

Params = Mapping[str, Any]
PATTERN: Final = "replacing a pattern"
NO_SPACES: Final = "removing all white space"
_NAMED, _LONGEST = 3, 20
"""Values that are named, and characters of each."""
_TYPES: Final = {
    "str": "text", "string": "text", "int": "an integer", "integer": "an integer", "float": "a number",
    "number": "a number", "bool": "true or false", "boolean": "true or false",
}  # fmt: skip
_WRITTEN_OUT: Final = -6
"""Digits down to which the number that others are multiples of is written out."""


def transform_in_words(name: str, params: Params) -> str:
    """Describe a transform so that it fits behind "after": "trimming"; a custom name stays as it is."""
    known = _WORDS.get(name) if name not in replaced_transforms() else None
    if known is None:
        return name
    return known if isinstance(known, str) else known(params)


def _converted(params: Params) -> str:
    return f"conversion to {_TYPES.get(str(params.get('to')), params.get('to'))}"


def _rounded(params: Params) -> str:
    digits = params.get("digits")
    if type(digits) is not int:
        return "rounding"
    if digits > 0:
        return f"rounding to {counted(digits, 'decimal')}"
    if digits == 0:
        return "rounding to whole numbers"
    return f"rounding to multiples of {f'{10**-digits:,}' if digits >= _WRITTEN_OUT else f'1e{-digits}'}"


def _as_null(params: Params) -> str:
    """Name the values that count as null, each once: 0 and 0.0 read alike."""
    values = params.get("values")
    if not isinstance(values, list | tuple):
        return "reading some values as null"
    named = list(dict.fromkeys(_named(value) for value in values))
    rest = [f"{len(named) - _NAMED:,} more"] if len(named) > _NAMED else []
    *first, last = [*named[:_NAMED], *rest] or ["nothing"]
    listed = f"{', '.join(first)} and {last}" if first else last
    return f"reading {listed} as null"


def _named(value: Any) -> str:
    if isinstance(value, str):
        return f"“{value}”" if len(value) <= _LONGEST else f"“{value[: _LONGEST - 1]}…”"
    if isinstance(value, float) and value.is_integer():
        return f"{value:.0f}"
    return json.dumps(value)[:_LONGEST]


def _replaced(params: Params) -> str:
    """Tell white space that is left out from other patterns."""
    return NO_SPACES if (params.get("pattern"), params.get("replacement", "")) == (r"\s+", "") else PATTERN


_WORDS: Final[Mapping[str, str | Callable[[Params], str]]] = {
    "casefold": "ignoring case",
    "lowercase": "lowercasing",
    "map_values": "replacing some values",
    "normalize_whitespace": "tidying white space",
    "normalize_width": "narrowing wide characters",
    "null_if": _as_null,
    "parse_date": "reading it as a date",
    "parse_number": "reading it as a number",
    "regex_replace": _replaced,
    "round_digits": _rounded,
    "sort_list": "sorting the list",
    "sort_tokens": "sorting the words",
    "split": "splitting it into a list",
    "strip": "trimming",
    "strip_accents": "removing accents",
    "strip_punctuation": "removing punctuation",
    "type_convert": _converted,
    "unique": "removing repeated elements",
}
