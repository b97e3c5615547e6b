"""Which elements of two lists belong together in their order, where a list has elements that the other one lacks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Final, TypeVar

MOST: Final = 2_500
"""Pairs of elements that are compared at most."""
Element = TypeVar("Element")
Step = tuple[int | None, int | None]
"""(index on the left, index on the right); None where a side has no partner."""


def match_in_order(
    left: Sequence[Element], right: Sequence[Element], common: Callable[[Element, Element], tuple[float, bool]]
) -> list[Step] | None:
    """Pair two lists so that what is alike adds up to most; None if pairing by position does as well.

    `common` says how much two elements have in common, and whether that is enough to take them for the same. Between
    two pairs, what follows each other on both sides and has anything in common is a pair too.
    """
    if len(left) * len(right) > MOST:
        return None
    in_position = [common(one, other) for one, other in zip(left, right, strict=False)]
    if len(left) == len(right) and all(is_same for _, is_same in in_position):
        return None
    table = [[common(one, other) for other in right] for one in left]
    best = [[0.0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i in reversed(range(len(left))):
        for j in reversed(range(len(right))):
            held, is_same = table[i][j]
            best[i][j] = max(held + best[i + 1][j + 1] if is_same else 0.0, best[i + 1][j], best[i][j + 1])
    if best[0][0] <= sum(held for held, is_same in in_position if is_same):
        return None
    return _steps(table, best)


def _steps(table: list[list[tuple[float, bool]]], best: list[list[float]]) -> list[Step]:
    steps, i, j = list[Step](), 0, 0
    lone_left, lone_right = list[int](), list[int]()
    while i < len(table) and j < len(table[0]):
        held, is_same = table[i][j]
        if is_same and best[i][j] == held + best[i + 1][j + 1]:
            steps += [*_gap(lone_left, lone_right, table), (i, j)]
            lone_left, lone_right, i, j = [], [], i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            lone_left.append(i)
            i += 1
        else:
            lone_right.append(j)
            j += 1
    rest = table[0] if table else []
    return [*steps, *_gap([*lone_left, *range(i, len(table))], [*lone_right, *range(j, len(rest))], table)]


def _gap(left: Sequence[int], right: Sequence[int], table: list[list[tuple[float, bool]]]) -> list[Step]:
    """Pair what stands between two pairs, in order, where it has anything in common; the rest stays alone."""
    steps = list[Step]()
    for i, j in zip_longest(left, right):
        is_pair = i is not None and j is not None and table[i][j][0] > 0
        steps += [(i, j)] if is_pair or i is None or j is None else [(i, None), (None, j)]
    return steps
