"""How numbers stand in reasons."""

from fractions import Fraction

import pytest

from evaljson.transforms.number_text import number_text, rough_text


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (3.0, "3"), (0.51, "0.51"), (1498.5, "1498.5"), (40245399.99988, "40,245,400"), (1_000_000, "1,000,000"),
        (0.00001, "0.00001"), (1.23456789e-7, "0.000000123457"), (1e-13, "1e-13"), (3.5e20, "3.5e+20"), (0.0, "0"),
    ],
)  # fmt: skip
def test_a_person_can_read_it_without_a_power_of_ten(number: float, told: str) -> None:
    assert rough_text(number) == told


@pytest.mark.parametrize(
    ("number", "told"),
    [(Fraction(5, 100_000), "0.00005"), (Fraction(123, 10_000_000), "0.0000123"), (Fraction(1, 10**15), "1e-15")],
)
def test_a_small_difference_is_written_in_full(number: Fraction, told: str) -> None:
    assert number_text(number) == told
