"""Cuts two texts that differ, so that the difference is in what is left."""

from __future__ import annotations

from typing import Final

from rapidfuzz.distance import Prefix

_BEFORE: Final = 12
"""Characters that both have, shown before the first difference."""


def cut_around(left: str, right: str, most: int, seen: int | None = None) -> tuple[str, str]:
    """Return both texts with at most `most` characters each, from shortly before the place where they differ.

    An ellipsis stands for what is left out at either end. Texts that are short enough, or equal, keep their beginning;
    so do those that differ within the first `seen` characters, where a place shows less than `most` at once.
    """
    seen = most if seen is None else seen
    if max(len(left), len(right)) <= seen or left == right:
        return _cut(left, 0, most), _cut(right, 0, most)
    same = Prefix.similarity(left, right)
    begin = max(0, same - _BEFORE) if same + _BEFORE > seen else 0
    return _cut(left, begin, most), _cut(right, begin, most)


def _cut(text: str, begin: int, most: int) -> str:
    start = "…" if begin else ""
    rest = text[begin:]
    room = most - len(start)
    return start + (rest if len(rest) <= room else f"{rest[: room - 1]}…")
