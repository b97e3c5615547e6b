"""Calibration error without the bias of binning: its root mean square form, with an interval.

The usual expected calibration error (evaljson/stats/ece.py) is above 0 even for perfect confidences: shares of few
values are never quite what they should be. Of squared distances that bias is known, so it can be taken off: A. Kumar,
P. Liang, T. Ma: Verified uncertainty calibration. NeurIPS 2019; J. Broecker: Estimating reliability and resolution of
probability forecasts through decomposition of the empirical score. Climate Dynamics 39, 2012. Where all bins are off by
the same, it is the usual error; where some are off by more, it is larger.

The interval holds the errors under which the distance that was seen is not too small or too large. What is supposed
for each of them are the distances that were seen, all scaled alike, or one share of wrong values more in all bins. The
distribution of the squared distance then has a known mean and variance, and about the shape of a gamma distribution.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import Floats, Ints
from evaljson.stats.design_effect import checked_groups, design_effect
from evaljson.stats.forecasts import checked
from evaljson.stats.reliability_curve import bins_of
from evaljson.stats.special import gammainc
from evaljson.stats.wilson import check_level

_STEPS = 30
_FARTHEST = 1e4


@dataclass(frozen=True, slots=True)
class CalibrationError:
    """The root mean square distance of confidence from the share that is right, over bins by their counts."""

    value: float
    """Without its bias; 0 if the values are nearer to their confidences than chance would have them."""
    low: float
    high: float


def calibration_error(
    confidence: npt.ArrayLike,
    correct: npt.ArrayLike,
    bins: int = 10,
    level: float = 0.95,
    groups: npt.ArrayLike | None = None,
) -> CalibrationError | None:
    """Estimate the error over all such values; None for no values. Raises InputError.

    `groups` names the group of each value, such as its record.
    """
    check_level(level)
    sure, right = checked(confidence, correct)
    at = bins_of(sure, bins)
    if not len(sure):
        return None
    known = _Bins.of(at, sure, right.astype(np.float64), checked_groups(groups, len(sure)))
    shapes = (known.gap, -np.ones_like(known.gap))
    low = known.error_where(1 - (1 - level) / 2, shapes[0])
    high = max(known.error_where((1 - level) / 2, shape) for shape in shapes)
    value = known.debiased
    return CalibrationError(value, min(low, value), max(high, value))


@dataclass(frozen=True, slots=True)
class _Bins:
    """Bins that hold values; one entry each."""

    count: Floats
    sure: Floats
    """Mean confidence."""
    gap: Floats
    """Share right less mean confidence."""
    noise_effect: float
    """Design effect of the noise within bins."""
    shift_effect: float
    """Design effect of a shift of all bins."""

    @classmethod
    def of(cls, at: Ints, sure: Floats, right: Floats, groups: npt.NDArray[np.intp] | None) -> _Bins:
        """Sum up the values by bin."""
        names, place = np.unique(at, return_inverse=True)
        count = np.bincount(place).astype(np.float64)
        mean = np.bincount(place, sure) / count
        gap = np.bincount(place, right) / count - mean
        residual = right - sure - gap[place]
        weighted = residual / np.sqrt(count[place])
        cells = None if groups is None else checked_groups(groups * len(names) + place, len(sure))
        return cls(count, mean, gap, design_effect(weighted, cells), design_effect(gap[place] * residual, groups))

    @property
    def debiased(self) -> float:
        share = self.sure + self.gap
        alone = self.count < 2
        freedom = np.where(alone, 1.0, self.count - 1)
        noise = np.where(alone, self.sure * (1 - self.sure), share * (1 - share)) / freedom * self.noise_effect
        return math.sqrt(max(0.0, self._mean(np.square(self.gap) - noise)))

    def error_where(self, chance: float, shape: Floats) -> float:
        """Return the error under which a squared distance up to the one seen has this chance; 0 if none has."""
        seen = self._mean(np.square(self.gap))
        if chance < 0.5:  # shares come in whole values: what was seen stands for half a value more
            seen = max(seen, (0.5 / float(self.count.sum())) ** 2)

        def up_to_seen(scale: float) -> float:
            mean, variance = self._distribution(scale * shape)
            if variance <= 1e-18:
                return float(mean <= seen + 1e-12)
            return float(gammainc(mean**2 / variance, seen * mean / variance))

        if up_to_seen(0.0) < chance:
            return 0.0
        return math.sqrt(self._mean(np.square(self._distances(_scale_of(up_to_seen, chance) * shape))))

    def _mean(self, values: Floats) -> float:
        return float(self.count @ values / self.count.sum())

    def _distances(self, gap: Floats) -> Floats:
        distances: Floats = np.clip(self.sure + gap, 0, 1) - self.sure
        return distances

    def _distribution(self, gap: Floats) -> tuple[float, float]:
        """Return mean and variance of the squared distance that would be seen."""
        distance = self._distances(gap)
        share, weight, total = self.sure + distance, self.count / self.count.sum(), float(self.count.sum())
        each = share * (1 - share) / self.count
        noise, square = each * self.noise_effect, np.square(distance)
        mean = self._mean(square + noise)
        lumps = each / np.square(self.count) * (1 - 6 * share * (1 - share))  # shares come in whole values
        within = np.square(weight) * (2 * np.square(noise) + 4 * square * each * self.shift_effect + lumps)
        between = (self._mean(np.square(square)) - self._mean(square) ** 2) * self.shift_effect / total
        return mean, float(within.sum()) + max(0.0, between)


def _scale_of(chance_of: Callable[[float], float], chance: float) -> float:
    """Find by bisection where a chance that falls as the scale grows is `chance`."""
    low, high = 0.0, 1.0
    while chance_of(high) > chance and high < _FARTHEST:
        low, high = high, 2 * high
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if chance_of(middle) > chance else (low, middle)
    return low
