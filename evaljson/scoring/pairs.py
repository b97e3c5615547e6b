"""Which rows of the gold column meet which rows of the extracted column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from evaljson.scoring.columns import IntArray

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class FlatPairs:
    """Pair p is gold[p] with extracted[p]; its results go to row `rows[p]` of the sink."""

    gold: IntArray
    extracted: IntArray
    rows: IntArray

    def __len__(self) -> int:
        return len(self.rows)

    def left(self, values: Array) -> Array:
        """Values by gold row, one per pair."""
        return values[self.gold]

    def right(self, values: Array) -> Array:
        """Values by extracted row, one per pair."""
        return values[self.extracted]

    def where(self, mask: Array) -> FlatPairs:
        """The pairs where `mask` (one entry per pair, or one for all) is true."""
        mask = np.broadcast_to(mask, (len(self),))
        return FlatPairs(self.gold[mask], self.extracted[mask], self.rows[mask])


def one_to_one(count: int) -> FlatPairs:
    """Row i with row i."""
    rows = np.arange(count)
    return FlatPairs(rows, rows, rows)
