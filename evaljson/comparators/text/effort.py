"""Bounds on what comparing two texts may cost: some measures take time with the square or cube of their length.

The bounds are where one pair took about a second; texts of records are far below them, hostile ones are not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Effort:
    """What a pair of texts of these lengths costs, and the most it may."""

    of: Callable[[int, int], int]
    most: int

    def too_long(self, gold: str, extracted: str) -> str | None:
        """Return why two unequal texts are too long to compare, or None; they then score 0."""
        if self.of(len(gold), len(extracted)) <= self.most:
            return None
        return f"too long to be compared so: {len(gold):,} and {len(extracted):,} characters; only equal ones match"

    def suits(self, values: Sequence[Any]) -> bool:
        """Check whether any two of the values are short enough to compare."""
        longest = max((len(value) for value in values if isinstance(value, str)), default=0)
        return self.of(longest, longest) <= self.most


def _square(one: int, other: int) -> int:
    return one * other


def _cube(one: int, other: int) -> int:
    return min(one, other) ** 2 * max(one, other)


BY_BITS = Effort(_square, 40_000_000_000)
"""Measures that look at 64 characters at a time."""
BY_CHARACTER = Effort(_square, 300_000_000)
BY_WINDOW = Effort(_cube, 30_000_000_000)
"""Measures that try every part of the longer text."""
