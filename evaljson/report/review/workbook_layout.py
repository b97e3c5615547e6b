"""Where things stand in the workbook of a review: what writes it and what reads it agree on this."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

INSTRUCTIONS: Final = "Instructions"
CARDS: Final = "Cards"
NAME_LABEL: Final = "Your name"
REVIEW_LABEL: Final = "Review id"
ANSWER, VALUE, TAG, COMMENT = "answer", "it should be", "what went wrong", "comment"
CARD, MARK = "card", "mark"
_WIDTHS: Final = {
    CARD: 7, "field": 26, "gold": 38, "extracted": 38, "applies to": 10, "records": 26, "variants": 22, ANSWER: 28,
    VALUE: 30, TAG: 20, COMMENT: 40, MARK: 12,
}  # fmt: skip
"""In characters."""
NEEDED: Final = (CARD, MARK, ANSWER, VALUE, TAG, COMMENT)


@dataclass(frozen=True, slots=True)
class CardColumn:
    """A column of the cards."""

    name: str
    width: int
    typed: bool = False
    """Whether people fill it in."""


def columns(*, blind: bool) -> tuple[CardColumn, ...]:
    """Return the columns of the cards from left to right."""
    named = () if blind else ("variants",)
    read = (CARD, "field", "gold", "extracted", "applies to", "records", *named)
    typed = (ANSWER, VALUE, TAG, COMMENT)
    return tuple(CardColumn(name, _WIDTHS[name], name in typed) for name in (*read, *typed, MARK))
