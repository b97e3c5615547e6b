"""The values in an element of an array of which people said something as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from evaljson.base import paths


def values_in(element: Any, parts: Iterable[str] = ()) -> dict[str, Any]:
    """Return the values in an element, by their paths in it as they are behind its own: `.unit`, `[0]`.

    `parts` are such paths of what is known to be scored as one value: nothing at or below them is listed. Of all else
    it is the leaves, also those about which no result tells; an element that is one value has it at "".
    """
    known = tuple(parts)
    return {at: value for at, value in _leaves(element, "") if not any(paths.is_below(at, one) for one in known)}


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    inner: Mapping[str, Any] = {}
    if isinstance(value, dict):
        inner = {path + _dotted(key): held for key, held in value.items()}
    elif isinstance(value, list):
        inner = {paths.element(path, place): held for place, held in enumerate(value)}
    if not inner:
        yield path, value
    for below, held in inner.items():
        yield from _leaves(held, below)


def _dotted(key: str) -> str:
    """Return the step to a key as it is behind an element."""
    step = paths.child("", key)
    return step if step.startswith("[") else f".{step}"
