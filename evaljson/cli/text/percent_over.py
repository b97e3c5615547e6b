"""A share that is over a limit, in per cent."""

from __future__ import annotations

from typing import Final

from evaljson.wording.words import points

_MOST_DIGITS: Final = 9


def percent_over(share: float, most: float) -> str:
    """Write a share from 0 to 1 with as many digits as show that it is more than `most` per cent."""
    texts = [points(share, digits) for digits in range(1, _MOST_DIGITS + 1)]
    return next((text for text in texts if float(text) > most), texts[-1])
