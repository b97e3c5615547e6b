"""Transforms numbers and converts between types. Nothing is approximated silently: what does not fit is refused."""

from __future__ import annotations

from typing import Any

from evaljson.base.params import Param
from evaljson.transforms.base import Refusal

DIGITS = (Param("digits", "integer", "Digits after the decimal point.", required=True),)
_NAMES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
TO = (
    Param("to", "string", "The type to convert to.", required=True, choices=("str", "int", "float", "bool", *_NAMES)),
)


def round_digits(value: Any, params: dict[str, Any]) -> int | float:
    """round() to `digits`; takes numbers only."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise Refusal("round_digits", "numbers", value)
    return round(value, params["digits"])


def type_convert(value: Any, params: dict[str, Any]) -> Any:
    """Convert the value to another type, if nothing is lost."""
    to = _NAMES.get(params["to"], params["to"])
    if isinstance(value, dict | list):
        raise Refusal("type_convert", "no containers", value)
    return {"str": _to_str, "int": _to_int, "float": _to_float, "bool": _to_bool}[to](value)


def _to_str(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    return repr(value or type(value)(0))  # -0.0 and 0.0 are one value, and so is their text


def _to_int(value: Any) -> int:
    if isinstance(value, bool) or (isinstance(value, float) and not value.is_integer()):
        raise ValueError(f"type_convert: {value!r} is not a whole number")
    _plain_digits(value, "int")
    return int(value)


def _to_float(value: Any) -> float:
    if isinstance(value, bool):
        raise ValueError("type_convert: a boolean is not a number")
    _plain_digits(value, "float")
    return float(value)


def _plain_digits(value: Any, to: str) -> None:
    if isinstance(value, str) and "_" in value:
        raise ValueError(f"type_convert: {value!r} is not {'an' if to == 'int' else 'a'} {to}")


def _to_bool(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    words = {"true": True, "false": False}
    word = value.strip().lower() if isinstance(value, str) else None
    if word not in words:
        raise ValueError(f"type_convert: {value!r} is neither true nor false")
    return words[word]
