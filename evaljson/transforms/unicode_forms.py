"""Unicode's composed and decomposed forms of a text, in time that grows with its length alone.

Python orders the marks behind a letter by insertion, so a text of 100,000 marks takes many seconds and lets no other
thread run meanwhile. Here, runs of more than RUN marks are taken apart into pieces first, as the stream-safe form of
Unicode does (UAX #15). No language has such runs.
"""

from __future__ import annotations

from typing import Any, Final, Literal
from unicodedata import normalize

import regex  # type: ignore[import-not-found, import-untyped, unused-ignore]

RUN: Final = 500
_MARKS: Final[Any] = regex.compile(rf"\P{{ccc=0}}{{{RUN}}}")


def nfc(text: str) -> str:
    """Compose: a letter and its accent become one character where there is one."""
    return _form("NFC", text)


def nfd(text: str) -> str:
    """Decompose: a letter with an accent becomes two characters."""
    return _form("NFD", text)


def _form(form: Literal["NFC", "NFD"], text: str) -> str:
    if len(text) <= RUN or text.isascii() or not _MARKS.search(text):
        return normalize(form, text)
    pieces, end = [], 0
    for match in _MARKS.finditer(text):
        pieces.append(text[end : match.end()])
        end = match.end()
    return "".join(normalize(form, piece) for piece in [*pieces, text[end:]])
