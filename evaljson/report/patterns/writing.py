"""Texts that differ only in how they are written: a pattern is named only where its rule makes them equal."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from evaljson.comparators.text.normalized import Normalized
from evaljson.report.patterns.marks import digit_marks, signs
from evaljson.report.patterns.spelling import alike, plain
from evaljson.transforms.text_folding import without_accents, without_punctuation

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
    if signs(gold, extracted):
        return None
    if _NORMALIZED(gold, extracted, {}).score == 1.0:
        return "punctuation" if bare[0] == bare[1] else "written"
    return None if digit_marks(gold, extracted) else "letters"


def marks_between(gold: str, extracted: str) -> str | None:
    """Check whether, of texts with numbers in them such as ranges, only dashes and white space differ, or the decimal
    marks too: 0.5-1.1 and 0.5 – 1.1, or 0,5-1,1."""
    texts = ["".join(plain(text).split()) for text in (gold, extracted)]
    if texts[0] == texts[1]:
        return "letters"
    between = [_NUMBER.split(text) for text in texts]
    if between[0] != between[1]:
        return None
    for one, other in zip(*map(_NUMBER.findall, texts), strict=True):
        if one != other and not (_DECIMAL.fullmatch(one) and one.translate(_OTHER_MARK) == other):
            return None
    return "marks_within"


@lru_cache(maxsize=16_384)
def _alike(text: str) -> str:
    return without_accents(alike(text))


@lru_cache(maxsize=16_384)
def _letters(text: str) -> str:
    return "".join(without_punctuation(plain(text)).casefold().split())
