"""Words for statuses and figures: a status has a colour, a symbol and a word, never a colour alone.

For people an omission is always "missing", a hallucination "invented" and a mismatch "wrong"; `omission`,
`hallucination` and `mismatch` are their names in data.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from evaljson.scoring.status import NAMES

LEAST_P: Final = 0.0001
"""The smallest p-value that is written out."""
EMPTY_TEXT: Final = "(empty text)"
"""What an empty text is called where its own text names it: as a class, or as a group of records."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a status looks like. The colours are Okabe and Ito's, which colour-blind people can tell apart."""

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
MATCH, WRONG, MISSING, INVENTED, SKIPPED, NOT_JUDGED = (look.word for look in LOOKS)
CODES: Final = tuple(NAMES.index(look.status) for look in LOOKS)
"""The status codes of LOOKS, in their order."""
_NOISE: Final = 1e-12
"""A figure that is closer to 0 or 1 is 0 or 1: it only went through floating-point sums."""
_PLAIN_FROM: Final = 1e-9
_PLAIN_BELOW: Final = 1e15
"""Numbers of settings that are written without a power of ten."""
_EXACT: Final = 11
"""Decimals beyond which figures are noise of floats: sums in another order must not be rounded to another side."""


NOBODY: Final = "somebody"
"""The name in the store for a change whose author gave none."""


def person(who: str) -> str:
    """Return the name to show for the author of a change."""
    return "someone unnamed" if who == NOBODY else who


def points(share: float | None, digits: int = 1) -> str:
    """Write a figure from 0 to 1 in points, from 0 to 100; undefined is a dash.

    This is how every figure is rounded: what is not quite 100 or 0 never looks like it, so 99.96 is written 99.9.
    """
    return "–" if share is None else f"{_off_the_ends(share * 100, 100, digits):.{digits}f}"


def points_column(shares: Iterable[float | None], digits: int = 1) -> list[float | None]:
    """List figures in points, as numbers for a table column that shows `digits` decimals: rounded as by `points`."""
    return [None if share is None else _off_the_ends(float(share) * 100, 100, digits) for share in shares]


def fraction(share: float | None, digits: int = 3) -> str:
    """Write a figure from 0 to 1 as it is, rounded as by `points`; undefined is a dash."""
    return "–" if share is None else f"{_off_the_ends(share, 1, digits):.{digits}f}"


def _off_the_ends(value: float, full: float, digits: int) -> float:
    """Return the value; one that would be rounded up to `full` or down to 0 stays one step away from it."""
    step, value = 10.0**-digits, round(value, _EXACT)
    if full - step / 2 <= value < full * (1 - _NOISE):
        return full - step
    return step if full * _NOISE < value <= step / 2 else value


def signed_points(difference: float | None, digits: int = 1) -> str:
    """Write a difference of two figures in points, with its sign; one that rounds to 0 has none."""
    if difference is None:
        return "–"
    text = f"{round(difference * 100, _EXACT):+.{digits}f}"
    return text[1:] if not text.strip("+-0.") else text.replace("-", "−")


def shown_p(p: float | None) -> str:
    """Write a p-value with four decimals; one above 0 never looks like 0, undefined is a dash."""
    return "–" if p is None else f"<{LEAST_P:.4f}" if p < LEAST_P else f"{p:.4f}"


def as_set(number: float) -> str:
    """Write a number that someone set: 0.00005 and 1000000, not 5e-05 and 1e+06.

    Only what would be a row of zeros keeps its power of ten.
    """
    text = f"{number:.12g}"
    if "e" not in text or not _PLAIN_FROM <= abs(number) < _PLAIN_BELOW:
        return text
    return format(Decimal(text), "f")


def counted(count: int, noun: str, plural: str | None = None) -> str:
    """Write a count with its noun: `1 record`, `1,200 records`."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def ordinal(rank: int) -> str:
    """Write a place in an order: `1st`, `12th`, `23rd`."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th")
    return f"{rank:,}{'th' if rank % 100 in (11, 12, 13) else ending}"


def ranks(best: int, worst: int) -> str:
    """Write the ranks that chance allows: `1st`, `1st or 2nd`, `1st to 3rd`."""
    if best == worst:
        return ordinal(best)
    return f"{ordinal(best)} {'or' if worst == best + 1 else 'to'} {ordinal(worst)}"


_LEAST_PRICE: Final = 0.0001


def dollars(amount: float | None) -> str:
    """Write a price; less than a cent in full, unknown as a dash."""
    if amount is None:
        return "–"
    if amount == 0 or amount >= 1:
        return f"${amount:,.2f}"
    return f"${amount:.2g}" if amount >= 0.01 else f"${amount:.4f}" if amount >= _LEAST_PRICE else f"<${_LEAST_PRICE}"
