"""Assignments that need no solver are those that the solver finds, and no others are taken for such."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from evaljson.scoring.align.assignment import assign_each
from tests.profiles import examples

SCORES = st.sampled_from([0.0, 0.0, 0.25, 0.5, 0.666666666667, 1.0])
MATRICES = st.tuples(st.integers(1, 4), st.integers(1, 4)).flatmap(
    lambda shape: st.lists(SCORES, min_size=shape[0] * shape[1], max_size=shape[0] * shape[1]).map(
        lambda flat: np.array(flat).reshape(shape)
    )
)


@examples(200)
@given(st.lists(MATRICES, min_size=1, max_size=6))
def test_every_matrix_gets_the_assignment_of_the_solver(matrices: list[np.ndarray]) -> None:
    counts = np.array([matrix.shape for matrix in matrices])
    owners, gold, extracted = assign_each(
        np.arange(len(matrices)), np.concatenate([matrix.ravel() for matrix in matrices]), counts[:, 0], counts[:, 1]
    )
    expected = [
        (owner, row, column)
        for owner, matrix in enumerate(matrices)
        for row, column in zip(*linear_sum_assignment(matrix, maximize=True), strict=True)
        if matrix[row, column] > 0
    ]
    assert list(zip(owners.tolist(), gold.tolist(), extracted.tolist(), strict=True)) == expected


def test_a_matrix_with_one_best_partner_for_each_needs_no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: object, **__: object) -> None:
        raise AssertionError("the solver was asked")

    monkeypatch.setattr("scipy.optimize.linear_sum_assignment", refuses)
    scores = np.array([[0.2, 0.9, 0.0], [0.0, 0.0, 0.0], [0.8, 0.7, 0.1]])
    owners, gold, extracted = assign_each(np.zeros(1, np.intp), scores.ravel(), np.array([3]), np.array([3]))
    assert (owners.tolist(), gold.tolist(), extracted.tolist()) == ([0, 0], [0, 2], [1, 0])
