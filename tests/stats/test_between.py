"""What a few repeats add to an interval: widths, p-values, and how often it covers."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from benchmarks import few_repeats
from benchmarks.plus_two import plus_two, two_sided_p
from benchmarks.studentised import studentised
from evaljson.compare.repeats import fewer_freedom
from evaljson.stats.repeat_variance import Between
from tests.profiles import examples

KEPT = json.loads((Path(__file__).parents[2] / "benchmarks" / "calibration.json").read_text(encoding="utf-8"))


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


@pytest.mark.parametrize("runs", [(2, 2), (2, 3), (2, 5)])
@pytest.mark.parametrize("a", [0.0, 0.3, 2.0, 16.0, 200.0])
@pytest.mark.parametrize("b", [0.0, 1.0])
def test_two_runs_of_a_side_err_no_more_than_they_say(runs: tuple[int, int], a: float, b: float) -> None:
    """`a` is variance between runs of A, of which `b` is the share of B; that over records is 1, all of it chance."""
    rng, sims = np.random.default_rng([*runs, int(10 * a)]), 40_000
    shared = (a, a * b)
    sides = [(0.5 + own) * rng.chisquare(n - 1, sims) / (n - 1) for own, n in zip(shared, runs, strict=True)]
    variance = sides[0] + sides[1]
    welch = variance**2 / sum(side**2 / (n - 1) for side, n in zip(sides, runs, strict=True))
    half = Between(variance, fewer_freedom(welch, runs), np.ones(sims)).half(np.ones(sims), np.full(sims, 1.96), 0.95)
    errs = (np.abs(rng.normal(0, math.sqrt(1 + sum(shared)), sims)) > half).mean()
    assert errs <= few_repeats.MOST + 2 * math.sqrt(0.05 * 0.95 / sims)


def test_three_runs_of_a_side_keep_welchs_degrees_of_freedom() -> None:
    assert fewer_freedom(np.array([3.4]), (3, 3)).tolist() == [3.4]
    assert fewer_freedom(np.array([1.0]), (2,)).tolist() == [1.0], "the other side was run once"


def test_no_test_finds_as_much_with_two_runs_as_with_one_and_errs_as_seldom() -> None:
    """One run finds half of them; half of the variance is chance, and the best of all tests is a linear programme."""
    kept = {row["share"]: row for row in KEPT["few_repeats"]}
    assert few_repeats.most_found(0.6) == pytest.approx(kept[0.6]["most"], abs=1e-6)
    assert all(row["most"] < 0.48 for row in kept.values())
    for row in kept.values():
        assert max(row["rules"]["in use"][which] for which in ("both", "one side")) <= few_repeats.MOST
        assert row["rules"]["excess alone"]["one side"] > 0.08, "why another rule is not in use"
