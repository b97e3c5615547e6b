"""The difference below a figure: its sign, its arrow and its colour."""

import pytest

from evaljson.ui.shared.deltas import arrow, colour, signed_count


@pytest.mark.parametrize(
    ("change", "written", "drawn", "good", "bad"),
    [(1200, "+1,200", "up", "green", "red"), (-3, "−3", "down", "red", "green"), (0, "0", "off", "off", "off")],
)
def test_a_difference_has_a_minus_and_the_arrow_and_colour_of_its_sign(
    change: int, written: str, drawn: str, good: str, bad: str
) -> None:
    assert (signed_count(change), arrow(change)) == (written, drawn)
    assert (colour(change), colour(change, more_is_better=False)) == (good, bad)
