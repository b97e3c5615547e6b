"""The assignment of elements with the largest total score (Kuhn 1955; scipy's solver is Crouse 2016)."""

from __future__ import annotations

from typing import Final

import numpy as np

from evaljson.base.arrays import Bools, Floats, Ints

Triples = tuple[Ints, Ints, Ints]
"""Matrix, row and column of each pair."""
_SMALL: Final = 1 << 12
"""Pairs of elements up to which it is likely that every element has one best partner."""

_TINY: Final = 1 << 6
"""Pairs of elements up to which the same matrix is likely to come again."""


def assign_each(owners: Ints, scores: Floats, gold_count: Ints, extracted_count: Ints) -> tuple[Ints, Ints, Ints]:
    """Return owner, gold and extracted of the pairs of elements with the largest sum of scores, for many arrays.

    `scores` has gold x extracted of each pair of arrays one behind the other, in the order of `owners`. Pairs that
    score 0 stay alone. The solver's choice among equal sums is the definition, so it always gets each matrix in index
    order.
    """
    gold_counts, extracted_counts = gold_count[owners], extracted_count[owners]
    ends = np.cumsum(gold_counts * extracted_counts)
    starts = ends - gold_counts * extracted_counts
    bounds = starts, ends, gold_counts, extracted_counts
    if (ends - starts).max() > _SMALL:
        each, gold, extracted = _solved(scores, np.arange(len(owners)), *bounds)
    else:
        settled, best = _settled(scores, starts, gold_counts, extracted_counts)
        rest = _solved(scores, np.flatnonzero(~settled), *bounds)
        each, gold, extracted = (np.concatenate(both) for both in zip(best, rest, strict=True))
        order = np.argsort(each, kind="stable")
        each, gold, extracted = each[order], gold[order], extracted[order]
    worth = scores[starts[each] + gold * extracted_counts[each] + extracted] > 0
    return owners[each[worth]], gold[worth], extracted[worth]


def _settled(scores: Floats, starts: Ints, gold_counts: Ints, extracted_counts: Ints) -> tuple[Bools, Triples]:
    """Return which matrices have one best assignment that needs no solver, and those assignments.

    That is so where every row that scores at all has its largest score in one place, and no two rows have it in one
    column. Scores are rounded, so any other assignment is worse by more than the solver's arithmetic can miss.
    """
    width = np.repeat(extracted_counts, gold_counts)
    row_starts = np.cumsum(width) - width
    largest = np.repeat(np.maximum.reduceat(scores, row_starts), width)
    at = np.flatnonzero((scores == largest) & (scores > 0))
    row = np.repeat(np.arange(len(width)), width)[at]
    of_row = np.repeat(np.arange(len(starts)), gold_counts)
    first_row = np.cumsum(gold_counts) - gold_counts
    column = np.cumsum(extracted_counts) - extracted_counts
    taken = np.bincount(column[of_row[row]] + at - row_starts[row], minlength=int(extracted_counts.sum()))
    settled = np.maximum.reduceat(taken, column) <= 1
    settled &= np.maximum.reduceat(np.bincount(row, minlength=len(width)), first_row) <= 1
    keep = settled[of_row[row]]
    at, row = at[keep], row[keep]
    return settled, (of_row[row], row - first_row[of_row[row]], at - row_starts[row])


def _solved(scores: Floats, hard: Ints, starts: Ints, ends: Ints, gold_counts: Ints, extracted_counts: Ints) -> Triples:
    """Return the assignments of some of the matrices, by the solver."""
    from scipy.optimize import linear_sum_assignment  # here, because it takes most of a second to import

    places = zip(*(bounds[hard].tolist() for bounds in (starts, ends, gold_counts, extracted_counts)), strict=True)
    known: dict[tuple[int, bytes], tuple[Ints, Ints]] = {}
    solved = []
    for start, end, rows, columns in places:
        matrix = scores[start:end]
        key = (rows, matrix.tobytes()) if end - start <= _TINY else (0, b"")
        one = known.get(key)
        if one is None:
            one = linear_sum_assignment(matrix.reshape(rows, columns), maximize=True)
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
