"""Methods that compare agree with statsmodels and SciPy, with published examples, and with plain loops."""

import itertools
import math
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import TTestPower

from benchmarks.plus_two import plus_two
from benchmarks.resampled_counts import count_blocks
from benchmarks.studentised import studentised
from evaljson.base.errors import InputError
from evaljson.stats import (
    benjamini_hochberg,
    holm,
    mcnemar,
    paired_permutation,
    smallest_detectable,
)
from evaljson.stats.resampling import check_options, sign_blocks
from tests.profiles import examples

SHARES = st.lists(st.floats(0, 1), min_size=1, max_size=30)


@pytest.mark.parametrize(
    # 86 and 150 are those of the approval ratings of Agresti, Categorical Data Analysis, 2002, table 10.1.
    ("only_a", "only_b"),
    [(86, 150), (0, 5), (0, 6), (3, 3), (1, 12), (400, 350)],
)
def test_mcnemar_is_that_of_statsmodels(only_a: int, only_b: int) -> None:
    theirs = statsmodels_mcnemar([[794, only_a], [only_b, 570]], exact=True).pvalue
    assert mcnemar(only_a, only_b) == pytest.approx(min(theirs, 1.0), rel=1e-9)


@given(st.integers(0, 300), st.integers(0, 300))
def test_mcnemar_is_the_sign_test_of_scipy_and_does_not_know_its_sides(only_a: int, only_b: int) -> None:
    n = only_a + only_b
    assert mcnemar(only_a, only_b) == mcnemar(only_b, only_a)
    if n:
        assert mcnemar(only_a, only_b) == pytest.approx(scipy_stats.binomtest(only_a, n).pvalue, rel=1e-9)


def test_mcnemar_without_a_discordant_record_is_1() -> None:
    assert mcnemar(0, 0) == 1.0
    with pytest.raises(InputError, match="from 0 up"):
        mcnemar(-1, 3)


@given(SHARES)
def test_adjusted_values_are_those_of_statsmodels(p: list[float]) -> None:
    with patch("gc.collect"):  # which they call each time: a second, with all tests in memory
        theirs = {method: multipletests(p, method=method)[1] for method in ("holm", "fdr_bh")}
    assert holm(p) == pytest.approx(theirs["holm"], abs=1e-12)
    assert benjamini_hochberg(p) == pytest.approx(theirs["fdr_bh"], abs=1e-12)


def test_adjusted_values_of_the_example_of_benjamini_and_hochberg() -> None:
    """J. R. Stat. Soc. B 57, 1995, section 4: Bonferroni finds 3 of these 15 at 5%, they find 4."""
    p = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
         0.7590, 1.0]  # fmt: skip
    assert (benjamini_hochberg(p) <= 0.05).sum() == 4
    assert (holm(p) <= 0.05).sum() == 3
    assert list(holm([])) == []


@pytest.mark.parametrize("n", [3, 10, 30, 100, 2000])
@pytest.mark.parametrize("power", [0.5, 0.8, 0.95])
def test_the_smallest_detectable_difference_is_that_of_statsmodels(n: int, power: float) -> None:
    theirs = TTestPower().solve_power(None, nobs=n, power=power, alpha=0.05) / math.sqrt(n)
    # statsmodels leaves the search a little early.
    ours = smallest_detectable(scipy_stats.t.ppf(0.975, n - 1), n, 0.95, power)  # a standard error of 1
    assert ours is not None
    assert ours == pytest.approx(theirs * n, rel=1e-3)


def test_a_single_record_has_no_smallest_detectable_difference() -> None:
    assert smallest_detectable(0.1, 1) is None
    with pytest.raises(InputError, match="between 1 - confidence and 1"):
        smallest_detectable(0.1, 10, 0.95, 0.01)


@given(st.lists(st.sampled_from([-1.0, -0.5, 0.0, 0.25, 1.0]), min_size=2, max_size=9))
def test_few_differences_are_swapped_in_all_ways(values: list[float]) -> None:
    sums = [
        sum(s * v for s, v in zip(signs, values, strict=True))
        for signs in itertools.product((1, -1), repeat=len(values))
    ]
    expected = np.mean([abs(total) >= abs(sum(values)) - 1e-9 for total in sums])
    assert paired_permutation(np.array(values)[:, None], 1000, 0)[0] == pytest.approx(expected)


def test_the_permutation_test_is_that_of_scipy() -> None:
    rng = np.random.default_rng(7)
    a, b = rng.normal(size=(2, 11))
    theirs = scipy_stats.permutation_test((a, b + 0.6), lambda x, y: np.mean(x - y), permutation_type="samples")
    assert paired_permutation((a - b - 0.6)[:, None], 10_000, 0)[0] == pytest.approx(theirs.pvalue, abs=1e-12)


def test_drawn_permutations_come_near_to_all_of_them_and_never_give_0() -> None:
    rng = np.random.default_rng(3)
    fewer = rng.random(size=(250, 3)) * rng.choice([-1.0, 1.0], size=(250, 3)) + 0.02
    more = np.r_[fewer, np.full((1, 3), 1e-3)]  # up to 250, sizes are rounded, and no way is left out
    assert paired_permutation(more, 100_000, 0) == pytest.approx(paired_permutation(fewer, 99, 0), abs=0.01)
    assert 0 < paired_permutation(np.ones((2000, 1)), 999, 0)[0] < 1e-200
    assert 0 < paired_permutation(rng.random((2000, 1)), 999, 0)[0] < 1e-200


