"""The assignment of elements with the largest total score (Kuhn 1955; scipy's solver is Crouse 2016)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from evaljson.base.arrays import Bools, Floats, Ints

Triples = tuple[Ints, Ints, Ints]
"""Matrix, row and column of each pair."""
_MARGIN: Final = 1e-9
"""More than sums of scores are inexact."""
_SMALL: Final = 1 << 12
"""Pairs of elements up to which it is likely that every element has one best partner."""

_TINY: Final = 1 << 6
"""Pairs of elements up to which the same matrix is likely to come again."""


@dataclass(frozen=True, slots=True)
class _Matrices:
    """Where the scores of each pair of arrays lie: gold x extracted of one behind the other."""

    starts: Ints
    ends: Ints
    rows: Ints
    columns: Ints

    @classmethod
    def of(cls, rows: Ints, columns: Ints) -> _Matrices:
        ends = np.cumsum(rows * columns)
        return cls(ends - rows * columns, ends, rows, columns)


def assign_each(owners: Ints, scores: Floats, gold_count: Ints, extracted_count: Ints) -> Triples:
    """Return owner, gold and extracted of the pairs of elements with the largest sum of scores, for many arrays.

    `scores` has gold x extracted of each pair of arrays one behind the other, in the order of `owners`. Pairs that
    score 0 stay alone. The solver's choice among equal sums is the definition, so it always gets each matrix in index
    order.
    """
    matrices = _Matrices.of(gold_count[owners], extracted_count[owners])
    if (matrices.ends - matrices.starts).max() > _SMALL:
        each, gold, extracted = _solved(_whole(scores), np.arange(len(owners)), matrices)
    else:
        at = np.flatnonzero(scores > 0)
        each, gold, extracted = _settled_or_solved(at, scores[at], _whole(scores), matrices)
    worth = scores[matrices.starts[each] + gold * matrices.columns[each] + extracted] > 0
    return owners[each[worth]], gold[worth], extracted[worth]


def assign_scoring(owners: Ints, at: Ints, scores: Floats, gold_count: Ints, extracted_count: Ints) -> Triples:
    """Return the same, given only the pairs that score: their places among all scores, in order, and their scores."""
    if not len(at):
        return (np.zeros(0, np.intp),) * 3
    matrices = _Matrices.of(gold_count[owners], extracted_count[owners])

    def matrix(start: int, end: int) -> Floats:
        first, last = np.searchsorted(at, (start, end))
        filled = np.zeros(end - start)
        filled[at[first:last] - start] = scores[first:last]
        return filled

    each, gold, extracted = _settled_or_solved(at, scores, matrix, matrices)
    places = matrices.starts[each] + gold * matrices.columns[each] + extracted
    worth = at[np.minimum(np.searchsorted(at, places), len(at) - 1)] == places
    return owners[each[worth]], gold[worth], extracted[worth]


def _whole(scores: Floats) -> Callable[[int, int], Floats]:
    return lambda start, end: scores[start:end]


def _settled_or_solved(at: Ints, scores: Floats, matrix: Callable[[int, int], Floats], matrices: _Matrices) -> Triples:
    settled, best = _settled(at, scores, matrices)
    rest = _solved(matrix, np.flatnonzero(~settled), matrices)
    each, gold, extracted = (np.concatenate(both) for both in zip(best, rest, strict=True))
    order = np.argsort(each, kind="stable")
    return each[order], gold[order], extracted[order]


def _settled(at: Ints, scores: Floats, matrices: _Matrices) -> tuple[Bools, Triples]:
    """Return which matrices have one best assignment that is found without the solver, and those assignments.

    A row whose largest score is in one place takes that place, unless a row with as much or more wants the column. The
    others take what they score most with among the columns that are left, each in one place and each another column.
    Nothing else is as good if no row that took its place would rather give it up: if what the others would score more
    there is less than what the row is better off than elsewhere. (These are the prices of the columns in the dual of
    the problem, which prove that an assignment is the best, and that it is the only one.) Scores are rounded, so any
    other assignment is worse by more than the solver's arithmetic can miss.

    Given are the places of the scores above 0, in order, and these.
    """
    entries = _Entries.of(at, scores, matrices)
    settled = np.ones(len(matrices.starts), np.bool_)
    first, second, in_one_place = entries.row_maxima()
    own = np.flatnonzero((scores == first[entries.run]) & in_one_place[entries.run])
    own = own[_alone_ahead(scores[own], entries.column[own], entries.columns)]
    has_own, is_owned = np.zeros(len(first), np.bool_), np.zeros(entries.columns, np.bool_)
    has_own[entries.run[own]], is_owned[entries.column[own]] = True, True
    others = np.flatnonzero(~has_own[entries.run])
    left = others[~is_owned[entries.column[others]]]
    gain = np.zeros(len(first))
    np.maximum.at(gain, entries.run[left], scores[left])
    taken = left[scores[left] == gain[entries.run[left]]]
    for by in (entries.run, entries.column):
        settled[entries.matrix[taken[np.bincount(by[taken], minlength=1)[by[taken]] > 1]]] = False
    wanted = others[is_owned[entries.column[others]]]
    price = np.zeros(entries.columns)
    np.maximum.at(price, entries.column[wanted], scores[wanted] - gain[entries.run[wanted]])
    paid = price[entries.column[own]]
    gives_up = (paid > 0) & (first[entries.run[own]] - paid <= second[entries.run[own]] + _MARGIN)
    settled[entries.matrix[own[gives_up]]] = False
    chosen = np.sort(np.concatenate([own, taken]))
    chosen = chosen[settled[entries.matrix[chosen]]]
    each = entries.matrix[chosen]
    gold, extracted = np.divmod(at[chosen] - matrices.starts[each], matrices.columns[each])
    return settled, (each, gold, extracted)


def _alone_ahead(scores: Floats, columns: Ints, count: int) -> Bools:
    """Return which of some scores are larger than all others in their column."""
    top = np.zeros(count)
    np.maximum.at(top, columns, scores)
    ahead = scores == top[columns]
    alone: Bools = ahead & (np.bincount(columns[ahead], minlength=count)[columns] == 1)
    return alone


@dataclass(frozen=True, slots=True)
class _Entries:
    """Scores above 0 of many matrices, row by row."""

    scores: Floats
    matrix: Ints
    """The number of the matrix that each is in."""
    run: Ints
    """The number of the row, counting those that score at all."""
    column: Ints
    """The number of the column among those of all matrices."""
    columns: int
    """Columns of all matrices."""

    @classmethod
    def of(cls, at: Ints, scores: Floats, matrices: _Matrices) -> _Entries:
        ends = np.searchsorted(at, matrices.ends)
        matrix = np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0))
        row, column = np.divmod(at - matrices.starts[matrix], matrices.columns[matrix])
        begins = np.ones(len(at), np.bool_)
        begins[1:] = (row[1:] != row[:-1]) | (matrix[1:] != matrix[:-1])
        column_ends = np.cumsum(matrices.columns)
        column += (column_ends - matrices.columns)[matrix]
        return cls(scores, matrix, np.cumsum(begins) - 1, column, int(column_ends[-1]))

    def row_maxima(self) -> tuple[Floats, Floats, Bools]:
        """Return each row's largest score, the next below that or 0, and whether the largest is there once."""
        rows = int(self.run[-1]) + 1 if len(self.run) else 0
        first, second = np.zeros(rows), np.zeros(rows)
        np.maximum.at(first, self.run, self.scores)
        is_first = self.scores == first[self.run]
        np.maximum.at(second, self.run[~is_first], self.scores[~is_first])
        return first, second, np.bincount(self.run[is_first], minlength=rows) == 1


