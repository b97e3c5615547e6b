"""How much less of mean F1 each field loses on one side than on the other; all fields together, by how much F1 differs.

The unit of evaljson.results.f1_lost: lost weight x 2 / (G + E) of its record, over the number of records. A record with
a thousand values counts as one.
"""

from __future__ import annotations

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.compare.side import RunSide, Sides
from evaljson.results.f1_lost import rounded


def f1_gained(sides: Sides) -> Floats:
    """Return by field what B gains of mean F1 over the compared records, -1..1; of repeated runs, the mean."""
    lost_a, lost_b = (np.mean([_lost(run) for run in runs], axis=0) for runs in sides.singles)
    return rounded(lost_a - lost_b)


def _lost(side: RunSide) -> Floats:
    """Return by field what mean F1 loses; `lost` counts weight in gold and in extracted, each in full."""
    whole = (side.gold + side.extracted).sum(axis=1, keepdims=True)
    shares = np.divide(side.lost, whole, out=np.zeros_like(side.lost), where=whole > 0)
    lost: Floats = shares.sum(axis=0) / max(len(shares), 1)
    return lost
