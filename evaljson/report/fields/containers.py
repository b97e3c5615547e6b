"""Rows for an object or array itself, which stand among those of its parts and are easily taken for one of them.

What is inside an object or array counts at its parts, each with a row of its own. A result at the object itself is for
what has no parts to count at: it is empty, null or something else than an object on one side, or there is none at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

NOTE: Final = (
    "A row for an object, array or element “itself” says whether it matches as a whole: missing, null, empty, "
    "or of another type. Its parts have rows of their own."
)
"""Where a table has such rows."""
_MEANS: Final = {
    "missing": "gold has it, though empty, null or of another type; extracted has none",
    "invented": "extracted has it, though empty, null or of another type; gold has none",
    "wrong_type": "as a whole it is of another type",
    "wrong_value": "as a whole it is something else",
    "match": "alike as a whole: empty, or the same",
}
"""By kind of result, what it says of an object or array itself."""


def wholes(fields: Iterable[str]) -> dict[str, str]:
    """Name those schema paths that contain others: "the object itself", "the array itself" or "the element itself"."""
    every = list(fields)
    below: dict[str, str] = {}
    for path in every:
        for cut in _cuts(path):
            below.setdefault(path[:cut], path[cut:])
    return {path: _word(path, below[path]) for path in every if path in below}


def _cuts(path: str) -> Iterable[int]:
    """List where the paths of its containers may end; in a quoted key, no path does, so nothing has that name."""
    return (at for at, sign in enumerate(path) if sign in ".[" and at)


def _word(path: str, rest: str) -> str:
    if rest.startswith("[]"):
        return "the array itself"
    return "the element itself" if path.endswith("[]") else "the object itself"


def named(field: str, whole_names: Mapping[str, str]) -> str:
    """Name the field as in a table, distinct from its parts; `whole_names` is from `wholes`."""
    return f"{field} ({whole_names[field]})" if field in whole_names else field


def meaning(kind: str, field: str, whole_names: Mapping[str, str]) -> str:
    """Explain a kind of result of a container, in brackets after its count; empty for other fields."""
    return f" ({_MEANS[kind]})" if is_whole(field, whole_names) and kind in _MEANS else ""


def is_whole(field: str, whole_names: Mapping[str, str]) -> bool:
    """Check whether a row is an object or array itself; one that stands for several fields is not."""
    return whole_names.get(field, "").endswith("itself")


def is_group(field: str, whole_names: Mapping[str, str]) -> bool:
    """Check whether a row stands for several fields."""
    return field in whole_names and not is_whole(field, whole_names)
