"""Read JSON with orjson, and prove for each text that nothing was lost.

orjson silently differs from an exact reader in three ways: it keeps the last value of a repeated key, an integer beyond
64 bits becomes a float, and it nests deeper than we allow. Each has a cheap test that may refuse a good text, but never
accepts a bad one:

- Colons. Every member of an object brings one colon, every other colon is inside a string, and only the escape
  `\\u003a` hides one. Without that escape, the text has as many colons as the value written out again exactly when no
  member was dropped.
- Digits. An integer beyond 64 bits has at least 19 digits in a row.
- Brackets. A text with at most MAX_DEPTH opening brackets is at most that deep.

For many lines the same tests are done at once, in coarser forms.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import numpy as np
import orjson

from evaljson.load.json.exact import MAX_DEPTH
from evaljson.load.json.room import holds_too_many

parse = orjson.loads
"""Raises ValueError for everything that strict JSON does not have (NaN and lone surrogates too)."""

_OUTLINE = bytes(ord("0") if b in b"0123456789" else ord("{") if b in b"{[" else ord(" ") for b in range(256))
_LONG = b"0" * 19
_WORD: Final = 4
_HIGH_BITS: Final = np.uint32(0xF0F0F0F0)
_OF_DIGITS: Final = np.uint32(0x30303030)
"""What they are in four digits; some marks have the same."""
_BEYOND_64_BITS = 2.0**63


def certified(text: bytes, parts: Iterable[Any], keys: Iterable[str] = ()) -> bool:
    """Check whether `parse(text)` is what an exact reader returns.

    `parts` are the records (each may be MAX_DEPTH deep) and whatever else the text holds. `keys` are those of the outer
    object, if the parts are in one; an array around them does not matter.
    """
    if b"\\u003" in text and (b"\\u003a" in text or b"\\u003A" in text):
        return False
    outline = text.translate(_OUTLINE)
    shallow = outline.count(b"{") <= MAX_DEPTH
    short = _LONG not in outline
    del outline  # as long as the text
    colons = sum(1 + key.count(":") for key in keys)
    too_many = holds_too_many(text)
    for part in parts:
        if too_many:
            if not (short and shallow) and not _plain(part, floats=not short):
                return False
            colons += _colons(part)
            continue
        try:
            written = orjson.dumps(part)
        except TypeError:  # deeper than orjson writes
            return False
        if not (short and (shallow or _openings(written) <= MAX_DEPTH)) and not _plain(part):
            return False
        colons += written.count(b":")
    return colons == text.count(b":")


def lines_certified(text: bytes, start: int, end: int, values: list[Any]) -> bool:
    """Check whether `values` are what an exact reader returns for the lines of `text` from `start` to `end`.

    They are what `parse` returns for each. If the check fails, some of them may still be certified, one by one.
    """
    if text.find(b"\\", start, end) >= 0 and text.find(b"\\u003", start, end) >= 0:
        return False
    if _may_be_long(text, start, end) and _LONG in text[start:end].translate(_OUTLINE):
        return False
    read = np.frombuffer(text, np.uint8, end - start, start)
    try:
        written = np.frombuffer(orjson.dumps(_nested(values)), np.uint8)
    except TypeError:  # deeper than a record may be
        return False
    # Each line has at least as many colons as its value written again, so equal sums are equal parts.
    return bool(np.count_nonzero(written == _COLON) == np.count_nonzero(read == _COLON))


def _may_be_long(text: bytes, start: int, end: int) -> bool:
    """Check whether 19 digits may be in a row between two places, before and behind which there is something else.

    They fill four words in a row where words of four bytes begin, or three where one is cut off at the end.
    """
    start += -start % _WORD
    words = np.frombuffer(text, np.uint32, max(end - start, 0) // _WORD, start)
    digits = (words & _HIGH_BITS) == _OF_DIGITS
    return bool((digits[:-2] & digits[1:-1] & digits[2:]).any())


def _levels_written() -> int:
    """Return how deep a value may be for orjson to write it."""
    value: list[Any] = []
    for depth in range(1, 2 * MAX_DEPTH):
        value = [value]
        try:
            orjson.dumps(value)
        except TypeError:
            return depth
    return 2 * MAX_DEPTH


_COLON: Final = ord(":")
_SPARE: Final = _levels_written() - MAX_DEPTH
"""Levels that orjson writes beyond those that a record may have; `_nested` uses them up."""


def _nested(values: list[Any]) -> list[Any]:
    for _ in range(_SPARE - 1):  # the list of them is a level too
        values = [values]
    return values


def _colons(value: Any) -> int:
    """Count the colons that a value has when it is written, without writing it."""
    count, left = 0, [value]
    while left:
        item = left.pop()
        if type(item) is dict:
            count += sum(1 + key.count(":") for key in item)
            left.extend(item.values())
        elif type(item) is list:
            left.extend(inner for inner in item if type(inner) in (dict, list, str))
        elif type(item) is str:
            count += item.count(":")
    return count


def _openings(text: bytes) -> int:
    return text.count(b"{") + text.count(b"[")


def _plain(value: Any, floats: bool = True) -> bool:
    """Check that a value is at most MAX_DEPTH deep and has no float that may have been an integer beyond 64 bits."""
    level, depth = [value], 0
    while level:
        below = []
        for node in level:
            for item in node.values() if type(node) is dict else node if type(node) is list else (node,):
                kind = type(item)
                if kind is dict or kind is list:
                    below.append(item)
                elif floats and kind is float and not -_BEYOND_64_BITS < item < _BEYOND_64_BITS:
                    return False
        level, depth = below, depth + 1
        if depth == MAX_DEPTH and level:
            return False
    return True
