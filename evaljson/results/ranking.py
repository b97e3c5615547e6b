"""The order of names by a figure such as F1: everything undefined comes after everything defined, either way."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from typing import Final, TypeVar

Name = TypeVar("Name", bound=Hashable)
_DECIMALS: Final = 12
"""Figures that differ by less are equal: they were only summed in another order."""


def highest_first(figures: Mapping[Name, float | None]) -> list[Name]:
    """List the names, highest figure first; None and NaN last, and equal figures in the order of the mapping."""
    return sorted(figures, key=lambda name: _key(figures[name], -1))


def lowest_first(figures: Mapping[Name, float | None]) -> list[Name]:
    """List the names, lowest figure first; None and NaN last, and equal figures in the order of the mapping."""
    return sorted(figures, key=lambda name: _key(figures[name], 1))


def leading(before: Mapping[Name, float | None], after: Mapping[Name, float | None]) -> list[Name]:
    """List who has the highest figure before, and who has it after: one name where that is the same."""
    return list(dict.fromkeys(name for figures in (before, after) for name in highest_first(figures)[:1]))


def _key(figure: float | None, sign: int) -> tuple[bool, float]:
    if figure is None or math.isnan(figure):
        return True, 0.0
    return False, sign * round(figure, _DECIMALS)
