"""Differences beside the rounded figures they are the difference of."""

import math

import numpy as np
import pytest

from evaljson.report.differences import digits_for, shown_difference
from evaljson.report.words import points, signed_points


@pytest.mark.parametrize(
    ("a", "b", "told"),
    [
        (0.9, 0.931, "90.0 93.1 +3.1"),
        (0.9044, 0.9056, "90.44 90.56 +0.12"),  # 90.4, 90.6 and 0.1 would contradict
        (0.9056, 0.9044, "90.56 90.44 −0.12"),
        (0.9044, 0.9046, "90.44 90.46 +0.02"),
        (0.9041, 0.9043, "90.4 90.4 0.0"),
        (0.9043, 0.9041, "90.4 90.4 0.0"),
        (0.5, 0.5, "50.0 50.0 0.0"),
        (0.904449, 0.905551, "90.44 90.56 +0.12"),
        (0.0, 0.0005, "0.00 0.05 +0.05"),  # with one decimal, 0.05 is written 0.1, which NumPy takes for 0.0
    ],
)
def test_the_difference_is_that_of_the_figures_shown(a: float, b: float, told: str) -> None:
    digits = digits_for(a, b)
    difference = float(shown_difference(a, b, digits))
    assert f"{points(a, digits)} {points(b, digits)} {signed_points(difference, digits)}" == told


def test_one_row_that_needs_a_second_decimal_gives_it_to_the_whole_column() -> None:
    assert digits_for([0.5, 0.9044], [0.6, 0.9056]) == 2
    assert digits_for([0.5, 0.90], [0.6, 0.91]) == 1


def test_nothing_is_minus_nothing_and_what_is_undefined_stays_so() -> None:
    found = shown_difference([0.5001, math.nan], [0.5, 0.5], 1)
    assert not np.signbit(found[0])
    assert math.isnan(found[1])
    assert digits_for([math.nan], [0.5]) == 1
