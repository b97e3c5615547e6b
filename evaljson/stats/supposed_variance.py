"""Variance of paired differences of right and wrong if their true mean were another: that of Tango's score interval.

T. Tango: Equivalence test and confidence interval for the difference in proportions for the paired-sample design.
Statistics in Medicine 17, 1998. The likeliest shares of records that differ upwards and downwards under the supposed
mean take the place of those observed, which are 0 if nothing differs.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import Floats


def supposed_variance(up: npt.ArrayLike, down: npt.ArrayLike, n: npt.ArrayLike, mean: npt.ArrayLike) -> Floats:
    """Return the variance of one record; 0 beyond a mean of 1.

    `up` and `down` are how many of `n` records differ, by 1 each, and `mean` is supposed.
    """
    size, swapped = np.abs(np.asarray(mean, np.float64)), np.asarray(mean) < 0
    plus, minus = np.where(swapped, down, up), np.where(swapped, up, down)
    b = (2 * np.asarray(n) - plus + minus) * size - plus - minus
    c = -minus * size * (1 - size)
    share = (np.sqrt(np.maximum(b * b - 8 * np.asarray(n) * c, 0.0)) - b) / (4 * np.asarray(n))
    variance: Floats = np.where(size < 1, np.maximum(2 * share + size * (1 - size), 0.0), 0.0)
    return variance
