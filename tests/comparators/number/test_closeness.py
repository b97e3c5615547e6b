"""A tolerance holds for numbers as they are written, one by one and in columns."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.comparators.number.closeness import are_within, is_within

CENTS = st.integers(-2_000, 2_000).map(lambda cents: cents / 100)
BOUND = st.none() | st.integers(0, 300).map(lambda cents: cents / 100)

pytestmark = pytest.mark.examples


def holds(gold: float, extracted: float, rel: float | None, abs_: float | None) -> bool:
    """The rule, in fractions of what is written."""
    g, e = (Fraction(repr(number)) for number in (gold, extracted))
    bounds = [Fraction(repr(abs_))] if abs_ is not None else []
    bounds += [Fraction(repr(rel)) * (abs(g) if g else 1)] if rel is not None else []
    return all(abs(g - e) <= bound for bound in bounds)


@given(st.lists(CENTS, min_size=1, max_size=8), st.lists(CENTS, min_size=1, max_size=8), BOUND, BOUND)
def test_a_matrix_of_pairs_is_what_the_rule_says_of_each(
    gold: list[float], extracted: list[float], rel: float | None, abs_: float | None
) -> None:
    if rel is None and abs_ is None:
        abs_ = 0.05
    found = are_within(np.array(gold)[:, None], np.array(extracted)[None, :], rel, abs_)
    assert found.tolist() == [[holds(one, other, rel, abs_) for other in extracted] for one in gold]
    assert found.tolist() == [[is_within(one, other, rel, abs_) for other in extracted] for one in gold]


def test_nothing_is_within_a_bound_of_what_is_no_number() -> None:
    odd = np.array([np.nan, np.inf, -np.inf, 1.0])
    assert are_within(odd, odd, 1e308, 1e308).tolist() == [False, False, False, True]
    assert are_within(np.array([1e308]), np.array([-1e308]), None, 1e308).tolist() == [False]
    assert are_within(np.array([5e-324]), np.array([1e308]), 1e308, None).tolist() == [False]
