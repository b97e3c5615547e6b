"""How many records a comparison takes, and what it can show with some: paired means and paired shares.

Means: the paired t test by the noncentral t distribution (J. Cohen: Statistical power analysis for the behavioral
sciences, 1988). Shares: R. J. Connor: Sample size for testing differences in proportions for the paired-sample design.
Biometrics 43, 1987 (McNemar's test); J. P. Liu, H. M. Hsueh, E. Hsieh, J. J. Chen: Tests for equivalence or
non-inferiority for paired binary data. Statistics in Medicine 21, 2002 (the score test that goes with Tango's interval,
its variance under the margin from restricted maximum likelihood).

Two-sided at `confidence` throughout; non-inferiority is judged by the lower end of the same interval.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from evaljson.base.errors import InputError
from evaljson.stats.power import chance_below, check_power, smallest_detectable
from evaljson.stats.special import ndtri, stdtrit

MOST_RECORDS = 10_000_000


def records_for_mean(
    difference: float, spread: float, confidence: float = 0.95, power: float = 0.8, margin: float | None = None
) -> int | None:
    """Return how many records show a true mean difference with chance `power`; `spread` is the standard deviation.

    With `margin`, how many show that the mean is no more than `margin` below 0, if it truly is `difference`. None if
    no number does. Raises InputError.
    """
    check_power(power, confidence)
    if not spread >= 0 or math.isinf(spread):
        raise InputError(f"the spread is the standard deviation of the differences, from 0 up, not {spread}")
    gap = _gap(difference, margin)
    if gap <= 0:
        return None
    if margin is None:

        def enough(n: int) -> bool:
            shown = smallest_mean(spread, n, confidence, power)
            return shown is not None and shown <= gap
    else:

        def enough(n: int) -> bool:
            return _shows_margin(gap, spread, n, confidence, power)

    return _fewest(enough, 2)


def smallest_mean(spread: float, n: int, confidence: float = 0.95, power: float = 0.8) -> float | None:
    """Return the mean difference that `n` records show with chance `power`; None for one record. Raises InputError."""
    if n < 2:
        return None
    half = float(stdtrit(n - 1, (1 + confidence) / 2)) * spread / math.sqrt(n)
    return smallest_detectable(half, n, confidence, power)


@lru_cache(maxsize=10_000)  # a page asks for the same plan at each click
def smallest_margin(spread: float, n: int, confidence: float = 0.95, power: float = 0.8) -> float | None:
    """Return the margin that `n` records keep with chance `power` if nothing differs; None for one record."""
    if n < 2:
        return None
    low, high = 0.0, 1.0
    while not _shows_margin(high, spread, n, confidence, power):
        high *= 2
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (low, middle) if _shows_margin(middle, spread, n, confidence, power) else (middle, high)
    return high


def records_for_share(
    difference: float, differing: float, confidence: float = 0.95, power: float = 0.8, margin: float | None = None
) -> int | None:
    """Return how many records show that B is right on a larger or smaller share of them than A, by `difference`.

    `differing` is the share of records on which only one of the two is right. With `margin`, how many show that B's
    share is no more than `margin` lower, if it truly is higher by `difference`. None if no number does. Raises
    InputError.
    """
    check_power(power, confidence)
    if not 0 < differing <= 1 or abs(difference) > differing:
        raise InputError(
            "the share of records on which only one is right is above 0, at most 1, and at least the difference"
        )
    gap = _gap(difference, margin)
    if gap <= 0:
        return None
    supposed = differing if margin is None else _variance_at_margin(difference, differing, margin)
    true = differing - difference**2
    sure, chance = float(ndtri((1 + confidence) / 2)), float(ndtri(power))
    return max(2, math.ceil(((sure * math.sqrt(supposed) + chance * math.sqrt(true)) / gap) ** 2 - 1e-9))


def _gap(difference: float, margin: float | None) -> float:
    if margin is not None and not 0 < margin <= 1:
        raise InputError(f"a margin is above 0, at most 1, such as 0.01, not {margin}")
    if not -1 <= difference <= 1:
        raise InputError(f"a difference is from -1 to 1, such as 0.02 for two points, not {difference}")
    return abs(difference) if margin is None else difference + margin


def _variance_at_margin(difference: float, differing: float, margin: float) -> float:
    """Return the variance of a record's difference if B were lower by `margin`: the most likely one (Liu 2002)."""
    only_b = (differing + difference) / 2
    b = (2 + difference) * margin - differing
    share_of_b = (math.sqrt(b**2 + 8 * only_b * margin * (1 - margin)) - b) / 4
    return 2 * share_of_b + margin * (1 - margin)


def _shows_margin(gap: float, spread: float, n: int, confidence: float, power: float) -> bool:
    if spread == 0:
        return True
    critical = float(stdtrit(n - 1, (1 + confidence) / 2))
    return 1 - chance_below(n - 1, gap * math.sqrt(n) / spread, critical) >= power


def _fewest(enough: Callable[[int], bool], least: int) -> int | None:
    """Return the fewest records that are enough, by doubling and bisection; None beyond MOST_RECORDS."""
    low, high = least - 1, least
    while not enough(high):
        if high >= MOST_RECORDS:
            return None
        low, high = high, min(2 * high, MOST_RECORDS)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
