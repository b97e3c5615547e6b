"""Fisher's exact test against SciPy's, over all small tables and some large ones."""

from __future__ import annotations

from itertools import product

import pytest
from scipy.stats import fisher_exact

from evaljson.stats.fisher import fisher_p


def test_p_of_every_small_table_is_that_of_scipy() -> None:
    for a, b, c, d in product(range(5), repeat=4):
        assert fisher_p((a, b), (c, d)) == pytest.approx(float(fisher_exact([[a, b], [c, d]]).pvalue)), (a, b, c, d)


@pytest.mark.parametrize(
    "table",
    [((300, 1700), (340, 1660)), ((1, 99_999), (20, 99_980)), ((5, 0), (0, 7)), ((40_000, 10), (39_000, 60))],
)
def test_p_of_a_large_table_is_that_of_scipy(table: tuple[tuple[int, int], tuple[int, int]]) -> None:
    assert fisher_p(*table) == pytest.approx(float(fisher_exact(table).pvalue), rel=1e-6)


def test_p_does_not_depend_on_the_order_of_samples_or_kinds() -> None:
    assert fisher_p((3, 9), (8, 4)) == pytest.approx(fisher_p((8, 4), (3, 9)))
    assert fisher_p((3, 9), (8, 4)) == pytest.approx(fisher_p((9, 3), (4, 8)))
