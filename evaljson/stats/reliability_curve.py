"""Reliability curve: of the values with about the same confidence, how many are right?

A. H. Murphy, R. L. Winkler: Reliability of subjective probability forecasts of precipitation and temperature. Journal
of the Royal Statistical Society C 26, 1977. The interval of each share is Wilson's.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import Bools, Floats, Ints
from evaljson.base.errors import InputError
from evaljson.stats.forecasts import checked
from evaljson.stats.wilson import wilson_interval

MAX_BINS = 1000


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """The values with confidence from `low` to below `high`; the last bin includes both ends."""

    low: float
    high: float
    count: int
    mean_confidence: float | None
    """None if the bin is empty, like the fields below."""
    share_right: float | None
    interval: tuple[float, float] | None
    """95% interval of the true share."""


def reliability_curve(confidence: npt.ArrayLike, correct: npt.ArrayLike, bins: int = 10) -> tuple[ReliabilityBin, ...]:
    """List all bins of equal width from 0 to 1, empty ones too. Raises InputError.

    A confidence on an edge belongs to the bin above it: 0.9 is in "90 to 100%".
    """
    sure, right = checked(confidence, correct)
    count, sums, hits = binned(sure, right, bins)
    curve = []
    for i, (n, total, n_right) in enumerate(zip(count.tolist(), sums.tolist(), hits.tolist(), strict=True)):
        mean, share = (total / n, n_right / n) if n else (None, None)
        curve.append(ReliabilityBin(i / bins, (i + 1) / bins, n, mean, share, wilson_interval(n_right, n)))
    return tuple(curve)


def binned(sure: Floats, right: Bools, bins: int) -> tuple[Ints, Floats, Ints]:
    """Count the values, add up confidence, and count right values per bin; these add up over parts of the data."""
    at = bins_of(sure, bins)
    sums = np.bincount(at, sure, bins).astype(np.float64)
    return np.bincount(at, minlength=bins), sums, np.bincount(at[right], minlength=bins)


def bins_of(sure: Floats, bins: int) -> Ints:
    """Return the number of each value's bin, from 0. Raises InputError."""
    if type(bins) is not int or not 1 <= bins <= MAX_BINS:
        raise InputError(f"bins is a whole number from 1 to {MAX_BINS}, not {bins!r}")
    edges = np.arange(1, bins) / bins  # by division, so that 0.3 in the data is the edge 3 / 10
    at: Ints = np.searchsorted(edges, sure, side="right")
    return at
