"""How wide a column of texts in a table has to be: by itself it cuts the longest ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

_CHARACTER, _AROUND = 7, 24
"""Pixels of a letter of the table, and beside the text of a cell."""
_LEAST: Final = 80
_MOST: Final = 400
"""Beyond it, a text is cut after all: other columns need room too."""


def is_cut(text: str) -> bool:
    """Check whether the widest column has no room for a text."""
    return _AROUND + _CHARACTER * len(text) > _MOST


def cut_to_width(text: str, at: str) -> str:
    """Cut a text that the widest column has no room for, before one of its separators `at` if it has any there."""
    most = (_MOST - _AROUND) // _CHARACTER
    if len(text) <= most:
        return text
    whole = text[: most - 1].rpartition(at)[0] or text[: most - 1]
    return f"{whole}…"


def text_width(texts: Iterable[object], least: int = _LEAST, most: int = _MOST) -> int:
    """Return the width in pixels of a column with these texts in it; None counts as none."""
    longest = max((len(str(text)) for text in texts if text is not None), default=0)
    return min(most, max(least, _AROUND + _CHARACTER * longest))
