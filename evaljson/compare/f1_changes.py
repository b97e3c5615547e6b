"""What each record changes in the F1 of each field from one side to the other.

F1 of a field is 2 S / W over its records, with the score S and the weights W of gold and extracted. Let F be the F1 of
both sides together; swapping the sides of any record leaves it as it is. A record then does better than F on one side
by 2 s - F w, and from A to B this changes by 2 (s_B - s_A) - F (w_B - w_A). The sum over the records is above 0 exactly
if the F1 of B is higher, so a test on it never contradicts F1. If no record has more weight on one side than on the
other, it is twice the change of the score.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from evaljson.base.arrays import Bools, Floats
from evaljson.compare.side import RunSide

_NONE: Final = 1e-9


def f1_changes(a: RunSide, b: RunSide) -> Floats:
    """Return records x fields: above 0 if the record raises the F1 of B over that of A.

    Where F1 says nothing, it is the change of lost weight, counted in gold and in extracted.
    """
    score = 2 * (b.score - a.score)
    weight = (b.gold + b.extracted) - (a.gold + a.extracted)
    change = score - _f1_of_both(a, b) * weight
    return np.where(np.abs(change) > _NONE, change, 0.0)


def is_told_by_f1(a: RunSide, b: RunSide) -> Bools:
    """Return by field whether F1 can tell the sides apart: both have values there, and any of them is right."""
    right: Floats = (a.score + b.score).sum(axis=0)
    return (right > _NONE) & (_weight(a) > 0) & (_weight(b) > 0)


def _f1_of_both(a: RunSide, b: RunSide) -> Floats:
    """Return the F1 of each field over both sides; 1 where F1 says nothing."""
    told = is_told_by_f1(a, b)
    whole = np.where(told, _weight(a) + _weight(b), 1.0)
    both: Floats = np.where(told, 2 * (a.score + b.score).sum(axis=0) / whole, 1.0)
    return both


def _weight(side: RunSide) -> Floats:
    weight: Floats = (side.gold + side.extracted).sum(axis=0)
    return weight
