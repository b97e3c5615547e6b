"""Pairing two arrays so large that the scores of all their pairs of elements cannot be worked out at once.

The scores go row by row into one matrix of 8 bytes per pair, in the form in which scipy's solver needs no copy of it.
Beyond the limit `aligned_pairs` there is no such matrix: equal elements are paired, and the others by position, which
is listed as a problem.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

import numpy as np

from evaljson.base import limits
from evaljson.base.arrays import Floats, Ints
from evaljson.scoring.align.assignment import assign_negated
from evaljson.scoring.problems import Problem

Score = Callable[[int, int], Floats]
"""fn(first gold element, the one after the last) -> their scores with all extracted ones, gold x extracted."""


def too_large() -> str:
    """Return what the problem says of arrays beyond the limit."""
    return limits.current().says("aligned_pairs")


def signed(problems: Iterable[Problem]) -> dict[str, int]:
    """Return the limit as an option of the run's signature if numbers depend on it, else nothing."""
    beyond = any(problem.message == too_large() for problem in problems)
    return {"aligned_pairs": limits.current().aligned_pairs} if beyond else {}


def assign_in_slabs(score: Score, gold: int, extracted: int, rows: int) -> tuple[Ints, Ints]:
    """Return the pairs with the largest sum of scores, as `assign` has them; `rows` gold elements at a time."""
    swapped = extracted < gold
    negated = np.empty((extracted, gold) if swapped else (gold, extracted))
    for start in range(0, gold, rows):
        slab = score(start, min(start + rows, gold))
        if swapped:
            np.negative(slab.T, out=negated[:, start : start + len(slab)])
        else:
            np.negative(slab, out=negated[start : start + len(slab)])
    left, right = assign_negated(negated)
    if not swapped:
        return left, right
    order = np.argsort(right)
    return right[order], left[order]


def pair_equal_ones(gold: Sequence[Hashable], extracted: Sequence[Hashable]) -> tuple[Ints, Ints]:
    """Pair equal elements in their order, then the remaining ones by position among themselves."""
    places: dict[Hashable, deque[int]] = defaultdict(deque)
    for place, key in enumerate(extracted):
        places[key].append(place)
    partner = [places[key].popleft() if places.get(key) else None for key in gold]
    left = _by_position(partner, sorted(place for rest in places.values() for place in rest))
    pairs = [(place, other) for place, other in enumerate(left) if other is not None]
    columns = np.array(pairs, np.intp).reshape(-1, 2)
    return columns[:, 0], columns[:, 1]


def _by_position(partner: Sequence[int | None], rest: Sequence[int]) -> Iterator[int | None]:
    remaining = iter(rest)
    for place in partner:
        yield next(remaining, None) if place is None else place
