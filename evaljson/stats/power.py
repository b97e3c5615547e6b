"""The smallest true difference that a sample of this size and spread would probably have shown.

J. Cohen: Statistical power analysis for the behavioral sciences, 1988: the paired t test, by the noncentral t
distribution.
"""

from __future__ import annotations

import math
from functools import lru_cache

from evaljson.base.errors import InputError
from evaljson.stats.special import nctdtr, stdtrit


def smallest_detectable(half: float, n: int, confidence: float = 0.95, power: float = 0.8) -> float | None:
    """Return the difference that is detected with chance `power`, given half the length of its interval.

    None for one record. An interval that is longer than Student's, because of outliers or repeats, needs more.
    Raises InputError for a power that is not between 1 - confidence and 1.
    """
    check_power(power, confidence)
    return None if n < 2 else half * _lengths_needed(n - 1, confidence, power)


def check_power(power: float, confidence: float) -> None:
    """Raise InputError for a confidence or a power that makes no sense."""
    if not 0.5 <= confidence < 1:
        raise InputError(f"confidence is a number from 0.5 to below 1, such as 0.95, not {confidence!r}")
    if not 1 - confidence < power < 1:
        raise InputError(f"power is between 1 - confidence and 1, such as 0.8, not {power}")


@lru_cache(maxsize=1024)  # all fields of a comparison ask for the same few
def _lengths_needed(freedom: int, confidence: float, power: float) -> float:
    """Return the number of half-lengths of the t interval that a difference needs."""
    critical = float(stdtrit(freedom, (1 + confidence) / 2))

    def missing(shift: float) -> float:
        return 1 - chance_below(freedom, shift, critical) + chance_below(freedom, shift, -critical) - power

    from scipy.optimize import brentq  # here, because it takes long to import

    return float(brentq(missing, 0.0, 5 + 10 * critical, xtol=1e-9)) / critical


def chance_below(freedom: int, shift: float, t: float) -> float:
    """Return the chance that noncentral t is below `t`; 0 if it is too small for a float, where SciPy returns NaN."""
    chance = float(nctdtr(freedom, shift, t))
    return 0.0 if math.isnan(chance) else chance
