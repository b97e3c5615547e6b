"""Transforms that replace whole values by a table: map_values for synonyms, null_if for words that mean nothing."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from evaljson.base.jsontypes import strict_equal, type_name
from evaljson.base.params import Param


def _not_empty(values: Any) -> str | None:
    return None if values else "list at least one value"


_IGNORE_CASE = Param("ignore_case", "boolean", "Take upper and lower case for the same.", default=False)
MAP = (
    Param("values", "object", "From each text to the value in its place.", True, longest=100_000, check=_not_empty),
    _IGNORE_CASE,
)
NULL = (
    Param("values", "array", "The values that mean null.", required=True, longest=1_000, check=_not_empty),
    _IGNORE_CASE,
)


def map_values(value: Any, params: dict[str, Any]) -> Any:
    """Replace a text by its entry in the table, once; texts without an entry and other values stay unchanged."""
    if not isinstance(value, str):
        return value
    table: dict[str, Any] = params["values"]
    if value in table or not params.get("ignore_case", False):
        return table.get(value, value)
    spellings = _by_fold(tuple(table)).get(value.casefold(), [])
    if any(not strict_equal(table[spelling], table[spellings[0]]) for spelling in spellings):
        raise ValueError(f"map_values: {', '.join(map(repr, spellings))} differ only in case, but do not mean the same")
    return table[spellings[0]] if spellings else value


def null_if(value: Any, params: dict[str, Any]) -> Any:
    """Replace listed values by null; all others stay unchanged."""
    listed = params["values"]
    if isinstance(value, str):
        if params.get("ignore_case", False):
            folded = value.casefold()
            return None if any(isinstance(item, str) and item.casefold() == folded for item in listed) else value
        return None if value in listed else value
    kind = type_name(value)
    return None if any(type_name(item) == kind and strict_equal(item, value) for item in listed) else value


@lru_cache(maxsize=64)
def _by_fold(spellings: tuple[str, ...]) -> dict[str, list[str]]:
    """Index the table's keys by their case-folded form, once: folding a long table per value would be slow."""
    by_fold: dict[str, list[str]] = {}
    for spelling in spellings:
        by_fold.setdefault(spelling.casefold(), []).append(spelling)
    return by_fold
