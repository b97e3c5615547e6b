"""JSON values: what absent is, and when two values are equal."""

from typing import Any, Final


class Missing:
    """The type of MISSING: a key that is not there, which is neither null nor empty."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = Missing()
MISSING_RECORD: Final = MISSING


def is_number(value: Any) -> bool:
    """A boolean is never a number."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_nan(value: Any) -> bool:
    return isinstance(value, float) and value != value


def strictly_equal(one: Any, other: Any) -> bool:
    """Same JSON type and same value at every depth: 1, 1.0 and true are three values, two NaN are one."""
    if type(one) is not type(other):
        return False
    if isinstance(one, list):
        return len(one) == len(other) and all(strictly_equal(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(strictly_equal(one[key], other[key]) for key in one)
    if is_nan(one) and is_nan(other):
        return True
    return bool(one == other)


def equal_by_value(one: Any, other: Any) -> bool:
    """Like strictly_equal, but 1 equals 1.0; inside containers it stays strict."""
    if is_number(one) and is_number(other):
        return (is_nan(one) and is_nan(other)) or bool(one == other)
    return strictly_equal(one, other)
