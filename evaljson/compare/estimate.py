"""Estimates differences with intervals, all in one way: each figure of a side is a ratio of sums over records.

The difference of two ratios is, to first order, a mean over records of what each adds to it (its influence value); for
means over records this is exact. Its interval comes from the symmetric studentised bootstrap of those values. If fewer
than `FEW` records differ, or all except so few differ by the same amount, it comes from methods for ceilings
(evaljson/compare/few_differences.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from evaljson.base.arrays import Bools, Floats, Ints
from evaljson.compare.few_differences import NOTICED, Sparse, sparse_interval
from evaljson.compare.side import RunSide
from evaljson.compare.verdict import NO_DIFFERENCE, Verdict, verdict_of
from evaljson.stats.interval import Interval
from evaljson.stats.power import smallest_detectable
from evaljson.stats.repeat_variance import Between
from evaljson.stats.studentised import studentised

STUDENTISED = "studentised bootstrap"
FIGURES: Final = ("f1", "precision", "recall", "pooled_f1", "pooled_precision", "pooled_recall")
"""The names that gates use; those without "pooled" are means over records."""
FEW: Final = 8
"""With fewer records unlike the others, resamples show too little of what was not seen."""


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
    """The method of the interval: "studentised bootstrap", "score interval" or "two pseudo-records"."""
    verdict: Verdict


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


def estimates(names: tuple[str, ...], ratios: Ratios, method: Method, between: Between) -> list[Estimate]:
    """Estimate each column; `between` is the variance between repeated runs by column."""
    a, b = _ratio(ratios.part_a, ratios.whole_a), _ratio(ratios.part_b, ratios.whole_b)
    with np.errstate(invalid="ignore", divide="ignore"):  # columns without anything to score are not looked at
        influence = _influence(ratios, a, b)
        apart = (np.abs(influence - np.median(influence, axis=0)) > NOTICED).sum(axis=0)
    differing = (np.abs(ratios.part_a - ratios.part_b) > NOTICED) | (np.abs(ratios.whole_a - ratios.whole_b) > NOTICED)
    counts, defined = differing.sum(axis=0), ~(np.isnan(a) | np.isnan(b))
    enough = np.minimum(counts, apart) >= FEW  # records that all moved alike are a ceiling, like those that did not
    intervals = _many(influence, b - a, np.flatnonzero(defined & enough), method, between)
    few = np.flatnonzero(defined & ~enough).tolist()
    for column in few:
        data = _few(ratios, influence, differing, float(b[column] - a[column]), column)
        intervals[column] = sparse_interval(data, method.confidence, between.pick([column]))
    seen = ((ratios.whole_a + ratios.whole_b) > 0).sum(axis=0)
    return [
        _estimate(
            name,
            (float(a[column]), float(b[column])),
            *intervals[column],
            int(seen[column]),
            int(counts[column]),
            method,
        )
        if column in intervals
        else _undefined(name, a[column], b[column], int(counts[column]))
        for column, name in enumerate(names)
    ]


def _many(
    influence: Floats, difference: Floats, columns: Ints, method: Method, between: Between
) -> dict[int, tuple[Interval, str]]:
    values = influence[:, columns] + difference[columns]
    bounds = studentised(values, method.confidence, method.resamples, method.seed, between.pick(columns))
    rows = zip(columns.tolist(), bounds.low.tolist(), bounds.high.tolist(), bounds.p.tolist(), strict=True)
    return {column: (Interval(low, high, p), STUDENTISED) for column, low, high, p in rows}


def _few(ratios: Ratios, influence: Floats, differing: Bools, difference: float, column: int) -> Sparse:
    there = (ratios.whole_a[:, column] > 0) | (ratios.whole_b[:, column] > 0)
    weight = (ratios.whole_a + ratios.whole_b)[there, column]
    return Sparse(influence[there, column] * there.mean(), differing[there, column], weight, difference)


def _ratio(part: Floats, whole: Floats) -> Floats:
    below: Floats = whole.sum(axis=0)
    above: Floats = part.sum(axis=0)
    ratio: Floats = np.divide(above, below, out=np.full(len(below), np.nan), where=below > 0)
    return ratio


def _influence(ratios: Ratios, a: Floats, b: Floats) -> Floats:
    """Return how far each record pulls the difference of each column from its value; their mean is 0."""
    of_b: Floats = (ratios.part_b - b * ratios.whole_b) / ratios.whole_b.mean(axis=0)
    of_a: Floats = (ratios.part_a - a * ratios.whole_a) / ratios.whole_a.mean(axis=0)
    influence: Floats = of_b - of_a
    return influence


def _estimate(
    name: str,
    sides: tuple[float, float],
    interval: Interval,
    interval_method: str,
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
        method=interval_method,
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
