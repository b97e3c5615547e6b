"""Names of people in the other order: Ivanova, Bela is Bela Ivanova."""

from __future__ import annotations

import re
from typing import Final

_WORD: Final = r"[^\W\d_][\w.'’-]*"
_SURNAME_FIRST: Final = re.compile(rf"(?P<last>{_WORD}(?: {_WORD}){{0,2}}), ?(?P<first>{_WORD}(?: {_WORD}){{0,2}})")
_FIRST_NAME_FIRST: Final = re.compile(rf"(?P<first>{_WORD}(?: {_WORD}){{0,2}}) (?P<last>{_WORD})")


def in_other_order(text: str) -> str | None:
    """Return a name of two to six words in the other order, with a comma or without; None for what can be no name."""
    words = " ".join(text.split())
    if found := _SURNAME_FIRST.fullmatch(words):
        return f"{found['first']} {found['last']}"
    found = _FIRST_NAME_FIRST.fullmatch(words)
    return None if found is None else f"{found['last']}, {found['first']}"
