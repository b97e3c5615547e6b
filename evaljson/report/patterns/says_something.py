"""Values that are rarely in two fields by chance."""

from __future__ import annotations

from typing import Any, Final

_LEAST: Final = 2
"""Characters of a text that says something: one letter is in many fields."""


def says_something(value: Any) -> bool:
    """Check whether a value is a text of two letters at least, or a number other than 0 and 1."""
    if isinstance(value, str):
        return len(value.strip()) >= _LEAST
    return isinstance(value, int | float) and not isinstance(value, bool) and value not in (0, 1)
