"""Repeats of one variant: how far they spread, and what that adds to the uncertainty of their mean.

What the records of one repeat share, such as a bad day of a service, moves them all together, and no resampling of
records shows it: it is in the variance between the repeats' figures, divided by their number, whose degrees of freedom
over both sides are Welch's: B. L. Welch: The generalization of Student's problem when several different population
variances are involved. Biometrika 34, 1947. That variance holds chance within records, too, which the spread over
records has already, and is taken off there, where many records tell it well, and not here, where few repeats do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.compare.side import RunSide
from evaljson.stats.repeat_variance import Between

Parts = Callable[[RunSide], tuple[Floats, Floats]]


@dataclass(frozen=True, slots=True)
class Spread:
    """One figure over the repeats of a variant."""

    figure: str
    values: tuple[float, ...]
    """Of each repeat, over the shared records."""
    mean: float
    deviation: float
    """Standard deviation between repeats."""


def spreads(names: tuple[str, ...], runs: Sequence[RunSide], parts: Parts) -> tuple[Spread, ...]:
    """Of each figure; nothing for a variant that was run once."""
    if len(runs) < 2:
        return ()
    figures = _figures(runs, parts)
    return tuple(
        Spread(name, tuple(own.tolist()), float(own.mean()), float(own.std(ddof=1)))
        for name, own in zip(names, figures.T, strict=True)
        if not np.isnan(own).any()
    )


def between_repeats(sides: Sequence[Sequence[RunSide]], parts: Parts) -> Between:
    """What the repeats of either side add to the difference of their means; nothing for sides that were run once."""
    repeated = [runs for runs in sides if len(runs) > 1]
    if not repeated:
        return Between.none(parts(sides[0][0])[0].shape[1])
    found = [_variances(runs, parts) for runs in repeated]
    variance: Floats = np.sum([own for own, _ in found], axis=0)
    doubt: Floats = np.sum([own**2 / (len(runs) - 1) for runs, (own, _) in zip(repeated, found, strict=True)], axis=0)
    freedom = np.divide(variance**2, doubt, out=np.ones_like(variance), where=doubt > 0)
    return Between(variance, freedom, np.sum([within for _, within in found], axis=0))


def joined(parts: Sequence[Between]) -> Between:
    """The columns of all of them in a row."""
    return Between(
        np.concatenate([one.variance for one in parts]),
        np.concatenate([one.freedom for one in parts]),
        np.concatenate([one.within for one in parts]),
    )


def _variances(runs: Sequence[RunSide], parts: Parts) -> tuple[Floats, Floats]:
    """Of the mean over the repeats: by the spread between them, and by chance within records alone."""
    figures, pairs = _figures(runs, parts), [parts(run) for run in runs]
    whole = np.mean([one.sum(axis=0) for _, one in pairs], axis=0)
    residuals = np.stack([part - np.nan_to_num(own) * one for (part, one), own in zip(pairs, figures, strict=True)])
    chance = residuals.var(axis=0, ddof=1).sum(axis=0)
    within = np.divide(chance, np.square(whole), out=np.zeros(len(whole)), where=whole > 0)
    return np.nan_to_num(figures.var(axis=0, ddof=1)) / len(runs), within / len(runs)


def _figures(runs: Sequence[RunSide], parts: Parts) -> Floats:
    """Runs x figures; NaN where there is nothing to score."""
    found = []
    for run in runs:
        part, whole = (one.sum(axis=0) for one in parts(run))
        found.append(np.divide(part, whole, out=np.full(len(part), np.nan), where=whole > 0))
    return np.stack(found)
