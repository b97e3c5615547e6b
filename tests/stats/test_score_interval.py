"""The score interval of a few differing records: published numbers, its definition by brute force, and what it errs."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats
from statsmodels.stats.contingency_tables import mcnemar

from benchmarks.score_interval import score_interval


def differences(up: int, down: int, n: int) -> np.ndarray:
    return np.r_[np.ones(up), -np.ones(down), np.zeros(n - up - down)]


def test_it_is_the_published_interval() -> None:
    """Airway hyper-responsiveness before and after stem cell transplantation, 21 children of whom 1 and 7 changed:
    Fagerland, Lydersen, Laake, Statistics in Medicine 33, 2014, give -0.517 to -0.026 for Tango's interval."""
    interval = score_interval(differences(1, 7, 21), 1.0, 0.95)
    assert (interval.low, interval.high) == (pytest.approx(-0.517, abs=5e-4), pytest.approx(-0.026, abs=5e-4))


@pytest.mark.parametrize(("up", "down", "n"), [(0, 0, 30), (5, 0, 40), (2, 4, 16), (7, 7, 100), (1, 0, 500)])
def test_its_ends_are_the_differences_that_tangos_statistic_just_allows(up: int, down: int, n: int) -> None:
    """The likeliest shares under each supposed difference are looked for on a fine grid, not by formula."""
    interval = score_interval(differences(up, down, n), 1.0, 0.9)
    shares = np.linspace(0, 1, 1_000_001)[1:-1]
    for end, away in ((interval.low, -1), (interval.high, 1)):
        assert (end - (up - down) / n) * away > 0
        ways = shares[(shares + end > 0) & (2 * shares + end < 1)]  # of records that differ downwards
        likely = up * np.log(ways + end) + down * np.log(ways) + (n - up - down) * np.log(1 - 2 * ways - end)
        share = ways[np.argmax(likely)]
        z = (up - down - n * end) / math.sqrt(n * (2 * share + end - end**2))
        assert abs(z) == pytest.approx(scipy_stats.norm.ppf(0.95), rel=1e-3)


@given(st.integers(0, 7), st.integers(0, 7), st.integers(16, 200))
def test_of_no_difference_it_is_mcnemars_test_without_correction(up: int, down: int, n: int) -> None:
    interval = score_interval(differences(up, down, n), 1.0, 0.95)
    theirs = mcnemar([[0, up], [down, 0]], exact=False, correction=False).pvalue if up + down else 1.0
    assert interval.p == pytest.approx(theirs, abs=1e-9)
    assert (interval.p <= 0.05) == (interval.low > 0 or interval.high < 0)
    assert -1 <= interval.low <= (up - down) / n <= interval.high <= 1


# Scores differ by parts of a point at least: half of the smallest float is 0.
@given(
    st.lists(st.floats(-1, 1).map(lambda value: round(value, 6)), min_size=1, max_size=7),
    st.integers(16, 60),
    st.floats(0.1, 3),
)
def test_graded_differences_scale_and_mirror(some: list[float], n: int, factor: float) -> None:
    values = np.r_[some, np.zeros(n - len(some))]
    size = math.sqrt(np.square(some).mean()) or 1.0
    plain, large, mirrored = (
        score_interval(scale * values, abs(scale) * size, 0.95) for scale in (1.0, factor, -1.0)
    )  # fmt: skip
    assert (large.low, large.high) == pytest.approx((factor * plain.low, factor * plain.high), abs=1e-9)
    assert (mirrored.low, mirrored.high) == pytest.approx((-plain.high, -plain.low), abs=1e-9)
    assert large.p == pytest.approx(mirrored.p, abs=1e-9)
    assert plain.low <= values.mean() + 1e-9
    assert values.mean() - 1e-9 <= plain.high


@pytest.mark.parametrize("n", [16, 30, 60, 200])
@pytest.mark.parametrize("expected", [0.5, 2.0, 4.0, 6.0])
def test_between_equals_it_errs_in_no_more_than_5_percent(n: int, expected: float) -> None:
    """All samples, by their chance; from 8 differing records on, comparisons use another method."""
    wrong = 0.0
    for differing in range(1, 8):
        chance = scipy_stats.binom.pmf(differing, n, expected / n)
        for up in range(differing + 1):
            if score_interval(differences(up, differing - up, n), 1.0, 0.95).p <= 0.05:
                wrong += chance * scipy_stats.binom.pmf(up, differing, 0.5)
    assert wrong <= 0.05


@pytest.mark.parametrize("n", [16, 100, 1000])
def test_three_of_three_is_chance_and_four_of_four_is_not(n: int) -> None:
    assert score_interval(differences(3, 0, n), 1.0, 0.95).low < 0
    assert score_interval(differences(4, 0, n), 1.0, 0.95).low > 0


def test_a_hundred_records_without_a_difference_leave_room_for_one_of_3_7_points() -> None:
    interval = score_interval(np.zeros(100), 1.0, 0.95)
    assert (round(interval.low, 3), round(interval.high, 3)) == (-0.037, 0.037)
