"""The tests behind `shift`, against SciPy and against dealing records out one by one."""

from typing import Any

import numpy as np
import pytest
from scipy import stats

from evaljson.stats.dealing import Dealer, chi_squared, farthest_apart, new_share, ratio_apart
from evaljson.stats.independent_means import independent_difference
from evaljson.stats.reweighting import reweighted


def one_hot(codes: Any, width: int) -> Any:
    return np.eye(width)[codes]


def share_as_unlike(table: Any, in_first: Any, measure: Any) -> float:
    """The share of dealings as unlike, over forty dealers: of p = 20 / m, 19 / (m - 1) is right on average."""
    found = [Dealer(seed).p(table, in_first, measure) for seed in range(40)]
    return float(np.mean([19 * one / (20 - one) for one in found]))


@pytest.fixture
def sample() -> tuple[Any, Any]:
    rng = np.random.default_rng(5)
    return rng.choice(6, 40, p=[0.3, 0.2, 0.2, 0.1, 0.1, 0.1]), np.arange(40) < 17


@pytest.mark.parametrize("measure", [chi_squared, farthest_apart, new_share])
def test_p_is_that_of_scipys_permutation_test(sample: tuple[Any, Any], measure: Any) -> None:
    codes, in_first = sample
    table = one_hot(codes, 6)
    total = table.sum(axis=0)

    def statistic(first: Any, second: Any) -> float:
        return float(measure(np.bincount(first, minlength=6)[None].astype(float), total)[0])

    oracle = stats.permutation_test(
        (codes[in_first], codes[~in_first]), statistic, alternative="greater", n_resamples=9_999,
        rng=np.random.default_rng(1), vectorized=False,
    )  # fmt: skip
    assert share_as_unlike(table, in_first, measure) == pytest.approx(oracle.pvalue, rel=4 * (20 * 40) ** -0.5)


def test_statistics_are_those_of_scipy(sample: tuple[Any, Any]) -> None:
    codes, in_first = sample
    first, second = (np.bincount(codes[side], minlength=6) for side in (in_first, ~in_first))
    total = (first + second).astype(float)
    chi = stats.chi2_contingency(np.stack([first, second]), correction=False)
    assert chi_squared(first[None].astype(float), total)[0] == pytest.approx(chi.statistic)
    ks = stats.ks_2samp(codes[in_first], codes[~in_first])
    assert farthest_apart(first[None].astype(float), total)[0] == pytest.approx(ks.statistic)


def test_dealing_counts_is_dealing_records(sample: tuple[Any, Any]) -> None:
    """A table whose rows are halved is dealt record by record, one of whole rows by its counts."""
    codes, in_first = sample
    by_counts = share_as_unlike(one_hot(codes, 6), in_first, chi_squared)
    by_records = share_as_unlike(one_hot(codes, 6) / 2, in_first, chi_squared)
    assert by_counts == pytest.approx(by_records, rel=4 * (2 / (20 * 40)) ** 0.5)


def test_many_columns_and_few_are_dealt_alike() -> None:
    """Counts of few columns are dealt column by column, those of many record by record."""
    codes, in_first = np.arange(60) % 2, np.arange(60) < 25
    few, many = one_hot(codes, 2), np.zeros((60, 40))
    many[:, [0, 39]] = few
    assert share_as_unlike(few, in_first, new_or_more) == pytest.approx(
        share_as_unlike(many, in_first, new_or_more), rel=4 * (2 / (20 * 40)) ** 0.5
    )


def new_or_more(first: Any, total: Any) -> Any:
    """How far the first column is from its share; columns that are always empty do not matter."""
    return np.abs(first[:, 0] / first.sum(axis=1) - total[0] / total.sum())


def test_dealing_ends_with_the_twentieth_that_is_as_unlike() -> None:
    table, in_first = one_hot(np.arange(40) % 2, 2), np.arange(40) < 20
    assert Dealer().p(table, in_first, chi_squared) == 1.0, "all dealings are as unlike as two equal samples"


@pytest.mark.parametrize("alpha", [0.05, 0.2, 0.5])
def test_p_is_small_no_more_often_than_it_says(alpha: float) -> None:
    """Dealt from one heap, p is at most alpha in alpha of samples."""
    rng, times = np.random.default_rng(8), 400
    table = one_hot(rng.choice(12, 60), 12)
    found = [Dealer(at).p(table, rng.permuted(np.arange(60) < 30), farthest_apart) for at in range(times)]
    assert np.mean(np.array(found) <= alpha) <= alpha + 3 * (alpha * (1 - alpha) / times) ** 0.5


def test_what_is_far_apart_has_the_least_p_that_dealing_can_show() -> None:
    table, in_first = one_hot(np.repeat([0, 1], 100), 2), np.arange(200) < 100
    assert Dealer(0, 20_000).p(table, in_first, chi_squared) == 1 / 20_001


def test_nothing_to_deal_has_a_p_of_1() -> None:
    table = np.ones((5, 1))
    assert Dealer().p(table, np.ones(5, np.bool_), chi_squared) == 1.0


def test_a_ratio_of_sums_is_compared() -> None:
    first, total = np.array([[1.0, 4.0]]), np.array([4.0, 10.0])
    assert ratio_apart(first, total)[0] == pytest.approx(abs(1 / 4 - 3 / 6))


def test_newcombes_published_interval() -> None:
    """Newcombe 1998, table II, method 10: 56 of 70 less 48 of 80 is 0.2, 0.0524 to 0.3339."""
    low_share, high_share = (np.repeat([1.0, 0.0], [hits, count - hits]) for hits, count in ((48, 80), (56, 70)))
    found = independent_difference(low_share, high_share)
    assert found is not None
    assert found[0] == pytest.approx(0.2)
    assert found[1:] == pytest.approx((0.0524, 0.3339), abs=2e-3), "scores count Wilson's way, up to an unseen record"


def test_a_mean_under_another_mix_is_that_of_weighted_groups() -> None:
    scores, groups = np.array([1.0, 1.0, 0.5, 0.0]), np.array([0, 0, 1, 1])
    found = reweighted(scores, groups, np.array([0, 1, 1, 1, 2]))
    assert found is not None
    assert found.mean == pytest.approx(0.25 * 1.0 + 0.75 * 0.25)
    assert found.difference == pytest.approx(found.mean - scores.mean())
    assert found.unmatched == pytest.approx(0.2)
    assert found.low < found.difference < found.high
    assert reweighted(scores, groups, np.array([5, 6])) is None
