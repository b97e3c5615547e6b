"""Exact distribution of a sum whose terms each keep or lose their sign with equal chances, if the sizes are whole.

Terms of one size are a binomial count, so the distribution is a convolution of as many binomials as there are sizes.
All parts are positive: even the smallest chances keep their digits.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from scipy.special import gammaln

from evaljson.base.arrays import Floats, Ints

_PARTS: Final = 24
"""The smallest size is at most so many units: parts of a weight, means over repeated runs."""
_EQUAL: Final = 1e-6
_MOST_STEPS: Final = 20_000_000
"""Steps of the convolution that are still fast: about 10 ms."""


def whole_sizes(sizes: Floats) -> Ints | None:
    """Return sizes, all above 0, in the largest unit that all are multiples of; None if there is none, or too small."""
    distinct = np.unique(sizes)
    distinct = distinct[np.append(True, np.diff(distinct) > _EQUAL * distinct[0])]  # floats of one size
    for parts in range(1, _PARTS + 1):
        unit = distinct[0] / parts
        if sizes.sum() / unit * len(sizes) > _MOST_STEPS:
            return None
        if np.all(np.abs(distinct / unit - np.rint(distinct / unit)) <= _EQUAL * parts * 10):
            multiples: Ints = np.rint(sizes / unit).astype(np.int64)
            return multiples
    return None


def rounded_sizes(sizes: Floats, cells: int) -> Ints:
    """Return sizes in parts of the largest. A test of values rounded like this is as exact as one of the values."""
    rounded: Ints = np.rint(sizes / sizes.max() * cells).astype(np.int64)
    return rounded


def flipped_sums(sizes: Ints) -> Floats:
    """Return the chance that terms that keep their sign add up to 0, 1, … the sum of all `sizes`; 0 adds nothing."""
    chances: Floats = np.ones(1)
    for size, count in zip(*np.unique(sizes[sizes > 0], return_counts=True), strict=True):
        chances = _added(chances, int(size), int(count))
    return chances


def exact_p(values: Floats, sizes: Ints) -> float:
    """Return the chance of a sum at least as far from 0 as that of `values`, whose `sizes` are whole."""
    chances, total = flipped_sums(sizes), int(sizes.sum())
    away = abs(int(np.where(values > 0, sizes, -sizes).sum()))
    if away == 0:
        return 1.0
    beyond = 2.0 * float(chances[(total + away) // 2 :].sum())  # kept - flipped = 2 * kept - total
    return min(1.0, max(beyond, 1e-300))


def _binomial(count: int) -> Floats:
    kept = np.arange(count + 1)
    chances: Floats = np.exp(gammaln(count + 1) - gammaln(kept + 1) - gammaln(count - kept + 1) - count * np.log(2.0))
    return chances


def _added(chances: Floats, size: int, count: int) -> Floats:
    """Add terms of one size: one by one, or all at once for each remainder, where there are fewer of those."""
    if count < size:
        for _ in range(count):
            both = np.zeros(len(chances) + size)
            both[: len(chances)] += chances
            both[size:] += chances
            chances = both / 2
        return chances
    after, binomial = np.zeros(len(chances) + size * count), _binomial(count)
    for remainder in range(min(size, len(chances))):  # sums that differ by less than a size never meet
        part = np.convolve(chances[remainder::size], binomial)
        after[remainder : remainder + size * len(part) : size] = part
    return after
