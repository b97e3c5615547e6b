"""Which variants change places in the order by F1, in words: who keeps theirs is not named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from evaljson.wording.words import counted


def swapped(before: Sequence[str], after: Sequence[str]) -> list[tuple[str, str]]:
    """Return the pairs of which the second was before the first, and then the first is; the highest of them first."""
    place = {name: number for number, name in enumerate(before)}
    known = [name for name in after if name in place]
    return [(first, second) for first, second in combinations(known, 2) if place[first] > place[second]]


def order_in_words(before: Sequence[str], after: Sequence[str], named: Callable[[str], str], beside: str = "") -> str:
    """Name the first pair that changes places, and count the others, as in "b would come before a; 2 more pairs of
    variants swap".

    `named` writes a name, and `beside` stands right behind those of the pair; "" where the order stays.
    """
    pairs = swapped(before, after)
    if not pairs:
        return ""
    first, second = map(named, pairs[0])
    return f"{first} would come before {second}{beside}{other_pairs(len(pairs) - 1, 'swap')}"


def other_pairs(count: int, verb: str) -> str:
    """Count pairs that are not named, behind a semicolon; "" for none."""
    if count < 1:
        return ""
    return f"; {counted(count, 'more pair', 'more pairs')} of variants {verb}{'s' if count == 1 else ''}"
