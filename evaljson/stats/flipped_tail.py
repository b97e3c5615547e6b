"""How far a mean of paired differences may lie from 0 by chance, if each difference could as well have the other sign.

The largest differences flip in all ways, on a fine grid; the many small ones add a normal distribution. So one wild
record counts as what it is: a sum that is far off on either side, not a wide bell. A sum that is hit exactly counts by
half (mid-p: H. O. Lancaster: Significance tests in discrete distributions. Journal of the American Statistical
Association 56, 1961).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.stats.flipped_sums import flipped_sums, rounded_sizes
from evaljson.stats.special import ndtr, ndtri

_LARGEST: Final = 40
_CELLS: Final = 60
"""Of the largest difference; 60 has many divisors, so that whole ratios stay exact."""
_FAR: Final = 6
"""A normal distribution has nothing beyond so many standard deviations."""
_FEW: Final = 3.0
_STEPS: Final = 40
_CLOSE: Final = 1e-6


def flipped_tail(differences: Floats, records: int) -> FlippedTail:
    """Return the tail for the differences of one figure by record.

    That of one difference has no size: fields that are rarely there have no other, so those are made once.
    """
    there = differences[differences != 0]
    return _of_one(float(np.sign(there[0])), records) if len(there) == 1 else FlippedTail(there, records)


@lru_cache(1_000)
def _of_one(sign: float, records: int) -> FlippedTail:
    return FlippedTail(np.array([sign]), records)


class FlippedTail:
    """The two-sided tail of the sum of differences with random signs, in standard deviations of that sum."""

    def __init__(self, differences: Floats, records: int) -> None:
        """Take the differences of one figure by record; those that are 0 count for nothing but in `records`."""
        ordered = differences[np.argsort(-np.abs(differences))][: np.count_nonzero(differences)]
        sizes = np.abs(ordered)
        self._alike = not len(sizes) or bool(sizes[-1] > sizes[0] * (1 - 1e-6))
        self._weight = min(1.0, _FEW / max(records, 1))
        cell = (sizes[0] if len(sizes) else 1.0) / _CELLS
        whole = rounded_sizes(sizes[:_LARGEST], _CELLS) if len(sizes) else np.zeros(0, np.int64)
        chances = flipped_sums(whole)
        squares = np.square(sizes)
        variance = float(squares.sum()) or 1.0
        deviation = variance**0.5
        rounded = float(np.sign(ordered[:_LARGEST]) @ (whole * cell - sizes[:_LARGEST]))
        self._shift = rounded * float(np.sign(ordered.sum())) / deviation
        self._chances = chances
        self._beyond = np.append(np.cumsum(chances[::-1])[::-1], 0.0)
        self._sums = (2.0 * np.arange(len(chances)) - (len(chances) - 1)) * cell / deviation
        rest = float(squares[_LARGEST:].sum()) / variance
        self._spread = (rest + (cell / deviation) ** 2 / 4) ** 0.5
        self._critical: dict[float, float] = {}

    def p(self, z: float) -> float:
        """Return the two-sided p of a sum that is `z` standard deviations from 0.

        It is that of the normal distribution, or that by flipped signs if that is smaller. If that is larger, it counts
        with a weight of 3 by the number of records: among few, a normal distribution takes four of four for more than
        chance. Differences of one size have no smaller one: theirs is McNemar's test without correction.
        """
        normal, flipped = 2 * float(ndtr(-abs(z))), self._flipped(abs(z))
        if flipped > normal:
            return normal + self._weight * (flipped - normal)
        return normal if self._alike else flipped

    def critical(self, level: float) -> float:
        """Return the z of which `p` is 1 - `level`."""
        if level not in self._critical:
            self._critical[level] = self._search(level)
        return self._critical[level]

    def _search(self, level: float) -> float:
        normal = float(ndtri((1 + level) / 2))

        def short(z: float) -> float:
            return max(-_FAR, normal + float(ndtri(min(self.p(z), 1.0) / 2)))  # a straight line for a bell

        inside, outside = 0.0, normal
        below, above = normal, short(outside)
        if above > 0:
            inside, below, outside = outside, above, 2 * outside
            above = short(outside)
        for step in range(_STEPS):
            if outside - inside < _CLOSE:
                break
            share = 0.5 if step % 3 == 2 else below / (below - above)  # every third step halves, for steep ones
            middle = inside + (outside - inside) * share
            there = short(middle)
            if abs(there) < _CLOSE:
                return middle
            if there > 0:
                inside, below = middle, there
            else:
                outside, above = middle, there
        return outside

    def _flipped(self, z: float) -> float:
        """Return the p by flipped signs. The sum seen is rounded like the sums that it is compared with."""
        z += self._shift
        start, end = np.searchsorted(self._sums, [z - _FAR * self._spread, z + _FAR * self._spread]).tolist()
        near = self._chances[start:end] @ ndtr((self._sums[start:end] - z) / self._spread)
        return 2 * float(near + self._beyond[end])
