"""Measures how far repeats of one variant spread, and what that adds to the uncertainty of their mean.

What the records of one repeat share, such as a bad day of a service, moves them all together, and resampling records
does not show it: it is in the variance between the repeats' figures, divided by their number, with Welch's degrees of
freedom over both sides: B. L. Welch: The generalization of Student's problem when several different population
variances are involved. Biometrika 34, 1947. That variance also includes chance within records, which the spread over
records has already. It is subtracted there, where many records estimate it well, and not here, where few repeats do.
With a few runs, Welch's degrees of freedom are too many (fewer_freedom).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.compare.side import RunSide
from evaljson.stats.repeat_variance import Between

_KEPT: Final = 0.5
Parts = Callable[[RunSide], tuple[Floats, Floats]]


@dataclass(frozen=True, slots=True)
class Spread:
    """One figure over the repeats of a variant."""

    figure: str
    values: tuple[float, ...]
    """One per repeat, over the shared records."""
    mean: float
    deviation: float
    """Standard deviation between repeats."""


def spreads(names: tuple[str, ...], runs: Sequence[RunSide], parts: Parts) -> tuple[Spread, ...]:
    """Return the spread of each figure; nothing for a variant that was run once."""
    if len(runs) < 2:
        return ()
    figures = _figures(runs, parts)
    return tuple(
        Spread(name, tuple(values.tolist()), float(values.mean()), float(values.std(ddof=1)))
        for name, values in zip(names, figures.T, strict=True)
        if not np.isnan(values).any()
    )


def between_repeats(sides: Sequence[Sequence[RunSide]], parts: Parts) -> Between:
    """Return the variance that repeats add to the difference of their means; none for sides that were run once."""
    repeated = [runs for runs in sides if len(runs) > 1]
    if not repeated:
        return Between.none(parts(sides[0][0])[0].shape[1])
    variances = [_variances(runs, parts) for runs in repeated]
    variance: Floats = np.sum([between for between, _ in variances], axis=0)
    welch: Floats = np.sum(
        [between**2 / (len(runs) - 1) for runs, (between, _) in zip(repeated, variances, strict=True)], axis=0
    )
    freedom = np.divide(variance**2, welch, out=np.ones_like(variance), where=welch > 0)
    freedom = fewer_freedom(freedom, [len(runs) for runs in repeated])
    return Between(variance, freedom, np.sum([within for _, within in variances], axis=0))


def joined(parts: Sequence[Between]) -> Between:
    """Concatenate the columns of all parts."""
    return Between(
        np.concatenate([part.variance for part in parts]),
        np.concatenate([part.freedom for part in parts]),
        np.concatenate([part.within for part in parts]),
    )


def fewer_freedom(welch: Floats, runs: Sequence[int]) -> Floats:
    """Return the degrees of freedom to use in place of Welch's: nearer to those of the side with the fewest runs.

    A few runs that happen to be alike make the other side's degrees of freedom count, even where all variance is
    between those few. In simulations errors stay below 5% and two standard errors with half of what Welch's are above
    the fewest, and less where the other side has more runs (benchmarks/few_repeats.py).
    """
    fewest = min(runs) - 1
    fewer: Floats = fewest + _KEPT * fewest / (max(runs) - 1) * (welch - fewest)
    return fewer


def _variances(runs: Sequence[RunSide], parts: Parts) -> tuple[Floats, Floats]:
    """Return the variances of the mean over the repeats: by the spread between them, and by chance within records."""
    figures, pairs = _figures(runs, parts), [parts(run) for run in runs]
    mean_whole = np.mean([whole.sum(axis=0) for _, whole in pairs], axis=0)
    residuals = np.stack(
        [part - np.nan_to_num(figure) * whole for (part, whole), figure in zip(pairs, figures, strict=True)]
    )
    chance = residuals.var(axis=0, ddof=1).sum(axis=0)
    within = np.divide(chance, np.square(mean_whole), out=np.zeros(len(mean_whole)), where=mean_whole > 0)
    return np.nan_to_num(figures.var(axis=0, ddof=1)) / len(runs), within / len(runs)


def _figures(runs: Sequence[RunSide], parts: Parts) -> Floats:
    """Return figures as runs x figures; NaN if there is nothing to score."""
    figures = []
    for run in runs:
        part, whole = (sums.sum(axis=0) for sums in parts(run))
        figures.append(np.divide(part, whole, out=np.full(len(part), np.nan), where=whole > 0))
    return np.stack(figures)
