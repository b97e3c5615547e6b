"""Names in a sentence: the first few, and how many more there are."""

from __future__ import annotations

from collections.abc import Sequence


def first_of(names: Sequence[str], most: int, joint: str = ", ") -> str:
    """Write at most so many names, and count the rest: `a, b and 3 more`."""
    more = len(names) - most
    return joint.join(names[:most]) + (f" and {more:,} more" if more > 0 else "")
