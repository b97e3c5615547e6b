"""Texts in which nothing but marks differ, and these may say another thing: A+ and A, C# and C, 3/4 and 34."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise
from typing import Final

from evaljson.report.patterns.spelling import folded_letters, gaps

_OF_A_WORD: Final = re.compile(r"[#*+-]+")
"""Signs on the end of a word, as grades and names have them."""
_DECIMALS: Final = re.compile(r"\d[.,]\d")
"""Which make another number: 1.5 and 15 are different values."""


def signs(gold: str, extracted: str) -> str | None:
    """Check whether a plus, the sign of a currency or one at the end of a word differs, and no letter or digit does."""
    letters = folded_letters(gold)
    if not letters or letters != folded_letters(extracted):
        return None
    for at, pair in enumerate(zip(gaps(gold), gaps(extracted), strict=True)):
        if pair[0] != pair[1]:
            is_on_word = _is_on_word(pair, at, len(letters))
            if _signs(pair[0], is_on_word) != _signs(pair[1], is_on_word):
                return "text_sign"
    return None


def digit_marks(gold: str, extracted: str) -> str | None:
    """Check whether marks between two digits differ, and no letter or digit does; none may be that of decimals."""
    letters = folded_letters(gold)
    if letters != folded_letters(extracted) or any(map(_DECIMALS.search, (gold, extracted))):
        return None
    within = zip(pairwise(letters), gaps(gold)[1:], gaps(extracted)[1:], strict=False)
    differs = any(
        one.isdigit() and other.isdigit() and _bare(gap) != _bare(its_gap) for (one, other), gap, its_gap in within
    )
    return "digit_mark" if differs else None


def _is_on_word(pair: tuple[str, str], at: int, last: int) -> bool:
    """Check whether a word ends at a place of both texts, and one of them has a sign on it there."""
    if at == 0 or (at < last and "" in pair):
        return False
    found = [(_OF_A_WORD.match(gap), gap) for gap in pair]
    return any(match is not None and (at == last or match.end() < len(gap)) for match, gap in found)


def _signs(gap: str, is_on_word: bool) -> str:
    also = "#*-" if is_on_word else ""
    return "".join(one for one in gap if one == "+" or one in also or unicodedata.category(one) == "Sc")


def _bare(gap: str) -> str:
    """Leave out white space, which is no mark."""
    return "".join(gap.split())
