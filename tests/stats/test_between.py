"""What a few repeats add to an interval: widths, p-values, and how often it covers."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from benchmarks.plus_two import plus_two, two_sided_p
from benchmarks.studentised import studentised
from evaljson.stats.repeat_variance import Between
from tests.profiles import examples


def between(variance: float, freedom: float, within: float = 0.0) -> Between:
    return Between(np.array([variance]), np.array([freedom]), np.array([within]))


def test_both_parts_have_the_quantile_of_their_own() -> None:
    """Banerjee 1961: t with 29 degrees of freedom for one part and with 2 for the other, of variance 0.04 and 0.01."""
    half = between(0.01, 2.0).half(np.array([0.04]), scipy_stats.t.ppf([0.975], 29), 0.95)
    expected = math.sqrt(scipy_stats.t.ppf(0.975, 29) ** 2 * 0.04 + scipy_stats.t.ppf(0.975, 2) ** 2 * 0.01)
    assert half[0] == pytest.approx(expected, rel=1e-12)


def test_chance_within_records_counts_once_and_repeats_never_make_it_shorter() -> None:
    ones = np.ones(1)
    assert between(0.01, 1e9, within=0.01).half(0.04 * ones, 1.96 * ones, 0.95)[0] == pytest.approx(0.392, abs=1e-4)
    assert between(1e-9, 2.0, within=0.03).half(0.04 * ones, 1.96 * ones, 0.95)[0] == pytest.approx(0.392, abs=1e-9)


@pytest.mark.parametrize(("a", "b"), [(0.0, 0.0), (0.5, 0.5), (30.0, 30.0), (0.0, 4.0)])
@pytest.mark.parametrize("repeats", [3, 5])
@pytest.mark.parametrize("level", [0.95, 0.995])
def test_intervals_cover_however_much_runs_differ(a: float, b: float, repeats: int, level: float) -> None:
    """Variance of the difference: 1 by records, half of it chance within them, and `a` and `b` between the runs."""
    rng, sims = np.random.default_rng([repeats, int(10 * a), int(10 * b)]), 20_000
    variances = [(0.25 + part) * rng.chisquare(repeats - 1, sims) / (repeats - 1) for part in (a, b)]
    distance = np.abs(rng.normal(0, math.sqrt(1 + a + b), sims))
    variance = variances[0] + variances[1]
    freedom = variance**2 / ((variances[0] ** 2 + variances[1] ** 2) / (repeats - 1))
    normal = np.full(sims, scipy_stats.norm.ppf((1 + level) / 2))
    half = Between(variance, freedom, np.full(sims, 0.5)).half(np.ones(sims), normal, level)
    assert (distance > half).mean() <= (1 - level) + 3 * math.sqrt(level * (1 - level) / sims)


@examples(40)
@given(st.lists(st.floats(-1, 1), min_size=3, max_size=20), st.floats(1e-4, 1.0), st.floats(1, 9), st.floats(0, 0.5))
def test_p_and_interval_say_the_same_with_repeats_too(
    values: list[float], variance: float, freedom: float, within: float
) -> None:
    part = between(variance, freedom, within)
    many = studentised(np.array(values)[:, None], 0.9, 199, 1, part)
    few = plus_two(values, 0.5, 0.9, part)
    for low, high, p in ((many.low[0], many.high[0], many.p[0]), (few.low, few.high, few.p)):
        assert min(abs(low), abs(high)) < 1e-4 or (low > 0 or high < 0) == (p <= 0.1 + 1e-9)


def test_without_repeats_nothing_changes() -> None:
    values = np.random.default_rng(0).normal(0.2, 1, (30, 2))
    plain, same = (studentised(values, 0.95, 500, 0, part) for part in (None, Between.none(2)))
    assert [*plain.low, *plain.high, *plain.p] == [*same.low, *same.high, *same.p]
    assert plus_two(values[:, 0], 1.0, 0.95) == plus_two(values[:, 0], 1.0, 0.95, Between.none(1))


@pytest.mark.parametrize("t", [0.0, 0.5, 2.0, 6.0])
def test_a_p_value_by_bisection_is_that_of_the_t_test(t: float) -> None:
    p = two_sided_p(t, lambda level: float(scipy_stats.t.ppf((1 + level) / 2, 7)))
    assert p == pytest.approx(2 * scipy_stats.t.sf(t, 7), abs=1e-12)


def test_two_runs_that_differ_by_chance_alone_cost_nothing() -> None:
    alone = np.array([0.04]), np.array([1.96])
    few = Between(np.array([0.01]), np.array([1.2]), np.array([0.012]), few=True)
    assert few.half(*alone, 0.95)[0] == pytest.approx(1.96 * 0.2)
    assert not few.counts[0]


def test_two_runs_that_differ_far_beyond_chance_have_students_t() -> None:
    half = Between(np.array([50.0]), np.array([1.5]), np.array([0.01]), few=True).half(
        np.array([0.04]), np.array([1.96]), 0.95
    )
    assert half[0] == pytest.approx(scipy_stats.t.ppf(0.975, 1.5) * math.sqrt(50.03), rel=0.01)


@pytest.mark.parametrize("share", [0.1, 0.3, 0.6])
def test_two_runs_find_about_as_much_as_one_where_they_are_alike(share: float) -> None:
    """Variance 1 by records, a share of it chance within them; of one run each that chance is twice as large."""
    rng, sims = np.random.default_rng(7), 40_000
    sides = [share / 2 * rng.chisquare(1, sims) for _ in range(2)]
    variance = sides[0] + sides[1]
    freedom = variance**2 / (sides[0] ** 2 + sides[1] ** 2)
    half = Between(variance, freedom, np.full(sims, share), few=True).half(np.ones(sims), np.full(sims, 1.96), 0.95)
    one = math.sqrt(1 + share)
    found = (np.abs(rng.normal(2.8 * one, 1, sims)) > half).mean()
    assert found >= scipy_stats.norm.cdf(2.8 - 1.96) - 0.03
    assert (np.abs(rng.normal(0, 1, sims)) > half).mean() <= 0.05


@pytest.mark.parametrize("shared", [0.1, 0.5, 2.0, 20.0])
def test_two_runs_err_little_more_than_they_say_however_much_both_sides_runs_differ(shared: float) -> None:
    rng, sims = np.random.default_rng(8), 40_000
    sides = [(0.15 + shared / 2) * rng.chisquare(1, sims) for _ in range(2)]
    variance = sides[0] + sides[1]
    freedom = variance**2 / (sides[0] ** 2 + sides[1] ** 2)
    half = Between(variance, freedom, np.full(sims, 0.3), few=True).half(np.ones(sims), np.full(sims, 1.96), 0.95)
    assert (np.abs(rng.normal(0, math.sqrt(1 + shared), sims)) > half).mean() <= 0.065
