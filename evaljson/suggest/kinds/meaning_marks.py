"""Signs that are part of what a short text says: + and - of grades, and the mark between the digits of a fraction.

Without them, B- is B, which is another grade, and 3/4 is 34.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_GRADE: Final = re.compile(r"([^\W_]{1,3})\s?([+\-\u2010-\u2015\u2212]{1,3})?")
"""A short code, maybe with signs behind it."""
_AROUND: Final = re.compile(r"""[()\[\]{}'"*.,;:]|^\s+|\s+$""")
"""What may be around such a code and means nothing."""
_PARTS: Final = re.compile(
    r"(?<![\w/:.,-])(?:\d{1,2}/\d{1,2}(?:/(?:\d{4}|\d{2}))?|\d{1,2}/\d{4}|\d{4}/(?:\d{4}|\d{1,2}(?:/\d{1,2})?)"
    r"|1/\d{3,4}|\d{1,3}:\d{1,6})(?![\w/:-]|[.,]\d)"
)
"""A fraction, a date, a span of years or a ratio; a text of more or longer groups may be any code."""


class MeaningMarks:
    """Tells where a mark that is lost was a part of the answer, by all gold values of a field."""

    def __init__(self, golds: Iterable[str], *, are_times: bool = False) -> None:
        """`are_times`: whether they are times of day, which are written without a mark as well: 14:30 and 1430."""
        found = [match.groups() for gold in golds if (match := _GRADE.fullmatch(gold.strip())) is not None]
        signed = {(stem, _sign(marks)) for stem, marks in found}
        kinds = {sign[:1] for _, sign in signed}
        stems = [stem for stem, _ in signed]
        self._graded = len(kinds) > 1 and ({"+", "-"} <= kinds or len(stems) > len(set(stems)))
        self._are_times = are_times

    def are_lost(self, gold: str, extracted: str) -> bool:
        """Check whether two texts that are the same without marks are two answers."""
        return (self._graded and _sign_of(gold) != _sign_of(extracted)) or (
            not self._are_times and _without_parts(gold, extracted)
        )


def _sign(marks: str | None) -> str:
    return re.sub(r"[^+]", "-", marks or "")


def _sign_of(text: str) -> str:
    match = _GRADE.fullmatch(_AROUND.sub("", text))
    return "" if match is None else _sign(match[2])


def _without_parts(gold: str, extracted: str) -> bool:
    """Check whether digits that a mark divides in gold are one number in what was extracted."""
    joined = [re.sub(r"\D", "", parts) for parts in _PARTS.findall(gold)]
    return any(re.search(rf"(?<!\d){digits}(?!\d)", extracted) for digits in joined)
