"""Which elements of two lists belong together in their order, where a list has elements that the other one lacks.

What both lists have at different places is left without a partner on both sides: see `moved_steps`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from itertools import pairwise, zip_longest
from typing import Final, TypeVar

MOST: Final = 2_500
"""Pairs of elements that are compared at most."""
Element = TypeVar("Element", bound=Hashable)
Step = tuple[int | None, int | None]
"""(index on the left, index on the right); None where a side has no partner."""
Pair = tuple[int, int]


def match_in_order(
    left: Sequence[Element], right: Sequence[Element], common: Callable[[Element, Element], tuple[float, bool]]
) -> list[Step] | None:
    """Pair two lists so that what is alike adds up to most; None if pairing by position does as well.

    `common` says how much two elements have in common, and whether that is enough to take them for the same. Between
    two pairs, what follows each other on both sides and has anything in common is a pair too. Elements that are equal
    at different places, out of that order, are pairs with nothing.
    """
    everything = _moved(left, right, ())
    if len(everything) == len(left) == len(right):
        return None if all(i == j for i, j in everything) else _with_gaps([], left, right, everything, [])
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
    is_better = best[0][0] > sum(held for held, is_same in in_position if is_same)
    by_position = [(i, i) for i, (_, is_same) in enumerate(in_position) if is_same]
    pairs = _best_pairs(table, best) if is_better else by_position
    moved = _moved(left, right, pairs)
    return _with_gaps(pairs, left, right, moved, table) if is_better or moved else None


def near_pairs(
    left: Mapping[int, Element], right: Mapping[int, Element], common: Callable[[Element, Element], tuple[float, bool]]
) -> list[Pair]:
    """Pair what has no partner, wherever it stands: two that have more in common than either has with any other."""
    if len(left) * len(right) > MOST:
        return []
    held = {(i, j): common(one, other) for i, one in left.items() for j, other in right.items()}
    return [
        (i, j)
        for (i, j), (most, is_same) in held.items()
        if is_same and sum(held[i, other][0] >= most for other in right) == 1
        and sum(held[other, j][0] >= most for other in left) == 1
    ]  # fmt: skip


def near_at_other_places(
    left: Sequence[Element], right: Sequence[Element], common: Callable[[Element, Element], tuple[float, bool]]
) -> list[Step] | None:
    """Pair two lists by position, but leave alone what is nearly the same at different places; None where nothing is.

    What is the same at its place stays there.
    """
    if len(left) * len(right) > MOST:
        return None
    same = {at for at, pair in enumerate(zip(left, right, strict=False)) if common(*pair)[1]}
    here, there = ({at: one for at, one in enumerate(side) if at not in same} for side in (left, right))
    near = [(i, j) for i, j in near_pairs(here, there, common) if i != j]
    of_left, of_right = {i for i, _ in near}, {j for _, j in near}
    steps = list[Step]()
    for at in range(max(len(left), len(right))):
        is_pair = at < min(len(left), len(right)) and at not in of_left and at not in of_right
        alone = [(at, None)] * (at < len(left)) + [(None, at)] * (at < len(right))
        steps += [(at, at)] if is_pair else alone
    return steps if near else None


def moved_steps(steps: Sequence[Step], left: Sequence[Element], right: Sequence[Element]) -> set[Step]:
    """Return the steps without a partner whose element the other list has too, at another place and as often."""
    of_left, of_right = ([step for step in steps if step[side] is None] for side in (1, 0))
    found = set[Step]()
    for i, j in _moved(
        [left[step[0]] for step in of_left if step[0] is not None],
        [right[step[1]] for step in of_right if step[1] is not None],
        (),
    ):
        found |= {of_left[i], of_right[j]}
    return found


def _moved(left: Sequence[Element], right: Sequence[Element], pairs: Collection[Pair]) -> list[Pair]:
    """Pair equal elements that are in none of the pairs: those at the same place first, then in their order."""
    taken_left, taken_right = {i for i, _ in pairs}, {j for _, j in pairs}
    same = {
        (at, at)
        for at in range(min(len(left), len(right)))
        if at not in taken_left and at not in taken_right and left[at] == right[at]
    }
    waiting: dict[Element, deque[int]] = {}
    for j, one in enumerate(right):
        if j not in taken_right and (j, j) not in same:
            waiting.setdefault(one, deque()).append(j)
    others = [
        (i, waiting[one].popleft())
        for i, one in enumerate(left)
        if i not in taken_left and (i, i) not in same and waiting.get(one)
    ]
    return sorted([*same, *others])


def _best_pairs(table: Sequence[Sequence[tuple[float, bool]]], best: Sequence[Sequence[float]]) -> list[Pair]:
    pairs, i, j = list[Pair](), 0, 0
    while i < len(table) and j < len(table[0]):
        held, is_same = table[i][j]
        if is_same and best[i][j] == held + best[i + 1][j + 1]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def _with_gaps(
    pairs: Sequence[Pair], left: Sequence[Element], right: Sequence[Element], moved: Sequence[Pair],
    table: Sequence[Sequence[tuple[float, bool]]],
) -> list[Step]:  # fmt: skip
    """Add the steps between pairs, in front of them and behind them."""
    of_left, of_right = dict(moved), {j for _, j in moved}
    steps = list[Step]()
    for (i, j), (next_i, next_j) in pairwise([(-1, -1), *pairs, (len(left), len(right))]):
        steps += [(i, j)] if i >= 0 else []
        here, there = range(i + 1, next_i), range(j + 1, next_j)
        for at in here:
            if at in of_left:
                steps.append((at, at if of_left[at] == at else None))
        steps += [(None, at) for at in there if at in of_right and of_left.get(at) != at]
        steps += _gap([at for at in here if at not in of_left], [at for at in there if at not in of_right], table)
    return steps


def _gap(left: Sequence[int], right: Sequence[int], table: Sequence[Sequence[tuple[float, bool]]]) -> list[Step]:
    """Pair what stands between two pairs, in order, where it has anything in common; the rest stays alone."""
    steps = list[Step]()
    for i, j in zip_longest(left, right):
        is_pair = i is not None and j is not None and table[i][j][0] > 0
        steps += [(i, j)] if is_pair or i is None or j is None else [(i, None), (None, j)]
    return steps
