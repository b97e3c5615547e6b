"""Figures before and after an edit, beside each other."""

import pytest

from evaljson.ui.schema.before_after import before_and_after, rows_before_and_after


@pytest.mark.parametrize(
    ("pairs", "cells"),
    [
        ([(0.5, 0.75), (0.5, 0.6)], ["50.0 → 75.0", "+25.0", "50.0 → 60.0"]),
        ([(0.5, 0.75), (0.5, 0.5002)], ["50.00 → 75.00", "+25.00", "50.00 → 50.02"]),
        ([(0.5, 0.5), (0.5, 0.5002)], ["50.00", "unchanged", "50.00 → 50.02"]),
        ([(None, 0.75), (0.5, 0.5)], ["– → 75.0", "–", "50.0"]),
    ],
)
def test_figures_beside_each_other_have_the_same_decimals(
    pairs: list[tuple[float | None, float | None]], cells: list[str]
) -> None:
    assert before_and_after(pairs) == cells


def test_rows_below_each_other_have_the_same_decimals() -> None:
    rows = rows_before_and_after([[(0.5, 0.75), (0.5, 0.6)], [(0.5, 0.5002), (None, 0.5)]])
    assert rows == [["50.00 → 75.00", "+25.00", "50.00 → 60.00"], ["50.00 → 50.02", "+0.02", "– → 50.00"]]
    assert rows_before_and_after([]) == []
