"""Sums of values with random signs, against all ways to set the signs, McNemar's test, and each other."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar

from evaljson.stats import mcnemar, paired_permutation
from evaljson.stats.flipped_sums import exact_p_of_few_sizes, flipped_sums, rounded_sizes, whole_columns, whole_sizes
from evaljson.stats.flipped_tail import FlippedTail
from tests.profiles import examples

LOSSES = st.lists(st.sampled_from([-2.0, -1.0, 0.0, 1.0, 2.0]), min_size=1, max_size=10)
"""A wrong value loses twice as much as a blank."""
GRADED = st.lists(st.floats(0.05, 1).map(lambda value: round(value, 3)), min_size=1, max_size=9)


def by_all_ways(values: list[float]) -> float:
    """Every one of the 2 ** n ways."""
    exact = [Fraction(value).limit_denominator(10_000) for value in values]
    sums = [sum(sign * one for sign, one in zip(signs, exact, strict=True))
            for signs in itertools.product((1, -1), repeat=len(exact))]  # fmt: skip
    return float(np.mean([abs(total) >= abs(sum(exact)) for total in sums]))


MANY = 10**6


def p_of(values: list[float], resamples: int = 100) -> float:
    return float(paired_permutation(np.array(values)[:, None], resamples, 0)[0])


@given(LOSSES, st.sampled_from([1.0, 0.3, 1 / 3, 7.0]))
def test_losses_of_blanks_and_wrong_values_are_swapped_in_all_ways_whatever_they_weigh(
    losses: list[float], weight: float
) -> None:
    assert p_of([weight * loss for loss in losses]) == pytest.approx(by_all_ways(losses), abs=1e-12)


@given(st.integers(0, 60), st.integers(0, 60), st.sampled_from([1.0, 0.2, 3.0]))
def test_equal_losses_are_tested_by_mcnemars_exact_test(down: int, up: int, weight: float) -> None:
    p = p_of([weight] * up + [-weight] * down + [0.0])
    assert p == pytest.approx(mcnemar(down, up), rel=1e-9)
    theirs = statsmodels_mcnemar([[0, up], [down, 0]], exact=True).pvalue if up + down else 1.0
    assert p == pytest.approx(min(1.0, theirs), rel=1e-9)


@given(st.lists(LOSSES | GRADED, min_size=1, max_size=4), st.sampled_from([1.0, 0.3, 7.0]))
def test_columns_in_units_of_their_smallest_size_are_those_of_each_alone(columns: list[list[float]], by: float) -> None:
    longest = max(map(len, columns))
    sizes = by * np.abs([[*column, *[0.0] * (longest - len(column))] for column in columns]).T
    whole, fits = whole_columns(sizes)
    for column in np.flatnonzero(sizes.any(axis=0)).tolist():
        alone = whole_sizes(sizes[sizes[:, column] > 0, column])
        in_smallest = alone is not None and alone.min() == 1
        assert fits[column] == in_smallest
        if in_smallest:
            assert whole[sizes[:, column] > 0, column].tolist() == alone.tolist()


@pytest.mark.parametrize(("n", "sizes"), [(40, (1, 2)), (25, (1, 2, 3, 5)), (300, (1,))])
def test_chances_are_those_of_a_sum_of_binomials_and_add_up(n: int, sizes: tuple[int, ...]) -> None:
    terms = np.array([sizes[place % len(sizes)] for place in range(n)])
    chances = flipped_sums(terms)
    assert len(chances) == terms.sum() + 1
    assert chances.sum() == pytest.approx(1)
    expected = np.ones(1)
    for size in terms.tolist():
        step = np.zeros(size + 1)
        step[[0, size]] = 0.5
        expected = np.convolve(expected, step)
    assert chances == pytest.approx(expected, rel=1e-9, abs=1e-300)
    if sizes == (1,):
        assert chances == pytest.approx(scipy_stats.binom.pmf(np.arange(n + 1), n, 0.5), rel=1e-9)


def test_sizes_have_a_unit_or_none() -> None:
    assert whole_sizes(np.array([0.5, 1.0, 2.5])).tolist() == [1, 2, 5]
    assert whole_sizes(np.array([0.4, 0.6])).tolist() == [2, 3]
    assert whole_sizes(np.array([0.5, 0.12345, 0.7321])) is None
    assert whole_sizes(np.array([1e-9, 1.0] * 50)) is None, "a table of so many sums is too long"
    assert rounded_sizes(np.array([0.5, 0.251, 0.001]), 100).tolist() == [100, 50, 0]


@pytest.mark.parametrize("n", [60, 251, 400])
def test_many_graded_losses_that_all_went_one_way_need_no_resamples(n: int) -> None:
    """Two to the power of 1 - n by all ways; drawing 100 ways would end at 1 / 101."""
    p = p_of(np.random.default_rng(0).uniform(0.5, 1, n).tolist())
    assert 0.0 < p < 1e-10


@examples(60)
@given(GRADED, st.data())
def test_one_more_record_for_a_side_never_raises_the_p_of_a_field(sizes: list[float], data: st.DataObject) -> None:
    signs = data.draw(st.lists(st.sampled_from([-1, 1]), min_size=len(sizes), max_size=len(sizes)))
    values = [size * sign for size, sign in zip(sizes, signs, strict=True)]
    more = data.draw(st.floats(0.05, 1).map(lambda value: round(value, 3))) * (1 if sum(values) >= 0 else -1)
    assert p_of([*values, more], 5000) <= p_of(values, 5000) + 1e-9


@examples(60)
@given(GRADED)
def test_the_tail_is_the_mid_p_of_all_ways_where_these_find_more_than_the_normal_distribution(
    sizes: list[float],
) -> None:
    values = np.array([*sizes, -0.5])
    z = abs(values.sum()) / np.sqrt(np.square(values).sum())
    sums = np.array([abs(np.dot(signs, values)) for signs in itertools.product((1, -1), repeat=len(values))])
    seen = abs(values.sum())
    near = (np.abs(sums - seen) > 1e-9) & (np.abs(sums - seen) < 0.05 * max(sizes))
    mid = (sums > seen + 1e-9).mean() + (np.abs(sums - seen) <= 1e-9).mean() / 2
    normal = 2 * scipy_stats.norm.sf(z)
    p = FlippedTail(values, MANY).p(float(z))
    assert p <= normal + 1e-5
    if len({*map(abs, values)}) > 1 and seen > 1e-9:  # what lies near is smoothed, and p is 1 where the sum is 0
        assert p == pytest.approx(min(normal, mid), abs=0.01 + near.mean())


@pytest.mark.parametrize("records", [8, 12, 30, 300])
@pytest.mark.parametrize("alike", [4, 5, 7])
def test_among_few_records_it_lies_between_the_normal_distribution_and_mid_p(alike: int, records: int) -> None:
    z, mid = np.sqrt(alike), 0.5**alike
    normal = 2 * scipy_stats.norm.sf(z)
    larger = max(mid - normal, 0.0) * 3 / records
    assert FlippedTail(np.ones(alike), records).p(float(z)) == pytest.approx(normal + larger, rel=1e-9)


@examples(60)
@given(GRADED, st.sampled_from([0.8, 0.95, 0.99]))
def test_the_critical_value_is_where_p_is_the_level(sizes: list[float], level: float) -> None:
    tail = FlippedTail(np.array([*sizes, 3.0]), MANY)
    critical = tail.critical(level)
    assert critical <= scipy_stats.norm.ppf((1 + level) / 2) + 1e-4
    assert tail.p(critical + 1e-4) <= 1 - level + 1e-9
    assert tail.p(max(critical - 1e-4, 0.0)) >= 1 - level - 1e-9


def test_a_wild_record_counts_as_what_it_is() -> None:
    """Fifty records, one of them 97 points off: its sign, not its size, is what chance decides."""
    values = np.r_[np.random.default_rng(1).normal(0.03, 0.08, 49), 0.97]
    z = values.sum() / np.sqrt(np.square(values).sum())
    drawn = np.abs(np.random.default_rng(0).choice([-1.0, 1.0], (100_000, 50)) @ values)
    assert FlippedTail(values, MANY).p(float(z)) == pytest.approx((drawn >= values.sum()).mean(), abs=0.004)
    assert FlippedTail(values, MANY).critical(0.95) < 1.85


OF_FEW = st.lists(
    st.tuples(st.sampled_from([1.0, 0.8314, 0.1686, 1.8314]), st.sampled_from([-1, 1])), min_size=1, max_size=11
)
"""A wrong value, a blank for a right one, a blank for a wrong one, at some F1."""


@given(OF_FEW)
def test_a_few_sizes_that_are_no_multiples_are_swapped_in_all_ways(terms: list[tuple[float, int]]) -> None:
    values = [size * sign for size, sign in terms]
    p = exact_p_of_few_sizes(np.abs(values), abs(sum(values)))
    assert p == pytest.approx(by_all_ways(values), abs=1e-12)


@pytest.mark.parametrize("ahead", [0, 40, 120, 400])
def test_many_of_a_few_sizes_are_as_the_distribution_in_whole_units_says(ahead: int) -> None:
    """Sizes 7, 3 and 13 stand beside units of 1: whole, so that both ways can be taken."""
    signs = np.repeat([1, -1], [1200 + ahead, 1200])
    sizes = np.tile([7, 3, 13], 2000)[: len(signs)]
    away = abs(int((signs * sizes).sum()))
    whole = flipped_sums(sizes)
    exact = min(1.0, 2 * float(whole[(int(sizes.sum()) + away) // 2 :].sum())) if away else 1.0
    found = exact_p_of_few_sizes(sizes.astype(float), float(away))
    assert found == pytest.approx(exact, rel=0.05 if exact < 1e-12 else 1e-9)


def test_sums_that_are_too_many_to_list_are_left_to_others() -> None:
    assert exact_p_of_few_sizes(np.linspace(0.1, 1, 20), 1.0) is None
    assert exact_p_of_few_sizes(np.tile([1.0, 0.7, 0.43, 0.31, 0.11], 900), 1.0) is None
