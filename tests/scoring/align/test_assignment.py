"""Assignments that need no solver are those that the solver finds, and no others are taken for such."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from evaljson.scoring.align.assignment import assign_each, assign_scoring
from tests.profiles import examples

SCORES = st.sampled_from([0.0, 0.0, 0.25, 0.5, 0.666666666667, 1.0])
MATRICES = st.tuples(st.integers(1, 6), st.integers(1, 6)).flatmap(
    lambda shape: st.lists(SCORES, min_size=shape[0] * shape[1], max_size=shape[0] * shape[1]).map(
        lambda flat: np.array(flat).reshape(shape)
    )
)


DAMAGED = st.tuples(st.integers(2, 9), st.integers(0, 2**32)).map(lambda drawn: damaged(*drawn))


def damaged(size: int, seed: int) -> np.ndarray:
    """Scores as arrays have them: most elements have one partner that is much like them, and a little with others."""
    chance = np.random.default_rng(seed)
    scores = np.where(chance.random((size, size)) < 0.3, 0.25, 0.0)
    partners = chance.permutation(size)
    scores[np.arange(size), partners] = chance.choice([0.0, 0.25, 0.5, 0.75, 0.857142857143, 1.0], size)
    return scores


def expected(matrices: list[np.ndarray]) -> list[tuple[int, int, int]]:
    return [
        (owner, row, column)
        for owner, matrix in enumerate(matrices)
        for row, column in zip(*linear_sum_assignment(matrix, maximize=True), strict=True)
        if matrix[row, column] > 0
    ]


@examples(200)
@given(st.lists(MATRICES | DAMAGED, min_size=1, max_size=6))
def test_every_matrix_gets_the_assignment_of_the_solver(matrices: list[np.ndarray]) -> None:
    counts, owners = np.array([matrix.shape for matrix in matrices]), np.arange(len(matrices))
    scores = np.concatenate([matrix.ravel() for matrix in matrices])
    at = np.flatnonzero(scores)
    for found in (
        assign_each(owners, scores, counts[:, 0], counts[:, 1]),
        assign_scoring(owners, at, scores[at], counts[:, 0], counts[:, 1]),
    ):
        assert list(zip(*(column.tolist() for column in found), strict=True)) == expected(matrices)


@pytest.mark.parametrize(
    ("scores", "partners"),
    [
        ([[0.2, 0.9, 0.0], [0.0, 0.0, 0.0], [0.8, 0.7, 0.1]], {0: 1, 2: 0}),
        ([[0.9, 0.2, 0.0], [0.2, 0.8, 0.0], [0.25, 0.25, 0.0]], {0: 0, 1: 1}),
        ([[0.9, 0.0, 0.0], [0.4, 0.0, 0.3], [0.0, 0.7, 0.0]], {0: 0, 1: 2, 2: 1}),
    ],
    ids=["one best partner for each", "what a third would like is better with its owner", "a second best that is free"],
)
def test_plain_cases_need_no_solver(
    monkeypatch: pytest.MonkeyPatch, scores: list[list[float]], partners: dict[int, int]
) -> None:
    def refuses(*_: object, **__: object) -> None:
        raise AssertionError("the solver was asked")

    monkeypatch.setattr("scipy.optimize.linear_sum_assignment", refuses)
    _, gold, extracted = assign_each(np.zeros(1, np.intp), np.array(scores).ravel(), np.array([3]), np.array([3]))
    assert dict(zip(gold.tolist(), extracted.tolist(), strict=True)) == partners
