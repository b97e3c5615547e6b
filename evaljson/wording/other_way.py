"""How many of those that a sentence does not name move against those that it names: these must not go unnoticed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

_NOISE: Final = 1e-9
"""Of F1, from sums in another order."""


def the_other_way(named: Iterable[float], others: Iterable[float]) -> str:
    """Say how many of those that are not named move the way that none of the named ones does: `, 2 of which fall`.

    Both are differences; what is within rounding errors moves neither way.
    """
    shown = {_way(one) for one in named}
    ways = [_way(one) for one in others]
    for way, falls, fall in ((-1, "falls", "fall"), (1, "rises", "rise")):
        count = ways.count(way)
        if count and way not in shown:
            if count == len(ways):
                return f", which {falls if count == 1 else fall}"
            return f", {count:,} of which {falls if count == 1 else fall}"
    return ""


def _way(difference: float) -> int:
    return 0 if abs(difference) < _NOISE else 1 if difference > 0 else -1
