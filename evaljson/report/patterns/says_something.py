"""Values that are rarely in two fields by chance."""

from __future__ import annotations

from typing import Any, Final

_LEAST: Final = 2
"""Characters of a text that says something: one letter is in many fields."""


_SMALL: Final = 100


def is_small_number(value: Any) -> bool:
    """Check for a whole number of one or two digits: of those, several fields of a record often have the same one.

    A number that is written with decimals says more.
    """
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < _SMALL


def says_something(value: Any) -> bool:
    """Check whether a value is a text of two letters at least, or a number other than 0 and 1."""
    if isinstance(value, str):
        return len(value.strip()) >= _LEAST
    return isinstance(value, int | float) and not isinstance(value, bool) and value not in (0, 1)
