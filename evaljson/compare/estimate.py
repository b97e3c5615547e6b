"""Estimates differences with intervals, all in one way: each figure of a side is a ratio of sums over records.

The difference of two ratios is, to first order, a mean over records of what each adds to it; for means over records
this is exact. Its interval is the score interval of that mean, for few differences as for many
(evaljson/stats/mean_difference.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from evaljson.base.arrays import Bools, Floats, Ints
from evaljson.compare.side import RunSide, by_cluster
from evaljson.compare.verdict import NO_DIFFERENCE, NOTICED, Verdict, verdict_of
from evaljson.stats.interval import Interval
from evaljson.stats.mean_difference import mean_differences, p_of_mean_differences
from evaljson.stats.power import smallest_detectable
from evaljson.stats.repeat_variance import Between

SCORE: Final = "score interval"
FIGURES: Final = ("f1", "precision", "recall", "pooled_f1", "pooled_precision", "pooled_recall")
"""The names that gates use; those without "pooled" are means over records."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """One figure of both sides over the records that both scored; B minus A."""

    figure: str
    a: float | None
    """None if there was nothing to score; the others are None then too."""
    b: float | None
    difference: float | None
    low: float | None
    """The interval of the difference, at the comparison's confidence."""
    high: float | None
    p: float | None
    """Two-sided, for the hypothesis of no difference; consistent with the interval."""
    smallest: float | None
    """The true difference that this sample would have shown with a chance of 80%."""
    differing: int
    """Records that are not the same on both sides."""
    method: str | None
    """The method of the interval."""
    verdict: Verdict | None
    """None in a comparison whose verdict is on another figure: six verdicts would err more often than one."""


@dataclass(frozen=True, slots=True)
class Ratios:
    """Columns whose figure is the sum of `part` over the sum of `whole`, as records x columns, for both sides."""

    part_a: Floats
    whole_a: Floats
    part_b: Floats
    whole_b: Floats


@dataclass(frozen=True, slots=True)
class Method:
    """Confidence, number of resamples, and their seed."""

    confidence: float
    resamples: int
    seed: int
    power: float = 0.8


def of_figures(side: RunSide) -> tuple[Floats, Floats]:
    """Return part and whole of each of FIGURES, as records x figures."""
    score, gold, extracted = (part.sum(axis=1) for part in (side.score, side.gold, side.extracted))
    ones = np.ones_like(score)
    parts = [side.f1, side.precision, side.recall, 2 * score, score, score]
    return np.stack(parts, axis=1), np.stack([ones, ones, ones, gold + extracted, extracted, gold], axis=1)


def of_fields(side: RunSide) -> tuple[Floats, Floats]:
    """Return part and whole of the F1 of each field, as records x fields."""
    return 2 * side.score, side.gold + side.extracted


def of_losses(side: RunSide) -> tuple[Floats, Floats]:
    """Return part and whole of the weight that each field loses in a record on average, as records x fields."""
    return side.lost, np.ones_like(side.score)


def estimates(
    names: tuple[str, ...], ratios: Ratios, method: Method, between: Between, clusters: Ints | None = None
) -> list[Estimate]:
    """Estimate each column; `between` is the variance between repeated runs by column, `clusters` that of records."""
    differing = (np.abs(ratios.part_a - ratios.part_b) > NOTICED) | (np.abs(ratios.whole_a - ratios.whole_b) > NOTICED)
    counts, means = differing.sum(axis=0), _means(ratios, clusters)
    a, b, seen = means.a, means.b, means.seen
    bounds = mean_differences(means.values, means.there, method.confidence, between.pick(means.defined), means.sizes)
    rows = zip(means.defined.tolist(), bounds.low.tolist(), bounds.high.tolist(), bounds.p.tolist(), strict=True)
    intervals = {column: Interval(low, high, p) for column, low, high, p in rows}
    return [
        _estimate(
            name,
            (float(a[column]), float(b[column])),
            intervals[column],
            int(seen[column]),
            int(counts[column]),
            method,
        )
        if column in intervals
        else _undefined(name, a[column], b[column], int(counts[column]))
        for column, name in enumerate(names)
    ]


