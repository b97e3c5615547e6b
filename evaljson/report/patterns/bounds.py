"""Texts of which one has another sign that says what a number is worth, or none: > 5000 and 5000, ± 2 and 2."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from evaljson.report.patterns.spelling import letters_of

_SAME: Final = {">=": "≥", "=>": "≥", "≧": "≥", "<=": "≤", "=<": "≤", "≦": "≤", "+/-": "±", "≈": "~", "≃": "~"}
_SIGNS: Final = re.compile(
    r"[≤≥≦≧±≈≃≠≪≫]|\+/-|(?<![-=<>])(?:[<>]=?|=[<>])(?=\s*[-+\u2212]?[.,]?\d)|(?<!\d)(?<!\d\s)~(?=\s*[.,]?\d)"
)
"""Arrows and brackets such as -> and <b> are none, nor is the dash of 5~10."""


def bounds(gold: str, extracted: str) -> str | None:
    """Check whether these signs differ, and no letter or digit does."""
    if gold.isalnum() and extracted.isalnum():
        return None
    left, right = (unicodedata.normalize("NFKC", text) for text in (gold, extracted))
    if _signs(left) == _signs(right):
        return None
    return "bound" if letters_of(left.casefold()) == letters_of(right.casefold()) else None


def _signs(text: str) -> list[str]:
    return [_SAME.get(sign.strip(), sign.strip()) for sign in _SIGNS.findall(text)]
