"""Under which key of a single JSON object its records are, where that is not "records"."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import islice
from typing import Any, Final

USUAL: Final = frozenset(
    {"data", "documents", "entries", "examples", "extractions", "gold", "ground_truth", "predictions", "responses",
     "results", "rows"}
)  # fmt: skip
"""Names, in small letters, of a list of records that nobody knows the keys of; few documents have such a field."""
ENOUGH: Final = 3
"""Objects of one shape under a usual name that are surely records."""
_LOOKED_AT: Final = 50


def record_list(value: Mapping[str, Any], keys: Collection[str], id_field: str | None = None) -> str | None:
    """Return the key of the only list of objects in `value`, if these are the records rather than a part of one.

    So they are where they have more of the `keys` that records may have than the object itself, in them or in objects
    inside; and where they are several of one shape under a usual name, and the object has no other list. An object that
    has the id field is a record.
    """
    lists = [key for key, inner in value.items() if _holds_objects(inner)]
    if len(lists) != 1 or id_field in value or lists[0] in keys:
        return None
    (name,) = lists
    objects = [one for one in islice(value[name], _LOOKED_AT) if one is not None]
    inside = {key for one in objects for key in (*one, *_keys_inside(one.values()))}
    of_objects, own = len(inside.intersection(keys)), len(set(keys).intersection(value))
    if of_objects or own:
        return name if of_objects > own else None
    is_only_list = not any(isinstance(inner, list) for key, inner in value.items() if key != name)
    is_usual = name.lower() in USUAL and is_only_list and len(objects) >= ENOUGH
    return name if is_usual and set[str].intersection(*map(set, objects)) else None


def _holds_objects(inner: Any) -> bool:
    """Check whether it is a list of objects; null stands for one that was not produced."""
    return (
        isinstance(inner, list)
        and any(isinstance(one, dict) for one in inner)
        and all(one is None or isinstance(one, dict) for one in inner)
    )


def _keys_inside(values: Iterable[Any]) -> Iterable[str]:
    return (key for value in values if isinstance(value, dict) for key in value)
