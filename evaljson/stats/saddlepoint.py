"""How far a sum of values with random signs lies from 0 by chance, for many values of unlike sizes.

R. Lugannani, S. Rice: Saddle point approximation for the distribution of the sum of independent random variables.
Advances in Applied Probability 12, 1980. Of some hundred values it is right to a few hundredths of p, however small p
is, where a normal distribution is too large by any factor, and drawn signs end at one by their number.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.stats.special import ndtr

_STEPS: Final = 60
_CLOSE: Final = 1e-10
_LARGEST: Final = 300.0
"""Of cosh: its square is still a float."""


def flipped_sum_p(sizes: Floats, away: float) -> float:
    """Return the two-sided p of a sum that is `away` from 0, of `sizes` above 0 with random signs.

    `away` is at most the sum of all sizes, and at least half a standard deviation: nearer to 0 the formula is one of
    small differences.
    """
    least = 2 * 0.5 ** min(len(sizes), 990)
    point = _saddlepoint(sizes, away)
    if point is None:
        return least
    tilted = np.abs(sizes * point)
    generated = float((tilted + np.log1p(np.exp(-2 * tilted)) - math.log(2)).sum())
    variance = float(np.square(sizes / np.cosh(np.minimum(tilted, _LARGEST))).sum())
    far, step = math.sqrt(max(0.0, 2 * (point * away - generated))), point * math.sqrt(variance)
    if not (far > 0 and step > 0):
        return least
    density = math.exp(-(far**2) / 2) / math.sqrt(2 * math.pi)
    p = 2 * (float(ndtr(-far)) + density * (1 / step - 1 / far))
    return min(1.0, max(p, least))


def _saddlepoint(sizes: Floats, away: float) -> float | None:
    """Return where the mean of the tilted sum is `away`; None if that is nowhere, as all have one sign."""
    total = float(sizes.sum())
    if away >= total * (1 - _CLOSE):
        return None
    low, high, point = 0.0, math.inf, away / float(np.square(sizes).sum())
    for _ in range(_STEPS):
        inside = np.tanh(sizes * point)
        short = float(sizes @ inside) - away
        if abs(short) <= _CLOSE * total:
            return point
        low, high = (point, high) if short < 0 else (low, point)
        slope = float(np.square(sizes) @ (1 - np.square(inside)))
        following = point - short / slope if slope > 0 else math.inf
        if not low < following < high:
            following = 2 * low if math.isinf(high) else (low + high) / 2
        point = following
    return None if math.isinf(high) else point
