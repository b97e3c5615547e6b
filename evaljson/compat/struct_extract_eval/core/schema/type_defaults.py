"""The comparators that annotating writes, by type; of this package alone, not of evaljson."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from evaljson.base.errors import SchemaError
from evaljson.base.params import parse_xeval_entry as read_entry

Entry = str | dict[str, Any]
_changed: dict[str, Entry] = {}


def parse_xeval_entry(entry: Any) -> tuple[str, dict[str, Any]]:
    """Parse `"name"` or `{"name": {params}}` into (name, params). Raises TypeError or ValueError."""
    return read_entry(entry)


def set_type_default(json_type: str, comparator: Entry) -> None:
    """Write `comparator` at fields of this type from now on; any type will do. Raises TypeError or ValueError."""
    if not isinstance(json_type, str) or not json_type:
        raise SchemaError(f"a type is a non-empty text, not {json_type!r}")
    read_entry(comparator)
    _changed[json_type] = copy.deepcopy(comparator)


def reset_type_defaults() -> None:
    """Forget what `set_type_default` set."""
    _changed.clear()


def type_default(types: Sequence[str]) -> Entry:
    """Return a copy of the comparator for a node of these types, null aside."""
    if set(types) == {"integer", "number"}:
        types = ["number"]
    name = types[0] if len(types) == 1 else ""
    return copy.deepcopy(_changed.get(name, "numeric" if name in ("integer", "number") else "exact"))
