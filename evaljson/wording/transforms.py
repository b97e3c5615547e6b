"""What the transforms that we ship do, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from evaljson.transforms.registry import replaced_transforms
from evaljson.wording.words import counted

Params = Mapping[str, Any]
PATTERN: Final = "replacing a pattern"
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


_WORDS: Final[Mapping[str, str | Callable[[Params], str]]] = {
    "casefold": "ignoring case",
    "lowercase": "lowercasing",
    "map_values": "replacing some values",
    "normalize_whitespace": "tidying white space",
    "normalize_width": "narrowing wide characters",
    "null_if": "taking some values for null",
    "parse_date": "reading it as a date",
    "parse_number": "reading it as a number",
    "regex_replace": PATTERN,
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
