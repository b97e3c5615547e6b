"""Whether floats are within a tolerance, decided by the numbers as they are written: 19.1 is within 0.05 of 19.05.

As floats they are 0.0500000000000007 apart. Where rounding could decide, fractions do; elsewhere floats are enough.
"""

from __future__ import annotations

import numpy as np

from evaljson.base.arrays import Bools, Floats
from evaljson.comparators.number.tolerance import exact

_ROUNDING = 2.0**-50
"""Times the size of the numbers: more than rounding them, their difference and what is allowed can add up to."""
_EXACT_BELOW = 2.0**53
"""Whole floats below it, and their differences, are exact."""


def is_within(gold: float, extracted: float, rel: float | None, abs_: float | None) -> bool:
    """Check two finite numbers; both bounds must hold where both are given, and nothing is within none."""
    one, other = exact(gold), exact(extracted)
    allowed = [exact(rel) * (abs(one) or 1)] if rel is not None else []
    allowed += [exact(abs_)] if abs_ is not None else []
    return bool(allowed) and abs(one - other) <= min(allowed)


def are_within(gold: Floats, extracted: Floats, rel: float | None, abs_: float | None) -> Bools:
    """Check columns, of any shapes that broadcast; NaN and infinities are within nothing. A bound must be given."""
    with np.errstate(invalid="ignore", over="ignore"):
        off = np.abs(gold - extracted)
        of_gold = np.inf if rel is None else rel * np.where(gold == 0, 1.0, np.abs(gold))
        allowed = np.broadcast_to(np.minimum(of_gold, np.inf if abs_ is None else abs_), off.shape)
        finite = np.isfinite(off)
        within: Bools = finite & (off <= allowed)
        size = np.abs(gold) + np.abs(extracted) + allowed
        unsure = finite & (off > 0) & ~(np.abs(off - allowed) > _ROUNDING * size)
        if rel is None and abs_ is not None and abs_ == int(abs_):
            unsure &= ~(_is_whole(gold) & _is_whole(extracted))
    if unsure.any():
        pairs = np.stack([np.broadcast_to(side, off.shape)[unsure] for side in (gold, extracted)], axis=1)
        distinct, place = np.unique(pairs, axis=0, return_inverse=True)
        answers = np.array([is_within(one, other, rel, abs_) for one, other in distinct.tolist()])
        within[unsure] = answers[place.ravel()]
    return within


def _is_whole(numbers: Floats) -> Bools:
    whole: Bools = (np.abs(numbers) < _EXACT_BELOW) & (numbers == np.floor(numbers))
    return whole
