"""How far a mean of paired differences may lie from 0 by chance, if each difference could as well have the other sign.

The largest differences flip in all ways, on a fine grid; the many small ones add a normal distribution. So one wild
record counts as what it is: a sum that is far off on either side, not a wide bell. A sum that is hit exactly counts by
half (mid-p: H. O. Lancaster: Significance tests in discrete distributions. Journal of the American Statistical
Association 56, 1961).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from scipy.special import ndtr, ndtri

from evaljson.base.arrays import Floats
from evaljson.stats.flipped_sums import flipped_sums, rounded_sizes

_LARGEST: Final = 40
_CELLS: Final = 60
"""Of the largest difference; 60 has many divisors, so that whole ratios stay exact."""
_FAR: Final = 6
"""A normal distribution has nothing beyond so many standard deviations."""
_STEPS: Final = 20


class FlippedTail:
    """The two-sided tail of the sum of differences with random signs, in standard deviations of that sum."""

    def __init__(self, differences: Floats) -> None:
        """Take the differences of one figure by record; those that are 0 count for nothing."""
        ordered = differences[np.argsort(-np.abs(differences))][: np.count_nonzero(differences)]
        sizes = np.abs(ordered)
        self._normal = not len(sizes) or bool(sizes[-1] > sizes[0] * (1 - 1e-6))
        if self._normal:  # McNemar's test without correction
            return
        cell = sizes[0] / _CELLS
        whole = rounded_sizes(sizes[:_LARGEST], _CELLS)
        chances = flipped_sums(whole)
        squares = np.square(sizes)
        variance = float(squares.sum())
        deviation = variance**0.5
        rounded = float(np.sign(ordered[:_LARGEST]) @ (whole * cell - sizes[:_LARGEST]))
        self._shift = rounded * float(np.sign(ordered.sum())) / deviation
        self._chances = chances
        self._sums = (2.0 * np.arange(len(chances)) - (len(chances) - 1)) * cell / deviation
        rest = float(squares[_LARGEST:].sum()) / variance
        self._spread = (rest + (cell / deviation) ** 2 / 4) ** 0.5

    def p(self, z: float) -> float:
        """Return the two-sided p of a sum that is `z` standard deviations from 0; at most that of the normal."""
        normal = 2 * float(ndtr(-abs(z)))
        return normal if self._normal else min(normal, self._flipped(abs(z)))

    def critical(self, level: float) -> float:
        """Return the z of which `p` is 1 - `level`; at most that of the normal distribution."""
        inside, outside = 0.0, float(ndtri((1 + level) / 2))
        if self._normal or self._flipped(outside) >= 1 - level:
            return outside
        for _ in range(_STEPS):
            middle = (inside + outside) / 2
            inside, outside = (middle, outside) if self._flipped(middle) > 1 - level else (inside, middle)
        return outside

    def _flipped(self, z: float) -> float:
        """Return the p by flipped signs. The sum seen is rounded like the sums that it is compared with."""
        z += self._shift
        start = int(np.searchsorted(self._sums, z - _FAR * self._spread))
        return 2 * float(self._chances[start:] @ ndtr((self._sums[start:] - z) / self._spread))
