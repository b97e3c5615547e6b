"""The assignment of elements with the largest total score (Kuhn 1955; scipy's solver is Crouse 2016)."""

from __future__ import annotations

from evaljson.base.arrays import Floats, Ints


def assign(scores: Floats) -> tuple[Ints, Ints]:
    """Return the pairs (gold, extracted) with the largest sum of scores; pairs that score 0 stay alone.

    `scores` is gold x extracted. The solver's choice among equal sums is the definition, so it always gets the matrix
    in index order.
    """
    from scipy.optimize import linear_sum_assignment  # here, because it takes most of a second to import

    gold, extracted = linear_sum_assignment(scores, maximize=True)
    worth = scores[gold, extracted] > 0
    return gold[worth], extracted[worth]


def assign_negated(negated: Floats) -> tuple[Ints, Ints]:
    """Do the same for the negated scores, with no more columns than rows turned over: the solver makes no copy then."""
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(negated)
    worth = negated[rows, columns] < 0
    return rows[worth], columns[worth]
