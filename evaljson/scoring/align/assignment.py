"""The assignment of elements with the largest total score (Kuhn 1955; scipy's solver is Crouse 2016)."""

from __future__ import annotations

import numpy as np

from evaljson.base.arrays import Floats, Ints


def assign_each(owners: Ints, scores: Floats, gold_count: Ints, extracted_count: Ints) -> tuple[Ints, Ints, Ints]:
    """Return owner, gold and extracted of the pairs of elements with the largest sum of scores, for many arrays.

    `scores` has gold x extracted of each pair of arrays one behind the other, in the order of `owners`. Pairs that
    score 0 stay alone. The solver's choice among equal sums is the definition, so it always gets each matrix in index
    order.
    """
    from scipy.optimize import linear_sum_assignment  # here, because it takes most of a second to import

    gold_counts, extracted_counts = gold_count[owners], extracted_count[owners]
    ends = np.cumsum(gold_counts * extracted_counts)
    starts = ends - gold_counts * extracted_counts
    places = zip(starts.tolist(), ends.tolist(), gold_counts.tolist(), extracted_counts.tolist(), strict=True)
    solved = [
        linear_sum_assignment(scores[start:end].reshape(rows, columns), maximize=True)
        for start, end, rows, columns in places
    ]
    each = np.repeat(np.arange(len(solved)), [len(gold) for gold, _ in solved])
    gold, extracted = (np.concatenate(side) for side in zip(*solved, strict=True))
    worth = scores[starts[each] + gold * extracted_counts[each] + extracted] > 0
    return owners[each[worth]], gold[worth], extracted[worth]


def assign_negated(negated: Floats) -> tuple[Ints, Ints]:
    """Do the same for the negated scores, with no more columns than rows turned over: the solver makes no copy then."""
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(negated)
    worth = negated[rows, columns] < 0
    return rows[worth], columns[worth]
