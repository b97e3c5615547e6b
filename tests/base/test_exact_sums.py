"""Sums of floats without rounding."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.base.exact_sums import as_float, as_floats, exact_sum, exact_sums, mean_of, read, steps, written

FLOATS = st.floats(min_value=-1e18, max_value=1e18, allow_nan=False)


@given(st.lists(FLOATS, max_size=50))
def test_a_sum_is_that_of_fractions(values: list[float]) -> None:
    total = exact_sum(np.array(values, np.float64))
    assert Fraction(total, 2**1074) == sum(map(Fraction, values), Fraction(0))
    assert as_float(total) == math.fsum(values)


@given(st.lists(st.tuples(st.integers(0, 3), FLOATS), max_size=40), st.integers(0, 40), st.randoms())
def test_parts_in_any_order_add_up_to_the_same(rows: list[tuple[int, float]], cut: int, random: object) -> None:
    def sums(part: list[tuple[int, float]]) -> list[int]:
        by, values = np.array([one for one, _ in part], np.intp), np.array([one for _, one in part], np.float64)
        return exact_sums(values, by, 4)

    whole, shuffled = sums(rows), list(rows)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    parts = [left + right for left, right in zip(sums(shuffled[:cut]), sums(shuffled[cut:]), strict=True)]
    assert parts == whole


@pytest.mark.parametrize("value", [0.0, 1.0, -0.1, 5e-324, 2.2e-308, 1.7e308, 0.3])
def test_a_float_comes_back_from_steps_and_from_text(value: float) -> None:
    assert steps(value) == exact_sum(np.array([value]))
    assert as_float(read(written(steps(value)))) == value
    assert as_floats([steps(value)]).tolist() == [value]


def test_a_mean_is_rounded_once_and_there_is_none_of_nothing() -> None:
    assert mean_of(exact_sum(np.full(3, 0.1)), 3) == 0.1
    assert mean_of(0, 0) is None
