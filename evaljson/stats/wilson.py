"""Wilson's score interval for a share.

E. B. Wilson: Probable inference, the law of succession, and statistical inference. Journal of the American Statistical
Association 22, 1927. Unlike the usual "plus or minus", it stays within 0..1, and is useful for 0 of n too.
"""

from __future__ import annotations

import math
from statistics import NormalDist

from evaljson.base.errors import InputError


def wilson_interval(hits: int, count: int, level: float = 0.95) -> tuple[float, float] | None:
    """Return the interval of the true share for `hits` of `count`; None for a count of 0. Raises InputError."""
    if not 0 <= hits <= count:
        raise InputError(f"hits are from 0 to the count, {count}, not {hits}")
    check_level(level)
    return wilson_share(hits / count, count, level) if count else None


def check_level(level: float) -> None:
    """Raise InputError for a level of an interval that is not between 0 and 1."""
    if not 0 < level < 1:
        raise InputError(f"a level is between 0 and 1, such as 0.95, not {level}")


def wilson_share(share: float, count: float, level: float = 0.95) -> tuple[float, float]:
    """Return the interval of a share and its count, which may be fractions.

    For a mean of scores from 0 to 1 it is too wide, if anything: no scores vary more than hits and misses.
    """
    z2 = NormalDist().inv_cdf((1 + level) / 2) ** 2
    middle = (share + z2 / (2 * count)) / (1 + z2 / count)
    half = math.sqrt(z2 * (share * (1 - share) / count + z2 / (4 * count**2))) / (1 + z2 / count)
    # The ends are exact if none or all are hits; rounding must not move them past 0 and 1.
    low = 0.0 if share == 0 else max(0.0, middle - half)
    return low, 1.0 if share == 1 else min(1.0, middle + half)
