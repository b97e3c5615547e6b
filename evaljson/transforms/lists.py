"""Transforms that give lists: split, sort_list, unique."""

from __future__ import annotations

import json
from collections.abc import Hashable
from typing import Any

from evaljson.base.jsontypes import strict_key
from evaljson.base.params import Param
from evaljson.transforms.base import refusal

SEPARATOR = (
    Param(
        "separator",
        "string",
        "What stands between the parts.",
        default=",",
        longest=100,
        check=lambda text: None if text else "a separator has at least one character",
    ),
)


def split(value: Any, params: dict[str, Any]) -> list[Any]:
    """Split a text into trimmed, non-empty parts. Lists pass unchanged: one side may already be one."""
    if isinstance(value, list):
        return value
    if not isinstance(value, str):
        raise refusal("split", "text and lists", value)
    return [part.strip() for part in value.split(params.get("separator", ",")) if part.strip()]


def sort_list(value: Any, params: dict[str, Any]) -> list[Any]:
    """Sort elements of any types: null, false, true, numbers, texts, lists, objects."""
    return sorted(_list("sort_list", value), key=_place)


def unique(value: Any, params: dict[str, Any]) -> list[Any]:
    """Drop elements that strictly equal an earlier one; 1 and 1.0 are different."""
    first: dict[Hashable, Any] = {}
    try:
        for item in _list("unique", value):
            first.setdefault(strict_key(item), item)
    except RecursionError:
        raise ValueError("unique: an element is nested too deeply") from None
    return list(first.values())


def _list(name: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise refusal(name, "lists", value)
    return value


def _place(item: Any) -> tuple[int, Any, str]:
    """Return a sort key that only strictly equal elements share."""
    if item is None:
        return 0, 0, ""
    if isinstance(item, bool):
        return 1, item, ""
    if isinstance(item, int | float):
        return (2, item, type(item).__name__) if item == item else (3, 0, "")
    if isinstance(item, str):
        return 4, item, ""
    try:
        return 5 if isinstance(item, list) else 6, json.dumps(item, sort_keys=True), ""
    except RecursionError:
        raise ValueError("sort_list: an element is nested too deeply") from None
