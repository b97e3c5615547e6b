"""The comparator of a field that names none: by its type, for this process."""

from __future__ import annotations

import copy
import threading
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from evaljson.base.errors import SchemaError, did_you_mean
from evaljson.base.params import parse_xeval_entry

Entry = str | dict[str, Any]
"""`"name"` or `{"name": {params}}`."""

_BUILT_IN: Mapping[str, Entry] = MappingProxyType(
    {
        "string": "exact",
        "number": "numeric",
        "integer": "numeric",
        "boolean": "exact",
        "object": "exact",
        "array": "exact",
        "null": "exact",
    }
)
_lock = threading.Lock()
_changed: dict[str, Entry] = {}


def set_type_default(json_type: str, comparator: Entry) -> None:
    """Compare fields of this JSON type by `comparator` where the schema names none.

    "object" and "array" mean containers without declared children. The comparator's name and parameters are checked
    when a schema is parsed, so it may be registered later. Raises SchemaError; its kind that is a TypeError too for a
    comparator that is neither text nor object.
    """
    if not isinstance(json_type, str) or json_type not in _BUILT_IN:
        raise _unknown(json_type)
    parse_xeval_entry(comparator)
    with _lock:
        _changed[json_type] = copy.deepcopy(comparator)


def reset_type_defaults() -> None:
    """Forget all that `set_type_default` set."""
    with _lock:
        _changed.clear()


def type_default(type: str | Sequence[str]) -> Entry:
    """Return a copy of the current comparator for a type.

    Several types are exact, except integer with number, which is "number". Raises SchemaError for no JSON type.
    """
    types = [type] if isinstance(type, str) else list(type)
    for name in types:
        if not isinstance(name, str) or name not in _BUILT_IN:
            raise _unknown(name)
    names = set(types)
    if not names:
        raise SchemaError(f"the list of types is empty: name at least one of {', '.join(_BUILT_IN)}")
    if names == {"integer", "number"}:
        names = {"number"}
    if len(names) > 1:
        return "exact"
    (name,) = names
    with _lock:
        return copy.deepcopy(_changed.get(name, _BUILT_IN[name]))


def _unknown(name: object) -> SchemaError:
    return SchemaError(f"there is no JSON type {name!r}.{did_you_mean(str(name), _BUILT_IN)}")
