"""Cohen's kappa of a judge over the pairs of a run, from people's labels of some pairs of each verdict.

How often the judge gives each verdict is known, so chance is only in which pairs of a verdict were labelled. The
interval is that of the posterior of people's steps under each verdict, with a prior that counts as one label spread
over all steps (W. Perks, 1947; for two steps it is that of Jeffreys: L. D. Brown, T. T. Cai, A. DasGupta: Interval
estimation for a binomial proportion. Statistical Science 16, 2001), drawn towards what was seen the more pairs are
labelled.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.stats import Kappa
from evaljson.stats.kappa import Weights, worth_of

_DRAWS = 4000
_SEED = 0


def run_kappa(
    table: Sequence[Sequence[int]], verdict_counts: Sequence[int], weights: Weights | None = None, level: float = 0.95
) -> Kappa | None:
    """Estimate kappa over all pairs: `table` counts the labelled ones, people's step by row, the judge's by column.

    `verdict_counts` are all pairs by the judge's step; each that occurs has a label at least. None if kappa is
    undefined: no pairs, or people and judge always on one step.
    """
    counts, sizes = np.asarray(table, np.float64), np.asarray(verdict_counts, np.float64)
    if not sizes.sum():
        return None
    labels, steps = counts.sum(axis=0), len(counts)
    worth, share_of_verdict = worth_of(steps, weights), sizes / sizes.sum()
    seen = np.divide(counts, labels, out=np.zeros_like(counts), where=labels > 0)
    observed, expected = _agreement(seen[None], share_of_verdict, worth)
    if 1 - expected[0] < 1e-12:
        return None
    value = float((observed[0] - expected[0]) / (1 - expected[0]))
    drawn = np.random.default_rng(_SEED).standard_gamma(counts + 1 / steps, size=(_DRAWS, *counts.shape))
    drawn /= drawn.sum(axis=1, keepdims=True)
    left = np.sqrt(np.clip((sizes - labels) / np.maximum(sizes - 1, 1), 0, 1))
    of_draws, by_chance = _agreement(seen + left * (drawn - seen), share_of_verdict, worth)
    kappas = (of_draws - by_chance) / np.maximum(1 - by_chance, 1e-12)
    low, high = np.quantile(kappas, [(1 - level) / 2, (1 + level) / 2]).tolist()
    return Kappa(
        value=value,
        low=max(-1.0, min(low, value)),
        high=min(1.0, max(high, value)),
        observed=float(observed[0]),
        expected=float(expected[0]),
        error=float(kappas.std()),
        count=int(labels.sum()),
    )


def _agreement(by_verdict: Any, share_of_verdict: Floats, worth: Floats) -> tuple[Floats, Floats]:
    """Return observed agreement and that by chance of each draw (draws x people's steps x verdicts)."""
    shares = by_verdict * share_of_verdict
    return (shares * worth).sum(axis=(1, 2)), shares.sum(axis=2) @ worth @ share_of_verdict
