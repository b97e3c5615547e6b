"""Cohen's kappa: how much two raters agree beyond chance.

J. Cohen: A coefficient of agreement for nominal scales. Educational and Psychological Measurement 20, 1960; weighted
kappa in Psychological Bulletin 70, 1968. Standard error: J. L. Fleiss, J. Cohen, B. S. Everitt: Large sample standard
errors of kappa and weighted kappa. Psychological Bulletin 72, 1969.

The interval is taken on Fisher's scale, atanh(kappa), where the error hardly depends on kappa (R. A. Fisher, 1915, for
correlations; L. I. Lin, Biometrics 45, 1989, for agreement): plus and minus on kappa itself covers too little for few
pairs. Where all agree, so that the error is 0, it is Wilson's interval of the observed agreement, with the agreement by
chance taken as known.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, Literal

import numpy as np

from evaljson.base.arrays import AnyArray, Floats
from evaljson.base.errors import InputError
from evaljson.stats.wilson import check_level, wilson_share

Weights = Literal["linear", "quadratic"]
_NO_ERROR = 1e-9


@dataclass(frozen=True, slots=True)
class Kappa:
    """Agreement of two raters: at most 1; 0 is chance."""

    value: float
    low: float
    high: float
    observed: float
    """Share of agreement; with weights, near misses count in part."""
    expected: float
    """The share expected by chance, if each rater chose as often as now but blindly."""
    error: float
    """Standard error, for large samples."""
    count: int
    """Pairs."""


def cohens_kappa(
    table: Sequence[Sequence[float]] | AnyArray, weights: Weights | None = None, level: float = 0.95
) -> Kappa | None:
    """Compute kappa from a square table of counts: one rater's verdicts by row, the other's by column, in order.

    `weights` let a near miss count in part. None if kappa is undefined: no pairs, or both raters always give the same
    verdict. Raises InputError.
    """
    counts = _checked(table)
    check_level(level)
    total = float(counts.sum())
    if not total:
        return None
    shares = counts / total
    rows, columns = shares.sum(axis=1), shares.sum(axis=0)
    worth = worth_of(len(counts), weights)
    observed, expected = float((worth * shares).sum()), float((worth * np.outer(rows, columns)).sum())
    if 1 - expected < 1e-12:
        return None
    value = (observed - expected) / (1 - expected)
    # Fleiss, Cohen & Everitt, formula 13: the mean worth of a rater's choice over the other's choices.
    by_row, by_column = worth @ columns, worth.T @ rows
    spread = (worth - (by_row[:, None] + by_column[None, :]) * (1 - value)) ** 2
    variance = (float((shares * spread).sum()) - (value - expected * (1 - value)) ** 2) / (1 - expected) ** 2 / total
    error = math.sqrt(max(0.0, variance))
    if error < _NO_ERROR or abs(value) > 1 - _NO_ERROR:
        low, high = ((share - expected) / (1 - expected) for share in wilson_share(observed, total, level))
    else:
        half = NormalDist().inv_cdf((1 + level) / 2) * error / (1 - value**2)
        low, high = math.tanh(math.atanh(value) - half), math.tanh(math.atanh(value) + half)
    low, high = max(-1.0, min(low, value)), min(1.0, max(high, value))
    return Kappa(value, low, high, observed, expected, error, round(total))


def _checked(table: Any) -> Floats:
    try:
        counts = np.asarray(table, np.float64)
    except (TypeError, ValueError) as error:
        raise InputError("the table of agreement holds something that is not a count") from error
    if counts.ndim != 2 or counts.shape[0] != counts.shape[1] or len(counts) < 2:
        raise InputError("the table of agreement is square, with a row and a column per step, at least two")
    if not np.isfinite(counts).all() or (counts < 0).any():
        raise InputError("the table of agreement holds counts from 0 up")
    return counts


def worth_of(steps: int, weights: Weights | None) -> Floats:
    """Return how much each pair of steps counts as agreement, 0..1, as steps x steps. Raises InputError."""
    places = np.arange(steps)
    apart = np.abs(places[:, None] - places[None, :]) / (steps - 1)
    if weights is None:
        return np.eye(steps)
    if weights not in ("linear", "quadratic"):
        raise InputError(f'weights are "linear" or "quadratic", not {weights!r}')
    worth: Floats = 1 - (apart if weights == "linear" else apart**2)
    return worth
