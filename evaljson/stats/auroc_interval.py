"""Interval for AUROC.

The variance is that of E. R. DeLong, D. M. DeLong, D. L. Clarke-Pearson: Comparing the areas under two or more
correlated receiver operating characteristic curves. Biometrics 44, 1988. With few wrong values it is badly known, and
0 if confidence separates right from wrong without a fault. So it is drawn towards what the area itself suggests, the
less the more values there are, and the interval holds the areas that it does not reject: R. G. Newcombe: Confidence
intervals for an effect size measure based on the Mann-Whitney statistic, part 2. Statistics in Medicine 25, 2006
(method 5), after Hanley and McNeil 1982. For values that come in groups: N. A. Obuchowski: Nonparametric analysis of
clustered ROC curve data. Biometrics 53, 1997.
"""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import Bools, Floats
from evaljson.stats.auroc import auroc
from evaljson.stats.design_effect import checked_groups, design_effect
from evaljson.stats.forecasts import checked
from evaljson.stats.wilson import check_level

_PRIOR = 10
"""How many values of the smaller kind the model counts for; it covered best in our simulations."""
_STEPS = 40


def delong_error(confidence: npt.ArrayLike, correct: npt.ArrayLike) -> float | None:
    """Return DeLong's standard error of AUROC; None without two right and two wrong values. Raises InputError."""
    sure, right = checked(confidence, correct)
    if min(right.sum(), (~right).sum()) < 2:
        return None
    of_right, of_wrong = _placements(sure, right)
    return math.sqrt(of_right.var(ddof=1) / len(of_right) + of_wrong.var(ddof=1) / len(of_wrong))


def auroc_interval(
    confidence: npt.ArrayLike, correct: npt.ArrayLike, level: float = 0.95, groups: npt.ArrayLike | None = None
) -> tuple[float, float] | None:
    """Return the interval of the area over all such values; None if all values are right, or all wrong.

    `groups` names the group of each value, such as its record. Raises InputError.
    """
    check_level(level)
    sure, right = checked(confidence, correct)
    area = auroc(sure, right)
    if area is None:
        return None
    n_right, n_wrong = int(right.sum()), int((~right).sum())
    of_right, of_wrong = _placements(sure, right)
    influence = np.empty(len(sure))
    influence[right], influence[~right] = (of_right - area) / n_right, (of_wrong - area) / n_wrong
    effect = design_effect(influence, checked_groups(groups, len(sure)))
    least = min(n_right, n_wrong) - 1
    error, expected = delong_error(sure, right), _expected_variance(area, n_right, n_wrong)
    ratio = 1.0
    if error is not None and expected > 0:
        ratio = (least * error**2 / expected + _PRIOR) / (least + _PRIOR)
    reach = NormalDist().inv_cdf((1 + level) / 2) * math.sqrt(ratio * effect)

    def end(side: float) -> float:
        inside, outside = area, side
        for _ in range(_STEPS):
            middle = (inside + outside) / 2
            fits = abs(area - middle) <= reach * math.sqrt(_expected_variance(middle, n_right, n_wrong))
            inside, outside = (middle, outside) if fits else (inside, middle)
        return inside

    return end(0.0), end(1.0)


def _placements(sure: Floats, right: Bools) -> tuple[Floats, Floats]:
    """Return for each right value the share of wrong ones below it, and for each wrong one of right ones above it."""
    of_right, of_wrong = np.sort(sure[right]), np.sort(sure[~right])

    def share_below(values: Floats, others: Floats) -> Floats:
        both = np.searchsorted(others, values, "left") + np.searchsorted(others, values, "right")
        share: Floats = both / (2 * len(others))
        return share

    return share_below(sure[right], of_wrong), 1 - share_below(sure[~right], of_right)


def _expected_variance(area: float, n_right: int, n_wrong: int) -> float:
    """Return Hanley and McNeil's variance of an area, with both kinds counted as equally many in its last terms."""
    others = (n_right + n_wrong) / 2 - 1
    shared = 1 + others * (1 - area) / (2 - area) + others * area / (1 + area)
    return max(0.0, area * (1 - area) * shared / (n_right * n_wrong))