def test_counts_of_resamples_add_up_and_signs_are_even() -> None:
    counts = np.vstack(list(count_blocks(7, 500, 0)))
    assert counts.shape == (500, 7)
    assert set(counts.sum(axis=1)) == {7.0}
    assert counts.mean(axis=0) == pytest.approx(np.ones(7), abs=0.2)
    signs = np.vstack(list(sign_blocks(9, 500, 0)))
    assert set(np.unique(signs)) == {-1.0, 1.0}
    assert abs(signs.mean()) < 0.05


def test_the_studentised_bootstrap_follows_its_definition() -> None:
    """A plain loop over the same draws."""
    rng = np.random.default_rng(5)
    values = rng.normal(0.1, 1, (40, 3)) * (rng.random((40, 3)) < 0.6)
    bootstrap = studentised(values, 0.9, 300, 11)
    counts = np.vstack(list(count_blocks(40, 300, 11)))
    for column in range(3):
        of_column = values[:, column]
        ratios = []
        for count in counts.astype(int):
            drawn = np.repeat(of_column, count)
            ratios.append(abs(drawn.mean() - of_column.mean()) / (drawn.std() / math.sqrt(40)))
        half = sorted(ratios)[math.ceil(301 * 0.9) - 1] * of_column.std() / math.sqrt(40)
        observed = abs(of_column.mean()) / (of_column.std() / math.sqrt(40))
        assert bootstrap.high[column] - of_column.mean() == pytest.approx(half, rel=1e-4)
        assert bootstrap.p[column] == pytest.approx((sum(ratio >= observed for ratio in ratios) + 1) / 301, abs=1e-9)


def test_resamples_spread_as_those_of_scipy() -> None:
    rng = np.random.default_rng(2)
    values = rng.exponential(size=(60, 1))
    theirs = scipy_stats.bootstrap((values[:, 0],), np.mean, n_resamples=20_000, rng=1, method="percentile")
    means = np.vstack(list(count_blocks(60, 20_000, 1))) @ values / 60
    assert means.std() == pytest.approx(theirs.standard_error, rel=0.03)
    assert np.quantile(means, 0.975) == pytest.approx(theirs.confidence_interval.high, rel=0.02)


@examples(50)
@given(st.lists(st.floats(-1, 1), min_size=2, max_size=25), st.sampled_from([0.9, 0.95]))
def test_the_studentised_p_and_interval_say_the_same(values: list[float], confidence: float) -> None:
    bootstrap = studentised(np.array(values)[:, None], confidence, 199, 1)
    outside = bool(bootstrap.low[0] > 1e-9 or bootstrap.high[0] < -1e-9)
    near = min(abs(bootstrap.low[0]), abs(bootstrap.high[0])) < 1e-4
    assert near or outside == (bootstrap.p[0] <= 1 - confidence + 1e-12)


@pytest.mark.parametrize(("only_a", "only_b", "n"), [(0, 5, 40), (1, 7, 200), (0, 0, 100), (3, 3, 30)])
def test_pseudo_records_are_those_of_bonett_and_price(only_a: int, only_b: int, n: int) -> None:
    """Their formula for counts, with Student's t for z; J. Educ. Behav. Stat. 37, 2012."""
    values = np.r_[-np.ones(only_a), np.ones(only_b), np.zeros(n - only_a - only_b)]
    p12, p21 = (only_b + 1) / (n + 2), (only_a + 1) / (n + 2)
    half = scipy_stats.t.ppf(0.975, n - 1) * math.sqrt((p12 + p21 - (p12 - p21) ** 2) / (n + 2))
    interval = plus_two(values, 1.0, 0.95)
    assert (interval.low, interval.high) == pytest.approx((p12 - p21 - half, p12 - p21 + half), abs=1e-12)


@pytest.mark.parametrize("n", [5, 12, 30, 50, 100, 1000])
def test_five_of_five_is_chance_and_six_of_six_is_not_as_in_the_sign_test(n: int) -> None:
    for one_way in (5, 6):
        if one_way <= n:
            values = np.r_[np.ones(one_way), np.zeros(n - one_way)]
            assert (plus_two(values, 1.0, 0.95).p <= 0.05) == (mcnemar(0, one_way) <= 0.05)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((95, 1000, 0), "confidence is a number from 0.5"),
        ((True, 1000, 0), "confidence is a number from 0.5"),
        ((0.95, 10, 0), "resamples is a whole number"),
        ((0.95, 1000.0, 0), "resamples is a whole number"),
        ((0.95, 1000, -1), "seed is a whole number"),
        ((0.9999, 1000, 0), "cannot detect anything at 99.99%: use at least 9,999, or a lower confidence"),
        ((0.99999999, 1000, 0), "cannot detect anything at 100%: use a lower confidence"),
    ],
)
def test_odd_options_are_refused(options: tuple[float, int, int], message: str) -> None:
    with pytest.raises(InputError, match=message):
        check_options(*options)
