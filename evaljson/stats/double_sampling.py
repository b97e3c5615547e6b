"""Estimate the mean that people would give, from a cheap rater's verdicts on everything and people's labels on some.

A. Tenenbein: A double sampling scheme for estimating from binomial data with misclassifications. Journal of the
American Statistical Association 65, 1970. It is what prediction-powered inference (A. N. Angelopoulos and others,
Science 382, 2023) amounts to if the cheap rater has only a few verdicts: the mean label of each verdict, weighted by
how often it is given. Nothing is assumed about the rater's errors; the labelled items of each group must be a random
sample.

The interval combines those of the groups: G. Y. Zou, A. Donner: Construction of confidence limits about effect
measures: a general approach. Statistics in Medicine 27, 2008 (MOVER).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from evaljson.base.errors import InputError
from evaljson.stats.wilson import wilson_share

Interval = tuple[float, float, float]
"""Value, low, high."""


@dataclass(frozen=True, slots=True)
class RatedGroup:
    """All items with the same verdict of the rater."""

    size: float
    """How many there are: the weight of the group."""
    distinct: int
    """How many different items: a label applies to all equal ones."""
    labels: Sequence[float]
    """People's labels for some of the different items, 0..1."""
    counts: Sequence[float]
    """How many of `size` each label applies to."""


def double_sampled(groups: Sequence[RatedGroup], level: float = 0.95) -> Interval | None:
    """Estimate the mean over all groups as people would give it. Raises InputError.

    None if a group has no label, or all groups are empty.
    """
    there = [group for group in groups if group.size > 0]
    if not there or any(not group.labels for group in there):
        return None
    total = sum(group.size for group in there)
    return weighted_sum([(group.size / total, group_mean(group, level)) for group in there])


def group_mean(group: RatedGroup, level: float = 0.95) -> Interval:
    """Estimate the mean of one group from its labels. Raises InputError."""
    if len(group.labels) != len(group.counts) or not 0 < len(group.labels) <= group.distinct:
        raise InputError("a group has one count for each label, one label at least, and no more than there are pairs")
    if any(not 0 <= label <= 1 for label in group.labels) or any(count <= 0 for count in group.counts):
        raise InputError("labels are from 0 to 1, and each count is above 0")
    labelled_size = sum(group.counts)
    mean = sum(label * count for label, count in zip(group.labels, group.counts, strict=True)) / labelled_size
    mean = min(1.0, max(0.0, mean))
    # Kish: unequal counts make the effective sample smaller.
    effective_size = labelled_size**2 / sum(count**2 for count in group.counts)
    return mean_interval(mean, len(group.labels), effective_size, group.distinct, level)


def mean_interval(mean: float, labelled: int, effective_size: float, distinct: int, level: float) -> Interval:
    """Return a mean with its interval: the closer the sample is to the whole group, the less is left to chance."""
    if labelled >= distinct:
        return mean, mean, mean
    if not labelled:
        return mean, 0.0, 1.0
    low, high = wilson_share(mean, effective_size * (distinct - 1) / (distinct - labelled), level)
    return mean, low, high


def weighted_sum(parts: Sequence[tuple[float, Interval]]) -> Interval:
    """Add independent figures, each with its weight, which may be negative."""
    value = sum(weight * figure for weight, (figure, _, _) in parts)
    below = above = 0.0
    for weight, (figure, low, high) in parts:
        down, up = (low, high) if weight >= 0 else (high, low)
        below += (weight * (figure - down)) ** 2
        above += (weight * (up - figure)) ** 2
    return value, value - math.sqrt(below), value + math.sqrt(above)
