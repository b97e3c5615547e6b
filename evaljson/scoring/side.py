"""The two sides of a comparison."""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Side(IntEnum):
    """Gold or extracted; also the place of that side in a pair of both."""

    GOLD = 0
    EXTRACTED = 1


GOLD: Final = Side.GOLD
EXTRACTED: Final = Side.EXTRACTED
