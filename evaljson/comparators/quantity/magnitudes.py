"""Words behind a number for thousands, millions and billions: 60k, 1.2 million, 3 Mio., 4 Mrd."""

from __future__ import annotations

import re
from typing import Final

_WORDS: Final = {
    1_000: ("k", "tsd", "thousand", "tausend", "mil", "mille"),
    1_000_000: ("m", "mm", "mn", "mln", "mio", "mill", "million", "millions", "millionen", "millones"),
    1_000_000_000: ("b", "bn", "bln", "mrd", "billion", "billions", "milliard", "milliards", "milliarde", "milliarden"),
}
_FACTORS: Final = {word: factor for factor, words in _WORDS.items() for word in words}
_WORD: Final = re.compile(rf" ?({'|'.join(sorted(_FACTORS, key=len, reverse=True))})(?![^\W_])\.?", re.IGNORECASE)


def magnitude_behind(after: str) -> tuple[int, str]:
    """Return what the text behind a number multiplies it by, 1 without such a word, and the text behind the word."""
    found = _WORD.match(after)
    return (1, after) if found is None else (_FACTORS[found[1].lower()], after[found.end() :])