def _solved(matrix: Callable[[int, int], Floats], hard: Ints, matrices: _Matrices) -> Triples:
    """Return the assignments of some of the matrices, by the solver."""
    from scipy.optimize import linear_sum_assignment  # here, because it takes most of a second to import

    bounds = matrices.starts, matrices.ends, matrices.rows, matrices.columns
    places = zip(*(bound[hard].tolist() for bound in bounds), strict=True)
    known: dict[tuple[int, bytes], tuple[Ints, Ints]] = {}
    solved = []
    for start, end, rows, columns in places:
        scores = matrix(start, end)
        key = (rows, scores.tobytes()) if end - start <= _TINY else (0, b"")
        one = known.get(key)
        if one is None:
            one = linear_sum_assignment(scores.reshape(rows, columns), maximize=True)
            if key[0]:
                known[key] = one
        solved.append(one)
    if not solved:
        return (np.zeros(0, np.intp),) * 3
    gold, extracted = (np.concatenate(side) for side in zip(*solved, strict=True))
    return np.repeat(hard, [len(one) for one, _ in solved]), gold, extracted


def assign_negated(negated: Floats) -> tuple[Ints, Ints]:
    """Do the same for the negated scores, with no more columns than rows turned over: the solver makes no copy then."""
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(negated)
    worth = negated[rows, columns] < 0
    return rows[worth], columns[worth]
