"""The value of a record at a key that someone named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evaljson.base.jsontypes import ABSENT, value_at


def value_of(record: Mapping[str, Any], key: str) -> Any:
    """Return the value at a key or, if there is no such key, at a path such as `vendor.country`; None for no value."""
    if key in record:
        return record[key]
    try:
        value = value_at(record, key)
    except ValueError:  # a key of the file beside gold may have any name
        return None
    return None if value is ABSENT else value
