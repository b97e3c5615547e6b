"""Transforms of text that leave out what readers do not mind: case, accents, punctuation."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from evaljson.transforms.base import refusal
from evaljson.transforms.unicode_forms import nfc, nfd

_NUKTA_KANA_VIRAMA = (7, 8, 9)
_BRAHMIC_THAI_TIBETAN = range(84, 133)


class _Accents(dict[int, int | None]):
    """For str.translate: None for accents, everything else as it is; filled as characters turn up.

    Combining classes 7 to 9 and 84 to 132 are not accents: voicing marks of kana, viramas, vowels of Thai and others.
    """

    def __missing__(self, code: int) -> int | None:
        kind = unicodedata.combining(chr(code))
        keep = kind == 0 or kind in _NUKTA_KANA_VIRAMA or kind in _BRAHMIC_THAI_TIBETAN
        self[code] = code if keep else None
        return self[code]


class _Punctuation(dict[int, int | None]):
    """For str.translate: None for characters of the Unicode categories P*."""

    def __missing__(self, code: int) -> int | None:
        self[code] = None if unicodedata.category(chr(code))[0] == "P" else code
        return self[code]


_ACCENTS, _PUNCTUATION = _Accents(), _Punctuation()
_ASCII_MARKS = re.compile(r"[!\"#%&'()*,\-./:;?@\[\\\]_{}]")


def without_accents(text: str) -> str:
    """Remove accents; letters with a stroke (ø, ł, đ) have none and stay."""
    if text.isascii():
        return text
    return nfc(nfd(text).translate(_ACCENTS))


def without_punctuation(text: str) -> str:
    """Remove the Unicode categories P*, except marks that belong to a number: 1.5 is not 15, -5 is not 5."""
    if text.isascii() and not _ASCII_MARKS.search(text):
        return text
    bare = text.translate(_PUNCTUATION)
    if len(bare) == len(text) or not any(map(str.isdigit, bare)):
        return bare
    return "".join(
        character
        for place, character in enumerate(text)
        if _PUNCTUATION[ord(character)] is not None or _of_a_number(text, place)
    )


def _of_a_number(text: str, place: int) -> bool:
    """Marks between digits, a percent sign behind one, a minus or a point that starts a number."""
    mark, before, after = text[place], text[max(place - 1, 0) : place], text[place + 1 : place + 2]
    if mark in "%‰" and text[max(place - 2, 0) : place].rstrip()[-1:].isdigit():
        return True
    if before.isdigit():
        return after.isdigit()
    starts = not before or before.isspace() or before in "(-"
    if mark == "-" and starts:
        return after.isdigit() or (after in (".", ",") and text[place + 2 : place + 3].isdigit())
    return mark in ".," and starts and after.isdigit()


def casefold(value: Any, params: dict[str, Any]) -> str:
    """Lower case for comparison, also of letters such as ß (ss)."""
    return _text("casefold", value).casefold()


def strip_accents(value: Any, params: dict[str, Any]) -> str:
    """Remove accents; voicing marks of kana stay."""
    return without_accents(_text("strip_accents", value))


def strip_punctuation(value: Any, params: dict[str, Any]) -> str:
    """Remove punctuation, except marks that belong to a number."""
    return without_punctuation(_text("strip_punctuation", value))


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise refusal(name, "text", value)
    return value
