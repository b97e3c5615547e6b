"""What to say of alternative objects, which are scored as one object with all their fields."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from evaljson.schema.resolve.flat import Flat
from evaljson.schema.resolve.listed_values import Values, disjoint
from evaljson.schema.resolve.remarks import Note

ValuesOf = Callable[[Flat, str], Values | None]
"""The values that a field of an alternative lists."""


def how_united(choices: Sequence[Flat], discriminator: Any, values_of: ValuesOf) -> tuple[Note, ...]:
    """Find the field that tells the objects among the choices apart, and remark on it; empty if there are not several.

    `discriminator` is OpenAPI's keyword, or whatever stands in its place.
    """
    objects = [flat for flat in choices if flat.properties or flat.additional is not None]
    if len(objects) < 2:
        return ()
    key = _telling_key(objects, discriminator, values_of)
    if key is None:
        how = "which nothing tells apart, are merged: scored as one with all their fields"
        return (Note("merged", f"{len(objects)} alternative objects, {how}"),)
    how = f"told apart by {key!r}, are scored as one with all their fields"
    return (Note("discriminated", f"{len(objects)} alternative objects, {how}"),)


def mixed_types(parts: Sequence[Flat]) -> tuple[Note, ...]:
    """List the types if the parts merged into one node differ in type."""
    type_names = dict.fromkeys(" or ".join(flat.known_types or ("anything",)) for flat in parts)
    type_names.pop("null", None)
    kinds = {name for types in type_names for name in types.split(" or ")}
    if len(type_names) < 2 or kinds <= {"integer", "number"}:
        return ()
    types = " and ".join(type_names)
    return (Note("mixed", f"its type differs between the alternatives ({types}): it is compared as one value"),)


def _telling_key(objects: Sequence[Flat], discriminator: Any, values_of: ValuesOf) -> str | None:
    shared = [key for key in objects[0].properties if all(key in flat.properties for flat in objects)]
    named = discriminator.get("propertyName") if isinstance(discriminator, dict) else None
    if isinstance(named, str) and named in shared:
        return named
    for key in shared:
        # Most fields list nothing, which shows at the first alternative: the others need no look then.
        if values_of(objects[0], key) and disjoint([values_of(flat, key) for flat in objects]):
            return key
    return None
