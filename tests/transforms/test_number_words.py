"""How numbers stand in reasons."""

import pytest

from evaljson.transforms.number_text import rough_text


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (3.0, "3"), (0.51, "0.51"), (1498.5, "1498.5"), (40245399.99988, "40,245,400"), (1_000_000, "1,000,000"),
        (0.00001, "0.00001"), (1.23456789e-7, "0.000000123457"), (1e-13, "1e-13"), (3.5e20, "3.5e+20"), (0.0, "0"),
    ],
)  # fmt: skip
def test_a_person_can_read_it_without_a_power_of_ten(number: float, told: str) -> None:
    assert rough_text(number) == told
