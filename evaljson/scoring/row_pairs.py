"""Which rows of the gold column meet which rows of the extracted column."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from evaljson.base.arrays import AnyArray, Bools, Ints


@dataclass(frozen=True, slots=True)
class FlatPairs:
    """Pair p is gold[p] with extracted[p]; its results go to row `rows[p]` of the sink."""

    gold: Ints
    extracted: Ints
    rows: Ints

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape that `left` and `right` broadcast to."""
        return (len(self.rows),)

    def left(self, values: AnyArray) -> AnyArray:
        """Return values by gold row, one per pair."""
        return values[self.gold]

    def right(self, values: AnyArray) -> AnyArray:
        """Return values by extracted row, one per pair."""
        return values[self.extracted]

    def where(self, mask: Bools) -> FlatPairs:
        """Return the pairs where `mask` (of a shape that broadcasts to all pairs) is true."""
        mask = np.broadcast_to(mask, self.shape)
        return FlatPairs(self.gold[mask], self.extracted[mask], self.rows[mask])


@dataclass(frozen=True)
class GridPairs:
    """All pairs of elements of equally long arrays: block b pairs each of gold_rows[b] with each of extracted_rows[b].

    The pairs are not listed one by one: comparisons broadcast n gold against m extracted values. The sink's rows count
    the pairs block by block, gold element by gold element.
    """

    gold_rows: Ints
    """blocks x n"""
    extracted_rows: Ints
    """blocks x m"""

    def __len__(self) -> int:
        return int(np.prod(self.shape))

    @property
    def shape(self) -> tuple[int, ...]:
        """blocks x n x m"""
        return (*self.gold_rows.shape, self.extracted_rows.shape[1])

    def left(self, values: AnyArray) -> AnyArray:
        """Return values by gold row, as blocks x n x 1."""
        return values[self.gold_rows][:, :, None]

    def right(self, values: AnyArray) -> AnyArray:
        """Return values by extracted row, as blocks x 1 x m."""
        return values[self.extracted_rows][:, None, :]

    @cached_property
    def gold(self) -> Ints:
        """Gold rows pair by pair."""
        return np.broadcast_to(self.gold_rows[:, :, None], self.shape).ravel()

    @cached_property
    def extracted(self) -> Ints:
        """Extracted rows pair by pair."""
        return np.broadcast_to(self.extracted_rows[:, None, :], self.shape).ravel()

    @cached_property
    def rows(self) -> Ints:
        """The sink's rows."""
        return np.arange(len(self))

    def where(self, mask: Bools) -> FlatPairs:
        """Return the pairs where `mask` (of a shape that broadcasts to all pairs) is true, listed one by one."""
        rows = np.flatnonzero(np.broadcast_to(mask, self.shape))
        block, gold, extracted = np.unravel_index(rows, self.shape)
        return FlatPairs(self.gold_rows[block, gold], self.extracted_rows[block, extracted], rows)


Pairs = FlatPairs | GridPairs
