"""The scorer of columns in which two values are either the same or not: a comparison of codes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaljson.base.arrays import AnyInts, Codes, Scores
from evaljson.comparators.base import Pairs


@dataclass(frozen=True, slots=True)
class SameCode:
    """Matches values of equal codes. Whoever scores many pairs may compare the codes without asking."""

    codes: AnyInts
    """By place among the distinct values, none below 0."""

    def __call__(self, pairs: Pairs, gold: Codes, extracted: Codes) -> Scores:
        equal: Scores = self.codes[pairs.left(gold)] == self.codes[pairs.right(extracted)]
        return equal


def all_differ(count: int) -> SameCode:
    """Return the scorer of so many distinct values that match only themselves."""
    return SameCode(np.arange(count, dtype=np.int32))
