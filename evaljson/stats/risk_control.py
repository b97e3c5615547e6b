"""Which part of the surest things can be accepted, so that no more than a target share of them is wrong.

The surest 10%, 20%, … are tested for a share of wrong ones above the target, each with a p that holds for any number of
records, and the largest part that is shown to keep the target is accepted: A. N. Angelopoulos, S. Bates, E. J. Candès,
M. I. Jordan, L. Lei: Learn then test: calibrating predictive algorithms to achieve risk control. Annals of Applied
Statistics 19, 2025. The tests share the error by B. L. Wiens: A fixed sequence Bonferroni procedure for testing
multiple endpoints. Pharmaceutical Statistics 2, 2003: what one test does not use up goes to the next.

One value per record: the binomial tail, which holds also where some values are more likely wrong than others (W.
Hoeffding: On the distribution of the number of successes in independent trials. Annals of Mathematical Statistics 27,
1956). Several values of a record may be wrong together: then bets on records (betting.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from evaljson.base.arrays import Floats, Ints
from evaljson.stats.betting import anytime_above_p
from evaljson.stats.special import bdtr

PARTS: Final = 10


@dataclass(frozen=True, slots=True, eq=False)
class Ranked:
    """Things by how sure they are: values of a field, or whole records."""

    sure: Floats
    """From 0 to 1."""
    values: Ints
    """How many values each has."""
    wrong: Ints
    """How many of them are wrong."""
    group: Ints
    """Its record, or the cluster of it, from 0: things of one group may be wrong together."""

    def accepted(self, threshold: float) -> Ranked:
        """Return those at or above a threshold."""
        at = self.sure >= threshold
        return Ranked(self.sure[at], self.values[at], self.wrong[at], self.group[at])


def thresholds_of(sure: Floats, parts: int = PARTS) -> list[float]:
    """Return the thresholds that accept the surest parts, strictest first; equally sure things stay together."""
    if not len(sure):
        return []
    falling = np.sort(sure)[::-1]
    places = np.ceil(np.arange(1, parts + 1) / parts * len(sure)).astype(np.intp) - 1
    return list(dict.fromkeys(falling[places].tolist()))


def error_p(accepted: Ranked, target: float) -> float:
    """Return the p for a share of wrong values of at least the target."""
    values, wrong = _by_group(accepted)
    if not len(values):
        return 1.0
    return _p(values, wrong, target)


def least_p(accepted: Ranked, target: float) -> float:
    """Return the smallest p that they could have: if none was wrong."""
    values, wrong = _by_group(accepted)
    return _p(values, np.zeros_like(wrong), target) if len(values) else 1.0


def promised_threshold(ranked: Ranked, target: float, level: float = 0.95, parts: int = PARTS) -> float | None:
    """Return the threshold that accepts most and keeps the target; None where no part is shown to keep it.

    In at most 1 - level of samples more than the target is wrong above the threshold.
    """
    able = [
        (threshold, accepted)
        for threshold in thresholds_of(ranked.sure, parts)
        if least_p(accepted := ranked.accepted(threshold), target) <= 1 - level
    ]
    promised, carried = None, 0.0
    for threshold, accepted in able:
        allowed = carried + (1 - level) / len(able)
        passes = error_p(accepted, target) <= allowed
        promised, carried = (threshold, allowed) if passes else (promised, 0.0)
    return promised


def _by_group(accepted: Ranked) -> tuple[Floats, Floats]:
    """Return values and wrong ones of each group that has any."""
    values, wrong = (np.bincount(accepted.group, part).astype(np.float64) for part in (accepted.values, accepted.wrong))
    return values[values > 0], wrong[values > 0]


def _p(values: Floats, wrong: Floats, target: float) -> float:
    largest = float(values.max())
    if largest <= 1:
        return float(bdtr(float(wrong.sum()), len(values), target))
    # As gains of a bet that less than the target is wrong: nobody loses more than all.
    return anytime_above_p((target * values - wrong) / ((1 - target) * largest))
