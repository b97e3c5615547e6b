"""Comparators and transforms inside a comparator's parameters: checked when a schema is parsed, found when called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from evaljson.comparators.base import ComparatorResult, Registered
from evaljson.errors import SchemaError
from evaljson.params import Param, parse_xeval_entry, read_entry

_DEEPEST = 50


def check_comparator(entry: Any) -> str | None:
    """Why an entry cannot stand inside another comparator, or None."""
    if _is_deep(entry):
        return f"comparators inside comparators are nested deeper than {_DEEPEST} levels"
    try:
        read_entry(entry, _find, "comparator")
    except SchemaError as error:
        return str(error)
    return None


def check_each(entries: list[Any]) -> str | None:
    """Why a list of transforms cannot be used, or None."""
    from evaljson.transforms.registry import find_transform

    try:
        for entry in entries:
            read_entry(entry, find_transform, "transform")
    except SchemaError as error:
        return str(error)
    return None


TRANSFORM = Param("transform", "array", "Transforms of each element, as in x-eval-transform.", check=check_each)


def _find(name: str) -> Registered:
    from evaljson.comparators.registry import find_comparator

    found = find_comparator(name)
    if getattr(found.fn, "is_batch", False) or name == "compound":
        raise SchemaError(f"{name!r} judges many fields at once: it cannot stand inside another comparator")
    return found


def compare_by(entry: Any, gold: Any, extracted: Any) -> ComparatorResult:
    """The answer of the entry's comparator.

    What it raises is not caught, and an answer that is none from 0 to 1 raises ValueError: the engine reports both.
    """
    name, params = parse_xeval_entry(entry)
    answer = _find(name).fn(gold, extracted, params)
    result = answer if isinstance(answer, ComparatorResult) else ComparatorResult(answer, name)
    if not result.skip and (type(result.score) is bool or not _in_range(result.score)):
        raise ValueError(f"comparator {name!r} scored {result.score!r}, which is not from 0 to 1")
    return result


def _in_range(score: Any) -> bool:
    try:
        return bool(0 <= score <= 1)
    except TypeError:
        return False


def transforms_of(entries: list[Any] | None) -> Callable[[Any], tuple[Any, str | None]]:
    """The transforms as one function: (transformed value, None), or (the value as it was, why it was refused)."""
    from evaljson.transforms.registry import find_transform

    steps = [(name, find_transform(name).fn, params) for name, params in map(parse_xeval_entry, entries or [])]

    def apply(value: Any) -> tuple[Any, str | None]:
        done = value
        for name, fn, params in steps:
            try:
                done = fn(done, params)
            except Exception as error:  # a user's transform may raise anything; the reason is in the result
                return value, str(error) or f"{name} raised {type(error).__name__}"
        return done, None

    return apply


def _is_deep(entry: Any) -> bool:
    stack = [(entry, 0)]
    while stack:
        item, depth = stack.pop()
        if depth > _DEEPEST:
            return True
        inside = item.values() if isinstance(item, dict) else item if isinstance(item, list) else ()
        stack.extend((below, depth + 1) for below in inside)
    return False
