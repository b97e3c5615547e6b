"""Prediction-powered inference: a total over all items from a rater's predictions and people's labels of some.

A. N. Angelopoulos, J. C. Duchi, T. Zrnic: PPI++: Efficient prediction-powered inference. arXiv 2311.01453, 2023: the
predictions count with a weight that is tuned so that the variance is smallest, so that poor predictions never make the
interval longer than the labels alone. A. Fisch and others: Stratified prediction-powered inference. NeurIPS 2024: with
strata of their own weights. Nothing is assumed of the rater; the labels of a stratum must be a random part of it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.base.errors import InputError
from evaljson.stats.special import stdtrit

Interval = tuple[float, float, float]
"""Value, low, high."""


@dataclass(frozen=True, slots=True)
class PredictedStratum:
    """Items of which some are labelled."""

    weights: Floats
    """What each labelled item adds to the total for a label of 1; below 0 it takes off."""
    labels: Floats
    """People's labels of these items, from 0 to 1."""
    unlabelled: Floats
    """The weights of the items without a label."""


def predicted_total(strata: Sequence[PredictedStratum], level: float = 0.95) -> Interval | None:
    """Estimate the sum of weight times label over all items; None if a stratum has fewer than two labels.

    In a stratum the rater gives one verdict, so the prediction of an item is its weight times what people say of that
    verdict on average. Strata whose weights are all 0 need no label. Raises InputError.
    """
    value = variance = freedom = 0.0
    for stratum in strata:
        if len(stratum.weights) != len(stratum.labels):
            raise InputError("a stratum has one weight for each label")
        if not (stratum.weights.any() or stratum.unlabelled.any()):
            continue
        labelled, total = len(stratum.labels), len(stratum.labels) + len(stratum.unlabelled)
        if labelled < 2 and labelled < total:
            return None
        of_stratum, error = _stratum_total(stratum, total)
        value, variance, freedom = value + of_stratum, variance + error, freedom + max(labelled - 1, 0)
    half = float(stdtrit(max(freedom, 1.0), (1 + level) / 2)) * math.sqrt(variance)
    return value, value - half, value + half


def _stratum_total(stratum: PredictedStratum, total: int) -> tuple[float, float]:
    """Return a stratum's total with its variance."""
    weights, labels, labelled = stratum.weights, stratum.labels, len(stratum.labels)
    added = weights * labels
    if labelled == total:
        return float(added.sum()), 0.0
    tuned = _tuned(weights, labels)
    everything = float(weights.sum() + stratum.unlabelled.sum())
    value = tuned * everything + total / labelled * float((added - tuned * weights).sum())
    # With one label more of each kind: labels that all agree are no proof that all others do.
    all_weights = np.concatenate([weights, stratum.unlabelled])
    share = (float(labels.sum()) + 1) / (labelled + 2)
    rest = added - tuned * weights
    seen = float(np.square(rest - rest.mean()).sum())
    typical = float(np.square(all_weights).mean())
    pseudo = typical * (share * (1 - tuned) ** 2 + (1 - share) * tuned**2) * 2
    spread = (seen + pseudo) / (labelled + 1)
    return value, total * (total - labelled) / labelled * spread


def _tuned(weights: Floats, labels: Floats) -> float:
    """Return the label that is predicted for every item: that which leaves the least variance, within 0 to 1."""
    spread = float(np.square(weights - weights.mean()).sum())
    if spread < 1e-12:
        return float(labels.mean())
    along = float((weights - weights.mean()) @ (weights * labels))
    return min(1.0, max(0.0, along / spread))
