"""Walk the outermost array or object of a text value by value, so that a bad value affects no other."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from evaljson.base.paths import child, element
from evaljson.load.json.exact import ExactParser
from evaljson.load.json.source_text import SourceText


@dataclass(frozen=True, slots=True)
class Item:
    """One value of the outermost container."""

    key: str | None
    """Its key; None in an array."""
    path: str
    start: int
    end: int
    value: Any
    """The parsed value, a Flaw, or (for a member that is walked too) a Scan."""


@dataclass(frozen=True, slots=True)
class Scan:
    """The values of a container."""

    items: list[Item]
    end: int
    """The position after the container, or where the text breaks."""
    broken: json.JSONDecodeError | None
    """Why the walk stopped; None if it reached the end."""


def scan(
    parser: ExactParser,
    source: SourceText,
    at: int,
    path: str = "",
    walk_into: Callable[[str], bool] | None = None,
    check: Callable[[int], None] | None = None,
) -> Scan:
    """Walk the array or object that begins at `at`; an array under a key of which `walk_into` holds is
    walked as well.

    `check` is called with the number of values so far, and may raise.
    """
    text, items = source.text, list[Item]()
    is_object = text[at] == "{"
    closing = "}" if is_object else "]"
    at = source.skip(at + 1)
    if text[at : at + 1] == closing:
        return Scan(items, at + 1, None)
    while True:
        start = at
        try:
            key, at = _key(parser, source, at) if is_object else (None, at)
            where = element(path, len(items)) if key is None else child(path, key)
            if key is not None and walk_into is not None and text[at : at + 1] == "[" and walk_into(key):
                inner = scan(parser, source, at, where, check=check)
                items.append(Item(key, where, at, inner.end, inner))
                if inner.broken:
                    return Scan(items, inner.end, inner.broken)
            else:
                value, end = parser.value_at(text, at, where)
                items.append(Item(key, where, at, end, value))
        except json.JSONDecodeError as error:
            return Scan(items, start, error)
        if check:
            check(len(items))
        at = source.skip(items[-1].end)
        if text[at : at + 1] == closing:
            return Scan(items, at + 1, None)
        if text[at : at + 1] != ",":
            return Scan(items, at, json.JSONDecodeError("Expecting ',' delimiter", text, at))
        at = source.skip(at + 1)


def _key(parser: ExactParser, source: SourceText, at: int) -> tuple[str, int]:
    """Return the key at `at`, and where its value begins."""
    if source.text[at : at + 1] != '"':
        raise json.JSONDecodeError("Expecting property name enclosed in double quotes", source.text, at)
    key, end = parser.value_at(source.text, at)
    colon = source.skip(end)
    if source.text[colon : colon + 1] != ":":
        raise json.JSONDecodeError("Expecting ':' delimiter", source.text, colon)
    return key, source.skip(colon + 1)
