"""How far apart values are under the rule of their field: transforms, comparator and threshold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from evaljson.base.arrays import Floats, Ints
from evaljson.comparators.base import column_scorer
from evaljson.scoring.columns import Columns
from evaljson.scoring.plan import PlanNode
from evaljson.scoring.problems import Problems
from evaljson.scoring.row_pairs import FlatPairs, GridPairs
from evaljson.scoring.unit import REFUSES, Unit
from evaljson.stats.distances import symmetric

_MOST: Final = 2000
"""Distinct values that are compared each with each, column by column."""
_MOST_CALLED: Final = 300
"""The same where a comparator is called for each pair."""


class FieldRule:
    """The values of one field, ready to be compared."""

    def __init__(self, plan: PlanNode, values: Sequence[Any]) -> None:
        listed = list(values)
        self._unit = Unit(plan, Columns(listed, listed, plan.path), Problems())
        refused = self._unit.state_gold == REFUSES
        # Values that are one after transforms are compared once; a refused one equals nothing but itself.
        _, self._first, self.compared = np.unique(
            self._unit.gold.astype(np.int64) * 2 + refused, return_index=True, return_inverse=True
        )
        """`compared`: by value, the number of the value that it is after transforms."""
        self.most = _MOST if column_scorer(self._unit.rule.comparator.fn) is not None else _MOST_CALLED
        """How many values it is sensible to compare each with each."""

    def table(self, compared: Ints) -> Floats:
        """Return the distances between some compared values, each with each; NaN where the comparator has none."""
        rows = self._first[compared][None, :]
        grid = GridPairs(rows, rows)
        return symmetric(self._distances(grid).reshape(len(compared), len(compared)))

    def apart(self, left: Ints, right: Ints) -> Floats:
        """Return the distance of each pair of compared values, the mean of both directions."""
        width = len(self._first)
        pairs, place = np.unique(left * width + right, return_inverse=True)
        one, other = self._first[pairs // width], self._first[pairs % width]
        rows = np.arange(len(pairs))
        there, back = (self._distances(FlatPairs(*sides, rows)) for sides in ((one, other), (other, one)))
        means: Floats = ((there + back) / 2)[place]
        return means

    def _distances(self, pairs: FlatPairs | GridPairs) -> Floats:
        scored = self._unit.score(pairs)
        score = np.broadcast_to(np.asarray(scored.score, np.float64), pairs.shape)
        if scored.skip is not None:
            score = np.where(scored.skip, np.nan, score)
        return 1 - score


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """Records drawn at random, so that their values can be compared each with each."""

    keep: Any
    """Which meetings are in them."""
    records: int


def draw(record: Ints, left: Ints, right: Ints, most: int) -> Drawn | None:
    """Draw as many records as have `most` distinct values together; None if all have no more. The same each time."""
    if len(np.unique(np.concatenate([left, right]))) <= most:
        return None
    order = np.random.default_rng(0).permutation(np.unique(record))
    place = np.empty(int(record.max()) + 1, np.intp)
    place[order] = np.arange(len(order))
    turn = place[record]
    # Each value first occurs in some record of the order; so many distinct ones there are up to each record.
    values = np.concatenate([left, right])
    turns = np.concatenate([turn, turn])
    sequence = np.lexsort((turns, values))
    starts = np.flatnonzero(np.concatenate([[True], np.diff(values[sequence]) > 0]))
    seen = np.cumsum(np.bincount(turns[sequence][starts], minlength=len(order)))
    count = max(1, int((seen <= most).sum()))
    return Drawn(turn < count, count)
