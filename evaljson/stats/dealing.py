"""Permutation tests of two independent samples of records: if all came from one heap, how often would dealing them out
again into samples of these sizes make the two as unlike?

Whole records are dealt, so values within one record may be related in any way. Records are dealt until the twentieth
dealing that is as unlike, and p is the share of such dealings among those so far; without a twentieth it is
(b + 1) / (m + 1). J. Besag, P. Clifford: Sequential Monte Carlo p-values. Biometrika 78, 1991; B. Phipson, G. K. Smyth:
Permutation p-values should never be zero. Statistical Applications in Genetics and Molecular Biology 9, 2010. Where
nothing is unlike, a few dozen dealings show it, and the many that a small p needs are spent where p is small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, repeat
from typing import Any, Final, Literal

import numpy as np

from evaljson.base.arrays import Bools, Floats

Unlike = Callable[[Floats, Floats], Floats]
"""Takes sums of the first sample (dealings x columns) and those of all (columns); returns how unlike the two are."""

LEAST: Final = 999
"""Dealings without a twentieth as unlike, at least."""
MOST: Final = 9_999
_ENOUGH: Final = 20
_CELLS: Final = 20_000_000
"""Records times dealings at most, unless that is fewer than the least."""
_BLOCKS: Final = (50, 200, 750, 1_000)
"""Dealings at a time; the last number is repeated."""
_EQUAL: Final = 1e-9
_WIDE: Final = 64
"""Tables with more columns than this are sparse."""
_FEW_PER_COLUMN: Final = 20
"""Records per column up to which drawing them one by one is faster than drawing the sums of columns."""
_Deal = Callable[[int, np.random.Generator], Floats]


class Dealer:
    """Deals records out, always in the same ways for the same sizes and seed."""

    def __init__(self, seed: int = 0, most: int = MOST) -> None:
        self._seed, self._most = seed, max(MOST, most)

    def p(self, table: Floats, in_first: Bools, unlike: Unlike) -> float:
        """Return p for a table of records x columns, of which `in_first` are the first sample; 1 for an empty one."""
        count, size = len(table), int(in_first.sum())
        if not 0 < size < count:
            return 1.0
        total: Floats = table.sum(axis=0)
        least = float(unlike(table[in_first].sum(axis=0)[None], total)[0])
        least -= _EQUAL * max(1.0, abs(least))
        deal = _of_counts(total, size) if _one_each(table) else _of_records(table, size)
        rng = np.random.default_rng([self._seed, count, size])
        beyond = done = 0
        for ways in self._blocks(count):
            at = np.flatnonzero(unlike(deal(ways, rng), total) >= least)
            if beyond + len(at) >= _ENOUGH:
                return _ENOUGH / (done + int(at[_ENOUGH - beyond - 1]) + 1)
            beyond, done = beyond + len(at), done + ways
        return (beyond + 1) / (done + 1)

    def _blocks(self, count: int) -> Iterator[int]:
        """Yield how many ways are dealt at a time."""
        left = max(LEAST, min(self._most, _CELLS // count))
        for ways in chain(_BLOCKS, repeat(_BLOCKS[-1])):
            if left <= 0:
                return
            yield min(ways, left)
            left -= ways


def _one_each(table: Floats) -> bool:
    """Check whether each record is in one column, once."""
    return bool(((table == 0) | (table == 1)).all() and (table.sum(axis=1) == 1).all())


def _of_counts(total: Floats, size: int) -> _Deal:
    """Deal counts, which is the same as dealing records that are each in one column."""
    counts = total.astype(np.int64)
    method: Literal["count", "marginals"] = "count" if counts.sum() <= _FEW_PER_COLUMN * len(counts) else "marginals"

    def deal(ways: int, rng: np.random.Generator) -> Floats:
        dealt: Floats = rng.multivariate_hypergeometric(counts, size, ways, method=method).astype(np.float64)
        return dealt

    return deal


def _of_records(table: Floats, size: int) -> _Deal:
    rows: Any = table
    if table.shape[1] > _WIDE:
        from scipy.sparse import csr_array

        rows = csr_array(table)
    first = np.zeros(len(table))
    first[:size] = 1.0

    def deal(ways: int, rng: np.random.Generator) -> Floats:
        return np.asarray(rng.permuted(np.broadcast_to(first, (ways, len(first))), axis=1) @ rows)

    return deal


def farthest_apart(first: Floats, total: Floats) -> Floats:
    """Return the largest distance of the two cumulated distributions (Kolmogorov and Smirnov); columns are in order."""
    one, other = np.cumsum(first, axis=1), np.cumsum(total - first, axis=1)
    apart: Floats = np.abs(one / _whole(one[:, -1:]) - other / _whole(other[:, -1:])).max(axis=1)
    return apart


def chi_squared(first: Floats, total: Floats) -> Floats:
    """Return Pearson's chi-squared of two samples by category; every column of `total` is above 0."""
    share = first.sum(axis=1, keepdims=True) / total.sum()
    squared: Floats = ((first - share * total) ** 2 / total).sum(axis=1)
    both: Floats = squared / _whole((share * (1 - share))[:, 0])
    return both


def new_share(first: Floats, total: Floats) -> Floats:
    """Return the share of the second sample in columns that the first sample has nothing in."""
    other = total - first
    share: Floats = np.where(first <= _EQUAL, other, 0.0).sum(axis=1) / _whole(other.sum(axis=1))
    return share


def ratio_apart(first: Floats, total: Floats) -> Floats:
    """Return how far two ratios are apart: of the first column to the second."""
    other = total - first
    apart: Floats = np.abs(first[:, 0] / _whole(first[:, 1]) - other[:, 0] / _whole(other[:, 1]))
    return apart


def _whole(sums: Floats) -> Floats:
    """Avoid a division by 0, where the other sum is 0 too."""
    return np.where(sums > _EQUAL, sums, 1.0)
