"""Which variants change places in the order by F1, in words: who keeps theirs is not named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations


def swapped(before: Sequence[str], after: Sequence[str]) -> list[tuple[str, str]]:
    """Return the pairs of which the second was before the first, and then the first is; the highest of them first."""
    place = {name: number for number, name in enumerate(before)}
    known = [name for name in after if name in place]
    return [(first, second) for first, second in combinations(known, 2) if place[first] > place[second]]


def order_in_words(before: Sequence[str], after: Sequence[str], named: Callable[[str], str], beside: str = "") -> str:
    """Name the first pair that changes places, and then the others, as in "b would come before a; 2 more pairs of
    variants swap".

    `named` writes a name, and `beside` stands right behind those of the pair; "" where the order stays.
    """
    pairs = swapped(before, after)
    if not pairs:
        return ""
    first, second = map(named, pairs[0])
    return f"{first} would come before {second}{beside}{other_pairs(pairs[1:], named, 'swap')}"


def other_pairs(pairs: Sequence[tuple[str, str]], named: Callable[[str], str], verb: str) -> str:
    """Count pairs behind a semicolon, a single one by its names; "" for none."""
    if not pairs:
        return ""
    if len(pairs) == 1:
        return f"; {' and '.join(map(named, pairs[0]))} {verb} too"
    return f"; {len(pairs):,} more pairs of variants {verb}"
