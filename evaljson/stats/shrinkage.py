"""Estimates of many means, each drawn towards what they have in common: empirical Bayes.

Where there are many groups with few records each, the largest and the smallest estimates owe much to chance. The means
are taken as drawn from a normal distribution whose centre and spread the estimates themselves show; the less is known
of one, the nearer it moves to the centre. C. N. Morris: Parametric empirical Bayes inference: theory and applications.
Journal of the American Statistical Association 78, 1983, for errors that differ; with equal ones it is the estimator of
James and Stein (1961) as B. Efron, C. Morris: Data analysis using Stein's estimator and its generalizations. Journal of
the American Statistical Association 70, 1975, use it.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import Floats
from evaljson.base.errors import InputError
from evaljson.stats.wilson import check_level

FEWEST = 4
"""With fewer estimates nothing can be learnt from one about another."""
_STEPS = 200


@dataclass(frozen=True, slots=True)
class Shrunken:
    """One entry per estimate, in the given order."""

    value: Floats
    low: Floats
    high: Floats
    kept: Floats
    """How much of its distance from the centre each estimate keeps, 0 to 1."""
    centre: float
    spread: float
    """Standard deviation of the true means, as far as the estimates show one."""


def shrink(estimates: npt.ArrayLike, errors: npt.ArrayLike, level: float = 0.95) -> Shrunken | None:
    """Draw estimates with known standard errors (above 0) together; None for fewer than FEWEST. Raises InputError."""
    check_level(level)
    values, deviations = np.asarray(estimates, np.float64), np.asarray(errors, np.float64)
    if values.ndim != 1 or values.shape != deviations.shape:
        raise InputError("estimates and errors are two equally long rows")
    if not (np.isfinite(values).all() and np.isfinite(deviations).all() and (deviations > 0).all()):
        raise InputError("estimates are numbers, and their errors numbers above 0: leave out what is undefined")
    count = len(values)
    if count < FEWEST:
        return None
    variance = np.square(deviations)
    between = _between(values, variance)
    weight = 1 / (variance + between)
    centre = float(weight @ values / weight.sum())
    drawn = (count - 3) / (count - 1) * variance * weight
    relative = count * weight / weight.sum()
    typical = float(weight @ variance / weight.sum())
    doubt = 2 / (count - 3) * np.square(drawn) * (typical + between) * weight
    error = np.sqrt(variance * (1 - (count - relative) / count * drawn) + doubt * np.square(values - centre))
    value = values - drawn * (values - centre)
    half = NormalDist().inv_cdf((1 + level) / 2) * error
    return Shrunken(value, value - half, value + half, 1 - drawn, centre, float(np.sqrt(between)))


def _between(values: Floats, variance: Floats) -> float:
    """Return the variance of the true means: Morris's equation, solved by repetition from that of the estimates.

    Where the repetition goes to and fro for ever, the solution is between two of its steps.
    """
    count, between = len(values), float(values.var(ddof=1))
    close = 1e-12 * between

    def step(between: float) -> float:
        weight = 1 / (variance + between)
        centre = weight @ values / weight.sum()
        apart = count / (count - 1) * np.square(values - centre) - variance
        return max(0.0, float(weight @ apart / weight.sum()))

    before = between
    for _ in range(_STEPS):
        before, between = between, step(between)
        if abs(before - between) <= close:
            return between
    from scipy.optimize import brentq  # here, because it takes long to import

    low, high = sorted((before, between))
    if (step(low) - low) * (step(high) - high) > 0:  # no step is above count times the squared range
        low, high = 0.0, count * float(np.ptp(values)) ** 2
    return float(brentq(lambda one: step(one) - one, low, high, xtol=close or 1e-300, rtol=1e-12))
