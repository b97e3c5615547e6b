"""The rule of decimals: one, and a second where a difference would look like none."""

import math

import pytest

from evaljson.wording.differences import digits_for, digits_of, in_points


@pytest.mark.parametrize(
    ("a", "b", "shown"),
    [
        (0.9, 0.931, "90.0 93.1 +3.1"),
        (0.9044, 0.9056, "90.4 90.6 +0.1"),  # a difference is rounded by itself
        (0.9056, 0.9044, "90.6 90.4 −0.1"),
        (0.9036, 0.9044, "90.36 90.44 +0.08"),  # both would be 90.4
        (0.90449, 0.90453, "90.4 90.5 0.0"),  # less than can be told
        (0.90430, 0.90410, "90.43 90.41 −0.02"),
        (0.90448, 0.90458, "90.45 90.46 +0.01"),  # 90.4 and 90.5, but the difference would be 0.0
        (0.5, 0.5, "50.0 50.0 0.0"),
        (0.0, 0.0004, "0.00 0.04 +0.04"),
        (0.5, None, "50.0 – –"),
        (None, None, "– – –"),
    ],
)
def test_a_difference_never_looks_like_none(a: float | None, b: float | None, shown: str) -> None:
    assert " ".join(in_points(a, b)) == shown


def test_one_row_that_needs_a_second_decimal_gives_it_to_the_whole_column() -> None:
    assert digits_for([0.5, 0.9036], [0.6, 0.9044]) == 2
    assert digits_for([0.5, 0.90], [0.6, 0.91]) == 1


def test_a_difference_alone_and_what_is_undefined() -> None:
    assert digits_of(0.0004, 0.2) == 2
    assert digits_of(0.3, None, 0.0) == 1
    assert digits_for([math.nan], [0.5]) == 1
