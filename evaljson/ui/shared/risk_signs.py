"""The risk of a suggestion as sign, colour and word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

SIGNS: Final = {"low": "◔", "medium": "◐", "high": "●"}
COLOURS: Final = {"low": "#009E73", "medium": "#E69F00", "high": "#D55E00"}


def risk_in_words(levels: Sequence[str]) -> str:
    """Return the level in words; of several, lowest first, the lowest and the highest."""
    return f"{SIGNS[levels[-1]]} {' to '.join(dict.fromkeys((levels[0], levels[-1])))} risk"
