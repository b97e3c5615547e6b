"""The rule of decimals: one, and a second where a difference would look like none; it is that of the figures shown."""

import math
from decimal import Decimal
from fractions import Fraction
from random import Random

import pytest

from evaljson.wording.differences import alone, digits_for, digits_of, in_points, shown_differences
from evaljson.wording.words import signed_points


@pytest.mark.parametrize(
    ("a", "b", "shown"),
    [
        (0.9, 0.931, "90.0 93.1 +3.1"),
        (0.9041, 0.9057, "90.4 90.6 +0.2"),  # whoever subtracts what is shown reads the same: 0.16 before rounding
        (0.9044, 0.9056, "90.44 90.56 +0.12"),  # 90.4 and 90.6 would be 0.2, which 0.12 is not
        (0.9056, 0.9044, "90.56 90.44 −0.12"),
        (0.79655, 0.90640, "79.66 90.64 +10.98"),  # 10.985 before rounding
        (0.0, 1.0, "0.0 100.0 +100.0"),
        (0.5, 0.9999, "50.00 99.99 +49.99"),  # what is not quite 100 does not look like it
        (0.5, 0.99949, "50.0 99.9 +49.9"),
        (0.9036, 0.9044, "90.36 90.44 +0.08"),  # both would be 90.4
        (0.90449, 0.90453, "90.45 90.45 0.00"),  # less than can be told
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


def test_a_difference_is_that_of_the_figures_as_they_are_shown() -> None:
    random = Random(7)
    for _ in range(2_000):
        a, b = (
            random.choice([random.random(), round(random.random(), 3), 0.9 + random.random() / 1_000]) for _ in "ab"
        )
        before, after, difference = in_points(a, b)
        assert Decimal(after) - Decimal(before) == Decimal(difference.replace("−", "-"))
        shown = float(difference.replace("−", "-"))
        assert abs(shown - 100 * (b - a)) <= 0.0151 or difference == signed_points(b - a), "rounded, to either digit"
        (column,) = shown_differences([a], [b], digits_for(a, b))
        assert signed_points(column, digits_for(a, b)) == difference


def test_a_difference_alone_is_the_nearest_to_the_true_one() -> None:
    random = Random(8)
    for _ in range(2_000):
        records = random.randrange(1, 300)
        right, others = random.randrange(records + 1), random.randrange(records + 1)
        shown = Decimal(alone(right / records, others / records).replace("−", "-"))
        truth = Fraction(100 * (others - right), records)
        half = Fraction(1, 2) / 10 ** -int(shown.as_tuple().exponent)
        assert abs(Fraction(shown) - truth) <= half
        assert (shown == 0) == (right == others), "a difference never looks like none"


@pytest.mark.parametrize(
    ("a", "b", "shown"),
    [
        (59 / 60, 58 / 60, "−1.7"),  # 98.3 and 96.7 would be 1.6 apart
        (58 / 60, 59 / 60, "+1.7"),
        (0.9036, 0.9038, "+0.02"),
        (0.9036, 0.90361, "0.0"),
        (0.1 + 0.2, 0.3, "0.0"),
        (None, 0.3, "–"),
    ],
)
def test_a_difference_alone_has_a_second_decimal_only_where_it_would_look_like_none(
    a: float | None, b: float | None, shown: str
) -> None:
    assert alone(a, b) == shown


def test_in_a_column_what_is_undefined_on_a_side_has_no_difference() -> None:
    shown = shown_differences([0.5, math.nan, 0.1], [math.nan, 0.5, 0.25], 1)
    assert [math.isnan(one) for one in shown] == [True, True, False]
    assert shown[2] == pytest.approx(0.15)


def test_one_row_that_needs_a_second_decimal_gives_it_to_the_whole_column() -> None:
    assert digits_for([0.5, 0.9036], [0.6, 0.9044]) == 2
    assert digits_for([0.5, 0.90], [0.6, 0.91]) == 1
    assert digits_for([0.9044], [0.9056]) == 1, "a column keeps one where two figures alone would not"


def test_a_difference_alone_and_what_is_undefined() -> None:
    assert digits_of(0.0004, 0.2) == 2
    assert digits_of(0.3, None, 0.0) == 1
    assert digits_for([math.nan], [0.5]) == 1
