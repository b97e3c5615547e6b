"""The mean of one sample, if its groups were mixed as those of another sample are (direct standardisation).

The interval is by the delta method: how much each record of either sample moves the figure, to first order. So it is
that of a normal distribution, and wants some records in each group.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaljson.base.arrays import Floats, Ints
from evaljson.stats.special import ndtri


@dataclass(frozen=True, slots=True)
class Reweighted:
    """A mean under another mix of groups."""

    mean: float
    difference: float
    """The same less the plain mean of the first sample: what the mix alone would change."""
    low: float
    high: float
    unmatched: float
    """The share of the second sample in groups that the first lacks: it has no part in the mix."""


def reweighted(scores: Floats, groups: Ints, other_groups: Ints, level: float = 0.95) -> Reweighted | None:
    """Weight the groups of the first sample as those of the second; None if they have no group in common.

    `groups` number the groups of each score, `other_groups` those of the records of the second sample.
    """
    width = 1 + max(int(groups.max(initial=-1)), int(other_groups.max(initial=-1)))
    here = np.bincount(groups, minlength=width).astype(np.float64)
    there = np.where(here > 0, np.bincount(other_groups, minlength=width), 0).astype(np.float64)
    if not there.any():
        return None
    means = np.bincount(groups, scores, width) / np.where(here > 0, here, 1.0)
    mix, count = there / there.sum(), float(there.sum())
    plain, mean = float(scores.mean()), float(mix @ means)
    of_record = (mix * len(scores) / np.where(here > 0, here, 1.0))[groups] * (scores - means[groups])
    of_other = means[other_groups[here[other_groups] > 0]] - mean
    variance = float(np.square(of_record - (scores - plain)).sum()) / len(scores) ** 2
    variance += float(np.square(of_other).sum()) / count**2
    reach = float(ndtri((1 + level) / 2)) * float(np.sqrt(variance))
    difference = mean - plain
    unmatched = 1 - count / len(other_groups)
    return Reweighted(mean, difference, difference - reach, difference + reach, unmatched)
