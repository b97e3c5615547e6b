"""How statuses and figures are told to a person: a status by a colour, a symbol and a word, never a colour alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from evaljson.scoring.status import NAMES


@dataclass(frozen=True, slots=True)
class Look:
    """What a status looks like. The colours are those of Okabe and Ito, told apart by colour-blind people."""

    status: str
    symbol: str
    word: str
    colour: str
    meaning: str

    @property
    def label(self) -> str:
        """Symbol and word."""
        return f"{self.symbol} {self.word}"


LOOKS: Final = (
    Look("match", "✓", "match", "#009E73", "the extracted value is right"),
    Look("mismatch", "✗", "wrong", "#D55E00", "gold and extracted both have a value, and they differ"),
    Look("omission", "○", "missing", "#E69F00", "gold has a value, extracted has none"),
    Look("hallucination", "+", "invented", "#CC79A7", "extracted has a value, gold has none"),
    Look("skipped", "–", "skipped", "#8C8C8C", "left out by the eval schema; in no figure"),
    Look("batch_error", "!", "not judged", "#56B4E9", "a comparator could not decide; in no figure"),
)
BY_STATUS: Final = {look.status: look for look in LOOKS}
CODES: Final = tuple(NAMES.index(look.status) for look in LOOKS)
"""The status codes of the looks, in their order."""


NOBODY: Final = "somebody"
"""Stands in the store where whoever made a change gave no name."""


def person(who: str) -> str:
    """Who made a change, as it is shown."""
    return "someone unnamed" if who == NOBODY else who


def points(share: float | None, digits: int = 1) -> str:
    """A figure from 0 to 1 as it is shown, from 0 to 100; a dash where there is none."""
    return "–" if share is None else f"{share * 100:.{digits}f}"


def signed_points(difference: float | None, digits: int = 1) -> str:
    """A difference of two figures in points, with its sign; what rounds to nothing has none."""
    if difference is None:
        return "–"
    text = f"{difference * 100:+.{digits}f}"
    return text[1:] if not text.strip("+-0.") else text.replace("-", "−")


def counted(count: int, noun: str, plural: str | None = None) -> str:
    """`1 record`, `1,200 records`."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def dollars(amount: float | None) -> str:
    """As a person writes it; less than a cent in full. A dash where no price is known."""
    if amount is None:
        return "–"
    if amount == 0 or amount >= 1:
        return f"${amount:,.2f}"
    return f"${amount:.2g}" if amount >= 0.01 else f"${amount:.4f}"
