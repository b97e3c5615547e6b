"""Exact distribution of a sum whose terms each keep or lose their sign with equal chances, if the sizes are whole.

Terms of one size are a binomial count, so the distribution is a convolution of as many binomials as there are sizes.
All parts are positive: even the smallest chances keep their digits.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Final

import numpy as np

from evaljson.base.arrays import Bools, Floats, Ints
from evaljson.stats.saddlepoint import flipped_sum_p
from evaljson.stats.special import gammaln

_PARTS: Final = 24
"""The smallest size is at most so many units: parts of a weight, means over repeated runs."""
_EQUAL: Final = 1e-6
_MOST_STEPS: Final = 20_000_000
"""Steps of the convolution that are still fast: about 10 ms."""
_MOST_SUMS: Final = 500_000
"""Sums that are listed one by one, in about 10 ms."""
_MOST_SIZES: Final = 20
_DEVIATIONS: Final = 10.0
"""Standard deviations of a count that are looked at: beyond are less than 1e-22 of all."""
_CERTAIN: Final = 1e-12
_DIGITS: Final = 12
_EQUAL_SUMS: Final = 1e-9
"""Sums this close are one, as a share of the largest; floats that were rounded may differ by less."""


def whole_sizes(sizes: Floats) -> Ints | None:
    """Return sizes, all above 0, in the largest unit that all are multiples of; None if there is none, or too small."""
    distinct = np.unique(sizes)
    distinct = distinct[np.append(True, np.diff(distinct) > _EQUAL * distinct[0])]  # floats of one size
    parts = np.arange(1, _PARTS + 1)
    units = distinct[0] / parts
    multiples = distinct[None, :] / units[:, None]
    fits = np.all(np.abs(multiples - np.rint(multiples)) <= (_EQUAL * 10) * parts[:, None], axis=1)
    fits &= sizes.sum() / units * len(sizes) <= _MOST_STEPS
    if not fits.any():
        return None
    whole: Ints = np.rint(sizes / units[fits.argmax()]).astype(np.int64)
    return whole


def whole_columns(sizes: Floats) -> tuple[Ints, Bools]:
    """Return the columns of `sizes`, which may be 0, in units of the smallest of each, and which are whole in them.

    For these that is what `whole_sizes` returns, all at once.
    """
    there = sizes > 0
    smallest = np.where(there, sizes, np.inf).min(axis=0, initial=np.inf)
    multiples = sizes / smallest
    whole = np.rint(multiples)
    fits: Bools = (np.abs(multiples - whole) <= _EQUAL * 10).all(axis=0)
    fits &= multiples.sum(axis=0) * there.sum(axis=0) <= _MOST_STEPS
    counts: Ints = np.where(fits, whole, 0.0).astype(np.int64)
    return counts, fits


def rounded_sizes(sizes: Floats, cells: int) -> Ints:
    """Return sizes in parts of the largest. A test of values rounded like this is as exact as one of the values."""
    rounded: Ints = np.rint(sizes / sizes.max() * cells).astype(np.int64)
    return rounded


def flipped_sums(sizes: Ints) -> Floats:
    """Return the chance that terms that keep their sign add up to 0, 1, … the sum of all `sizes`; 0 adds nothing."""
    return _sums_of(_counted(sizes))


def exact_p(sizes: Ints, away: int) -> float:
    """Return the chance that terms of whole `sizes`, with random signs, add up to at least `away` or at most -`away`.

    Sizes of 0 add nothing.
    """
    counted = _counted(sizes)
    if away == 0 or sum(count for _, count in counted) < 2:
        return 1.0  # one difference is as likely on either side
    return _p_of(counted, away)


def exact_p_of_few_sizes(sizes: Floats, away: float) -> float | None:
    """Return the same for sizes above 0 that need not be whole; None if their sums are too many to list.

    The sums of all sizes but the most frequent are listed, and for each the tails of that one are looked up. Of a size
    with many terms, counts that are all but impossible are left out; a p too small for that is approximated.
    """
    unit = float(sizes.max())
    distinct, counts = np.unique(np.round(sizes / unit, _DIGITS), return_counts=True)
    if len(distinct) > _MOST_SIZES:
        return None
    p, is_whole = _p_of_few(tuple(zip(distinct.tolist(), counts.tolist(), strict=True)), away / unit)
    return flipped_sum_p(sizes, away) if p is not None and not is_whole and p < _CERTAIN else p


@lru_cache(5_000)
def _p_of_few(counted: tuple[tuple[float, int], ...], away: float) -> tuple[float | None, bool]:
    """Return the p, and whether no count was left out."""
    *others, (size, count) = sorted(counted, key=lambda one: one[1])
    likely = [_likely(number) for _, number in others]
    if np.log([len(chances) for _, chances in likely] or [1]).sum() > np.log(_MOST_SUMS):
        return None, False
    sums, chances = np.zeros(1), np.ones(1)
    for (other, number), (first, of_counts) in zip(others, likely, strict=True):
        kept = first + np.arange(len(of_counts))
        sums = (sums[:, None] + other * (2 * kept - number)).ravel()
        chances = (chances[:, None] * of_counts).ravel()
    least = away - _EQUAL_SUMS * sum(one * number for one, number in counted)
    if least <= 0:
        return 1.0, True
    ends, binomial = size * (2 * np.arange(count + 1) - count), _binomial(count)
    above = np.append(np.cumsum(binomial[::-1])[::-1], 0.0)  # from the far end, so that small chances keep their digits
    below = np.append(0.0, np.cumsum(binomial))
    beyond = above[np.searchsorted(ends, least - sums)] + below[np.searchsorted(ends, -least - sums, side="right")]
    is_whole = all(len(of_counts) > number for (_, number), (_, of_counts) in zip(others, likely, strict=True))
    return min(1.0, max(float((chances * beyond).sum()), 1e-300)), is_whole


def _likely(count: int) -> tuple[int, Floats]:
    """Return the chances of a binomial count, and the first count that they are of; of many, the likely counts."""
    apart = int(_DEVIATIONS * count**0.5 / 2)
    first, last = max(0, count // 2 - apart), min(count, (count + 1) // 2 + apart)
    return first, _binomial(count)[first : last + 1]


@lru_cache(50_000)
def _p_of(counted: tuple[tuple[int, int], ...], away: int) -> float:
    """Keep what was found: fields that are rarely there differ in a few ways only, in one comparison as in the next."""
    chances, total = _sums_of(counted), sum(size * count for size, count in counted)
    beyond = 2.0 * float(chances[(total + away) // 2 :].sum())  # kept - flipped = 2 * kept - total
    return min(1.0, max(beyond, 1e-300))


def _counted(sizes: Ints) -> tuple[tuple[int, int], ...]:
    """Return the sizes above 0, from small to large, with how many there are of each."""
    return tuple(sorted(Counter(sizes[sizes > 0].tolist()).items()))


def _sums_of(counted: tuple[tuple[int, int], ...]) -> Floats:
    chances: Floats = np.ones(1)
    for size, count in counted:
        chances = _added(chances, size, count)
    return chances


@lru_cache(500)
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
