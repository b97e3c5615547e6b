"""Accuracy over leaves: the share of all leaves of gold and extraction together that match."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaljson.base.arrays import Floats, Ints
from evaljson.scoring.status import HALLUCINATION, MATCH
from evaljson.scoring.tallies import Rows, mean, ratio
from evaljson.stats import clustered_share


@dataclass(frozen=True, slots=True, eq=False)
class LeafAccuracy:
    """Matches among matches, mismatches, missing and invented values, unweighted; those of weight 0 are left out."""

    matches: int
    leaves: int
    share: float | None
    """Over all leaves of all records; None without any."""
    interval: tuple[float, float] | None
    """Where the true share lies, at 95% confidence; leaves of one record may be right together."""
    mean: float | None
    """The arithmetic mean over records; None for a run without records."""
    by_record: Floats
    """Of each record, in the order of the run; 1.0 without any leaf."""


def leaf_accuracy(rows: Rows, clusters: Ints | None = None) -> LeafAccuracy:
    """Compute the figures of a run from its results; the interval by `clusters` of records."""
    counted = (rows.status <= HALLUCINATION) & (rows.weight > 0)
    leaves = np.bincount(rows.record[counted], minlength=rows.records)
    matches = np.bincount(rows.record[counted & (rows.status == MATCH)], minlength=rows.records)
    by_record = np.divide(matches, leaves, out=np.ones(rows.records), where=leaves > 0)
    right, every = int(matches.sum()), int(leaves.sum())
    interval = clustered_share(matches, leaves, groups=clusters)
    return LeafAccuracy(right, every, ratio(right, every), interval, mean(by_record), by_record)
