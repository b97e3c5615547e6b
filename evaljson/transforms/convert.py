"""Transforms numbers and converts between types, as Python's round, int, float and str do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from evaljson.base.params import Param, short
from evaljson.transforms.base import Refusal, refusal

DIGITS = (
    Param(
        "digits",
        "integer",
        "Digits after the decimal point; below 0, zeros before it.",
        required=True,
        minimum=-400,
        maximum=400,
    ),
)
_NAMES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}


def round_digits(value: Any, params: Mapping[str, Any]) -> int | float:
    """round() to `digits`; takes numbers only. Raises Refusal."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise refusal("round_digits", "numbers", value)
    if "digits" not in params:
        raise Refusal("round_digits needs the parameter 'digits': digits after the decimal point")
    try:
        return round(value, int(params["digits"]))
    except (TypeError, ValueError, OverflowError) as error:
        raise Refusal(f"round_digits takes a whole number of digits, not {short(params['digits'])}") from error


def type_convert(value: Any, params: Mapping[str, Any]) -> Any:
    """Convert the value to the type named by `to`. Raises Refusal for what cannot be converted."""
    if "to" not in params:
        raise Refusal("type_convert needs the parameter 'to': the type to convert to")
    to = params["to"]
    convert = _CONVERSIONS.get(_NAMES.get(to, to)) if isinstance(to, str) else None
    if convert is None:
        raise Refusal(f"type_convert converts to {', '.join(_CONVERSIONS)}, not to {short(to)}")
    try:
        return convert(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise Refusal(f"type_convert: {short(value)} cannot become {_WHAT[_NAMES.get(to, to)]}") from error


def _to_bool(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    word = value.strip().lower() if isinstance(value, str) else str(value) if type(value) is int else ""
    if word not in _BOOLEANS:
        raise ValueError
    return _BOOLEANS[word]


_CONVERSIONS: dict[str, Callable[[Any], Any]] = {"str": str, "int": int, "float": float, "bool": _to_bool}
_WHAT = {"str": "text", "int": "an integer", "float": "a number", "bool": "a boolean"}
TO = (Param("to", "string", "The type to convert to.", required=True, choices=(*_CONVERSIONS, *_NAMES)),)
