"""The built-in transforms; raising ValueError is how one refuses a value."""

from typing import Any

from .values import MISSING, is_number


class Refused(ValueError):
    """The transform does not take this value."""


def transformed(entries: list[Any], value: Any) -> Any:
    """`value` after all transforms from left to right; MISSING stays MISSING, null stays null.

    Raises Refused where one of them does not take what it is given.
    """
    if value is MISSING:
        return value
    if isinstance(value, float) and value == 0:
        value = 0.0  # -0.0 and 0.0 are one value, so they have one text
    for entry in entries:
        name, params = (entry, {}) if isinstance(entry, str) else next(iter(entry.items()))
        value = apply(name, params, value)
    return value


def apply(name: str, params: dict[str, Any], value: Any) -> Any:
    if value is None:
        return None
    if name == "round_digits":
        if not is_number(value):
            raise Refused(f"round_digits takes numbers, not {value!r}")
        return round(value, params["digits"])
    if name == "type_convert":
        return convert(params["to"], value)
    if not isinstance(value, str):
        raise Refused(f"{name} takes text, not {value!r}")
    if name == "lowercase":
        return value.lower()
    if name == "strip":
        return value.strip()
    if name == "normalize_whitespace":
        return " ".join(value.split())
    if name == "sort_tokens":
        return " ".join(sorted(value.split()))
    raise KeyError(name)


def convert(to: str, value: Any) -> Any:
    try:
        if to in ("str", "string"):
            return str(value)
        if to in ("int", "integer"):
            return int(value)
        if to in ("float", "number"):
            return float(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise Refused(str(error)) from error
    if to in ("bool", "boolean"):
        return to_bool(value)
    raise KeyError(to)


def to_bool(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, int) and value in (0, 1):
        return value == 1
    if isinstance(value, str) and value.strip().lower() in ("true", "1", "false", "0"):
        return value.strip().lower() in ("true", "1")
    raise Refused(f"no boolean: {value!r}")
