"""What pairs of array elements score: sums over their fields, and the F1 that an alignment maximises."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from evaljson.base.arrays import AnyArray, Bools, Floats, Ints

_MARKS: Final = 8
"""Fields that are right or wrong and nothing between, which one byte per pair holds."""
_PER_ELEMENT: Final = 16
"""Pairs for each element from which on a table of all F1 that occur is faster than computing each."""
_TABLE: Final = 1 << 14
"""Most entries of that table."""
_SPARSE: Final = 4
"""Pairs for each one that scores, from which on only those are looked at."""
_AT_ONCE: Final = 1 << 15
"""Pairs that are looked up at a time, so that they stay in the processor's cache."""


class Total:
    """A sum over the pairs, in one part per broadcast shape: a weight that depends on the gold element alone is added
    once per gold element, not once per pair."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self._shape = shape
        self._parts: dict[tuple[int, ...], Any] = {}

    def add(self, values: Any) -> None:
        """Add values of a shape that broadcasts to all pairs."""
        shape = np.shape(values)
        if shape in self._parts:
            self._parts[shape] = (
                self._parts[shape] + values
                if shape == ()
                else np.add(self._parts[shape], values, out=self._parts[shape])
            )
        else:
            self._parts[shape] = np.array(values, np.float64)

    def add_at(self, rows: Ints, values: Any) -> None:
        """Add a value to each of some rows, which may repeat; rows count the pairs in order."""
        weights = np.broadcast_to(np.asarray(values, np.float64), rows.shape)
        self.add(np.bincount(rows, weights, int(np.prod(self._shape))).reshape(self._shape))

    def summed(self) -> Any:
        """Return the sum, in a shape that broadcasts to all pairs."""
        return sum(sorted(self._parts.values(), key=np.size), start=np.zeros((1,) * len(self._shape)))


class MarkedTotal(Total):
    """A sum of weights of what is right, kept as one bit per pair and field as long as that is all it has."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        super().__init__(shape)
        self._marks: AnyArray | None = None
        self._sums = np.zeros(1)

    def add_marks(self, marks: Bools, weight: float) -> None:
        """Add a weight where there is a mark."""
        count = len(self._sums).bit_length() - 1
        if self._parts or marks.shape != self._shape or count == _MARKS:
            self.add(marks * weight)
            return
        bits = marks.view(np.uint8)
        shifted = bits * np.uint8(1 << count)  # a product is faster than a shift
        self._marks = shifted if self._marks is None else np.bitwise_or(self._marks, shifted, out=self._marks)
        self._sums = np.concatenate([self._sums, self._sums + weight])

    def add(self, values: Any) -> None:
        self._write_out()
        super().add(values)

    def summed(self) -> Any:
        self._write_out()
        return super().summed()

    def marked(self) -> tuple[AnyArray, Floats] | None:
        """Return the marks of each pair as one number, and the sum that each such number stands for; or None."""
        return None if self._marks is None or self._parts else (self._marks, self._sums)

    def _write_out(self) -> None:
        """Make ordinary sums of the marks."""
        if self._marks is not None:
            marks, self._marks = self._marks, None
            super().add(self._sums[marks])


class Totals:
    """Per pair: S, the weighted scores; G and E, the weights of gold and extracted."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.shape = shape
        self.scores, self.gold, self.extracted = MarkedTotal(shape), Total(shape), Total(shape)

    def scoring(self) -> tuple[Ints, Floats] | None:
        """Return the places of all pairs that score more than 0, in order, and their F1; None where they are many.

        Also where pairs with nothing to score, whose F1 is 1, cannot be ruled out.
        """
        marked = self.scores.marked()
        if marked is None or len(self.shape) != 3:
            return None
        gold, extracted = self.gold.summed(), self.extracted.summed()
        blocks, rows, columns = self.shape
        if gold.shape[2] != 1 or extracted.shape[1] != 1 or not gold.min() + extracted.min() > 0:
            return None
        marks, sums = marked
        has_marks = (marks != 0).ravel()
        if np.count_nonzero(has_marks) * _SPARSE > marks.size:
            return None
        at = np.flatnonzero(has_marks)
        row, column = np.divmod(at, columns)
        of_gold = np.broadcast_to(gold, (blocks, rows, 1)).ravel()[row]
        of_extracted = np.broadcast_to(extracted, (blocks, 1, columns)).ravel()[row // rows * columns + column]
        f1 = _f1(sums[marks.ravel()[at]], of_gold + of_extracted)
        scoring = f1 > 0
        return at[scoring], f1[scoring]

    def f1(self) -> Floats:
        """Return F1 = 2S / (G + E) per pair, 1.0 where there is nothing to score, rounded to 12 decimals."""
        gold, extracted = self.gold.summed(), self.extracted.summed()
        cells, is_grid = int(np.prod(self.shape)), gold.shape[2:] == (1,) and extracted.shape[1:2] == (1,)
        marked = self.scores.marked() if is_grid else None
        if marked is not None and cells >= _PER_ELEMENT * (gold.size + extracted.size):
            looked_up = _looked_up(*marked, gold, extracted)
            if looked_up is not None:
                return looked_up
        return _f1(self.scores.summed(), np.broadcast_to(gold + extracted, self.shape))


def _f1(scores: Any, both: Any) -> Floats:
    f1 = np.ones(both.shape)
    np.divide(2 * scores, both, out=f1, where=both != 0)
    return np.round(f1, 12, out=f1)


def _looked_up(marks: AnyArray, sums: Floats, gold: Floats, extracted: Floats) -> Floats | None:
    """Return F1 of all pairs, computed once for each G, E and marks that there are; None where those are too many."""
    of_gold, gold_code = np.unique(gold, return_inverse=True)
    of_extracted, extracted_code = np.unique(extracted, return_inverse=True)
    if len(of_gold) * len(of_extracted) * len(sums) > _TABLE:
        return None
    both = np.repeat((of_gold[:, None] + of_extracted)[:, :, None], len(sums), axis=2)
    table = _f1(sums, both).ravel()
    gold_code = np.broadcast_to(gold_code.reshape(gold.shape), (gold.shape[0], marks.shape[1], 1))
    left = (gold_code * (len(of_extracted) * len(sums))).astype(np.uint16)
    right = (extracted_code.reshape(extracted.shape) * len(sums)).astype(np.uint16)
    f1, rows = np.empty(marks.shape), int(marks.shape[1])
    step = max(1, _AT_ONCE * rows // marks.size)
    for start in range(0, rows, step):
        part = np.s_[:, start : start + step]
        index = left[part] + right + marks[part]
        f1[part] = table.take(index, mode="clip")  # which looks at no index twice
    return f1
