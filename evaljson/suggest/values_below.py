"""The values at a schema path in records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evaljson.base.paths import split


def values_below(records: Sequence[Any], path: str) -> list[Any]:
    """Return all values at a schema path."""
    level = list(records)
    for step in split(path):
        if step is None:
            level = [item for value in level if isinstance(value, list) for item in value]
        elif step == "*":
            level = [item for value in level if isinstance(value, dict) for item in value.values()]
        else:
            level = [value[step] for value in level if isinstance(value, dict) and step in value]
    return level
