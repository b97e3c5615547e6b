"""The key around a whole extracted record, as in `{"id": …, "result": {…}}`, and the record without it.

Such a key is no other name of a field: the fields are inside, under the names of gold.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evaljson.schema.node import SchemaNode


def key_around(gold: Any, extracted: Any, root: SchemaNode) -> str | None:
    """Return the key that holds most of the fields that gold has, if these are not beside it; None if there is none."""
    if not isinstance(gold, Mapping) or not isinstance(extracted, Mapping):
        return None
    if root.is_unit or root.skip or root.additional is not None:
        return None
    own = {name for name in root.properties if name != root.id_field and gold.get(name) is not None}
    lacking = own - extracted.keys()
    if len(lacking) * 2 <= len(own):
        return None
    around = [
        key
        for key, value in extracted.items()
        if key not in root.properties and isinstance(value, dict) and len(lacking & value.keys()) * 2 > len(own)
    ]
    return around[0] if len(around) == 1 else None


def taken_out(extracted: Mapping[str, Any], key: str) -> dict[str, Any]:
    """Return the record under a key; what is beside it stays where the record has no such field."""
    inside: dict[str, Any] = extracted[key]
    return inside | {name: value for name, value in extracted.items() if name != key and name not in inside}
