"""A text as its letters and digits, and the marks between them, however these are written."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from evaljson.transforms.text_folding import without_accents

_ALIKE: Final = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u2032\u00b4`", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb\u2033", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
    }
)
"""Those that the suggestion to treat look-alikes as equal takes for the same."""
_LETTERS: Final = str.maketrans(
    {
        "ł": "l",
        "Ł": "L",
        "ø": "o",
        "Ø": "O",
        "đ": "d",
        "Đ": "D",
        "\u0131": "i",
        "æ": "ae",
        "Æ": "AE",
        "œ": "oe",
        "Œ": "OE",
    }
)
"""Letters that people replace, and that no rule on accents does."""
_SMALL: Final = re.compile("(?<=\\d)(?=[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u209c\u2150-\u215f\u2189\u2460-\u249b])")
"""Before a digit that is raised, lowered or part of a fraction: 5² is not 52."""
_EMPHASIS: Final = re.compile(r"(?<!\w)(\*{1,3})(?=[^\s*])(.+?)(?<=[^\s*])\1(?![\w*])", re.DOTALL)
"""Marks of Markdown around words, which say nothing about them."""
_NO_LETTERS: Final = re.compile(r"[\W_]+")


def alike(text: str) -> str:
    """Write quotes and dashes of all kinds alike."""
    return text.translate(_ALIKE)


@lru_cache(maxsize=16_384)
def plain(text: str) -> str:
    """Write marks and letters in their plainest form, without accents."""
    text = alike(text).translate(_LETTERS)
    if text.isascii():
        return text
    return without_accents(unicodedata.normalize("NFKD", _SMALL.sub("^", text)))


def letters_of(text: str) -> str:
    """Return the letters and digits of a text, with the signs of vowels that other scripts write above or below."""
    return _NO_LETTERS.sub("", text) if text.isascii() else "".join(filter(_is_letter, text))


@lru_cache(maxsize=16_384)
def folded_letters(text: str) -> str:
    """Return the letters and digits of a text in its plainest form, in lower case."""
    return letters_of(_folded(text))


@lru_cache(maxsize=1_024)
def gaps(text: str) -> tuple[str, ...]:
    """Return what is before each of the `folded_letters` of a text, and behind the last one."""
    found = [""]
    for character in _folded(text):
        if _is_letter(character):
            found.append("")
        else:
            found[-1] += character
    return tuple(found)


def _folded(text: str) -> str:
    return _EMPHASIS.sub(r"\2", plain(text)).casefold()


def _is_letter(character: str) -> bool:
    return character.isalnum() or unicodedata.category(character)[0] == "M"
