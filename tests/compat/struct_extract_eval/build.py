"""Schemas in few words."""

from typing import Any

TEXT = {"type": "string", "x-eval-compare": "exact"}
NUMBER = {"type": "number", "x-eval-compare": "numeric"}


def text(compare: Any = "exact", **settings: Any) -> dict[str, Any]:
    """A text under a comparator."""
    return {"type": "string", "x-eval-compare": compare, **settings}


def of(**properties: Any) -> dict[str, Any]:
    """An object."""
    return {"type": "object", "properties": properties}


def many(items: Any, **settings: Any) -> dict[str, Any]:
    """An array."""
    return {"type": "array", "items": items, **settings}
