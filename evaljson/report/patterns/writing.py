"""Texts that differ only in how they are written: a pattern is named only where its rule makes them equal."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from evaljson.comparators.text.normalized import Normalized
from evaljson.transforms.text_folding import without_accents, without_punctuation

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
_SIGN: Final = re.compile(r"\d[.,]\d|^\s*[-+(]")
_NORMALIZED: Final = Normalized()
_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)*")
_DECIMAL: Final = re.compile(r"\d+[.,](?!\d{3}$)\d+")
"""A number with one mark, which is no mark of thousands."""
_OTHER_MARK: Final = str.maketrans(".,", ",.")


def looks(gold: str, extracted: str) -> str | None:
    """Check whether only accents and characters that look alike differ."""
    if gold.isascii() and extracted.isascii() and "`" not in gold + extracted:
        return None
    return "looks" if _alike(gold) == _alike(extracted) else None


def marks_and_letters(gold: str, extracted: str) -> str | None:
    """Check whether only punctuation differs; or several of case, accents, white space and punctuation.

    Marks in a number, and before one, say what it is worth: 1.5 is not 15, and (5) may be -5.
    """
    if not _letters(gold) or _letters(gold) != _letters(extracted):
        return None
    bare = [" ".join(without_punctuation(text).split()) for text in (gold, extracted)]
    if any(map(str.isdigit, bare)) and any(map(_SIGN.search, (gold, extracted))):
        return None
    if bare[0] == bare[1]:
        return "punctuation"
    return "written" if _NORMALIZED(gold, extracted, {}).score == 1.0 else "letters"


def marks_between(gold: str, extracted: str) -> str | None:
    """Check whether, of texts with numbers in them such as ranges, only dashes and white space differ, or the decimal
    marks too: 0.5-1.1 and 0.5 – 1.1, or 0,5-1,1."""
    plain = ["".join(_plain(text).split()) for text in (gold, extracted)]
    if plain[0] == plain[1]:
        return "letters"
    between = [_NUMBER.split(text) for text in plain]
    if between[0] != between[1]:
        return None
    for one, other in zip(*map(_NUMBER.findall, plain), strict=True):
        if one != other and not (_DECIMAL.fullmatch(one) and one.translate(_OTHER_MARK) == other):
            return None
    return "marks_within"


@lru_cache(maxsize=16_384)
def _alike(text: str) -> str:
    return without_accents(text.translate(_ALIKE))


@lru_cache(maxsize=16_384)
def _letters(text: str) -> str:
    plain = text if text.isascii() else _plain(text)
    return "".join(without_punctuation(plain).casefold().split())


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text.translate(_ALIKE).translate(_LETTERS))
    return "".join(one for one in folded if not unicodedata.combining(one))