def chances_of_ratios(
    ratios: Ratios, between: Between, clusters: Ints | None = None, only: Sequence[int] | None = None
) -> Floats:
    """Return the p that `estimates` gives each column, without its interval; NaN where there was nothing to score.

    `only` are the columns whose p is asked for; the others are NaN.
    """
    means, p = _means(ratios, clusters), np.full(ratios.part_a.shape[1], np.nan)
    asked = None if only is None else np.flatnonzero(np.isin(means.defined, only))
    of = p_of_mean_differences(means.values, means.there, between.pick(means.defined), means.sizes, asked)
    if asked is None:
        p[means.defined] = of
    else:
        p[means.defined[asked]] = of[asked]
    return p


@dataclass(frozen=True, slots=True)
class _Means:
    """Ratios of both sides, and their differences as means over records or clusters."""

    a: Floats
    b: Floats
    seen: Ints
    """By column, the records or clusters that have it."""
    defined: Ints
    """The columns that both sides have a ratio of; those of all below."""
    values: Floats
    there: Bools
    sizes: Floats | None
    """Of clusters."""


def _means(ratios: Ratios, clusters: Ints | None) -> _Means:
    a, b = _ratio(ratios.part_a, ratios.whole_a), _ratio(ratios.part_b, ratios.whole_b)
    defined = np.flatnonzero(~(np.isnan(a) | np.isnan(b)))
    there = (ratios.whole_a + ratios.whole_b) > 0
    added = _contribution(ratios, a, b, defined)
    if clusters is None:
        return _Means(a, b, there.sum(axis=0), defined, added, there[:, defined], None)
    of_clusters = by_cluster(there.astype(np.float64), clusters)
    seen = (of_clusters > 0).sum(axis=0)
    share = (seen / np.maximum(there.sum(axis=0), 1))[defined]  # clusters per record
    sizes = of_clusters[:, defined] * share
    return _Means(a, b, seen, defined, by_cluster(added, clusters) * share, sizes > 0, sizes)


def _ratio(part: Floats, whole: Floats) -> Floats:
    below: Floats = whole.sum(axis=0)
    above: Floats = part.sum(axis=0)
    ratio: Floats = np.divide(above, below, out=np.full(len(below), np.nan), where=below > 0)
    return ratio


def _contribution(ratios: Ratios, a: Floats, b: Floats, columns: Ints) -> Floats:
    """Return what each record adds to the difference of some columns; their mean over the records there is that.

    A record that is the same on both sides adds nothing.
    """
    part_a, whole_a, part_b, whole_b = (
        one[:, columns] for one in (ratios.part_a, ratios.whole_a, ratios.part_b, ratios.whole_b)
    )
    a, b, weight = a[columns], b[columns], whole_a + whole_b
    there = weight > 0
    of_b = (part_b - b * whole_b) / whole_b.sum(axis=0)
    of_a = (part_a - a * whole_a) / whole_a.sum(axis=0)
    added = (of_b - of_a + (b - a) * weight / weight.sum(axis=0)) * there.sum(axis=0)
    contribution: Floats = np.where(there & (np.abs(added) > NOTICED), added, 0.0)
    return contribution


def _estimate(
    name: str,
    sides: tuple[float, float],
    interval: Interval,
    n: int,
    differing: int,
    method: Method,
) -> Estimate:
    a, b = sides
    difference = b - a if abs(b - a) > NOTICED else 0.0
    return Estimate(
        figure=name,
        a=a,
        b=b,
        difference=difference,
        low=max(-1.0, min(interval.low, difference)),
        high=min(1.0, max(interval.high, difference)),
        p=interval.p,
        smallest=smallest_detectable((interval.high - interval.low) / 2, n, method.confidence, method.power),
        differing=differing,
        method=SCORE,
        verdict=verdict_of(difference, interval.p, method.confidence),
    )


def _undefined(name: str, a: float, b: float, differing: int) -> Estimate:
    return Estimate(
        figure=name,
        a=None if np.isnan(a) else float(a),
        b=None if np.isnan(b) else float(b),
        difference=None,
        low=None,
        high=None,
        p=None,
        smallest=None,
        differing=differing,
        method=None,
        verdict=NO_DIFFERENCE,
    )
