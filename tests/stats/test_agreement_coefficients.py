"""Alpha, Fleiss' kappa and AC1 are those of the literature, of statsmodels and of their definitions."""

import warnings
from collections.abc import Callable
from dataclasses import astuple
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import fleiss_kappa as of_statsmodels

from evaljson import InputError
from evaljson.stats import Coefficient, Ratings, fleiss_kappa, gwet_ac1, krippendorff_alpha, ratings_of
from evaljson.stats.jackknife import jackknife_error
from evaljson.stats.ratings import ratings_of_counts
from tests.oracle import agreement as oracle

Table = list[list[Any]]
_: Any = None
# K. Krippendorff: Computing Krippendorff's alpha-reliability, 2011: 4 coders x 12 units; the same data in K. L. Gwet's
# Handbook of Inter-Rater Reliability, 2014.
CODERS: Table = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3],
    [_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _],
]
KRIPPENDORFF: Table = [list(unit) for unit in zip(*CODERS, strict=True)]
# Wikipedia, Krippendorff's alpha: 3 coders x 15 units.
THREE_CODERS: Table = [
    [_, _, _, _, _, 3, 4, 1, 2, 1, 1, 3, 3, _, 3],
    [1, _, 2, 1, 3, 3, 4, 3, _, _, _, _, _, _, _],
    [_, _, 2, 1, 3, 4, 4, _, 2, 1, 1, 3, 3, _, 4],
]
WIKIPEDIA: Table = [list(unit) for unit in zip(*THREE_CODERS, strict=True)]
# Wikipedia, Fleiss' kappa: 10 subjects x 5 categories, 14 raters.
FLEISS = [
    [0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7],
]  # fmt: skip

Method = Callable[[Ratings], Coefficient | None]
METHODS: dict[str, Method] = {"alpha": krippendorff_alpha, "fleiss": fleiss_kappa, "ac1": gwet_ac1}
each_method = pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)


def tables(least: int = 1, *, gaps: bool = True, values: int = 3) -> st.SearchStrategy[Table]:
    """Units x raters, as many raters for each."""
    cell = st.integers(1, values) if not gaps else st.one_of(st.none(), st.integers(1, values))
    return st.integers(2, 4).flatmap(
        lambda raters: st.lists(st.lists(cell, min_size=raters, max_size=raters), min_size=least, max_size=8)
    )


@given(tables(values=4))
def test_alpha_of_names_is_that_of_a_table_of_their_distances(table: Table) -> None:
    ratings, groups = ratings_of(table), [at // 2 for at in range(len(table))]
    by_name = krippendorff_alpha(ratings, "nominal", groups)
    by_table = krippendorff_alpha(ratings, 1 - np.eye(len(ratings.values)), groups)
    assert (by_name is None) is (by_table is None)
    if by_name is not None and by_table is not None:
        assert astuple(by_name) == pytest.approx(astuple(by_table), nan_ok=True)


def present(table: Table) -> Table:
    return [[value for value in unit if value is not None] for unit in table]


@pytest.mark.parametrize(
    ("table", "distance", "published"),
    [
        (KRIPPENDORFF, "nominal", "0.743"),
        (KRIPPENDORFF, "ordinal", "0.815"),
        (KRIPPENDORFF, "interval", "0.849"),
        (KRIPPENDORFF, "ratio", "0.797"),
        (KRIPPENDORFF, "nominal", "0.74342"),
        (WIKIPEDIA, "nominal", "0.691"),
        (WIKIPEDIA, "interval", "0.811"),
    ],
)
def test_alpha_is_the_published_one(table: Table, distance: Any, published: str) -> None:
    found = krippendorff_alpha(ratings_of(table), distance)
    assert found is not None
    assert f"{found.value:.{len(published) - 2}f}" == published


def test_ac1_is_the_published_one() -> None:
    found = gwet_ac1(ratings_of(KRIPPENDORFF))
    assert found is not None
    assert f"{found.value:.5f}" == "0.77544"


def test_fleiss_kappa_is_the_published_one() -> None:
    found = fleiss_kappa(ratings_of_counts(FLEISS))
    assert found is not None
    assert f"{found.value:.3f}" == "0.210"


def test_the_jackknife_error_of_alpha_is_near_the_published_error_for_large_samples() -> None:
    found = krippendorff_alpha(ratings_of(KRIPPENDORFF))
    assert found is not None
    assert found.error == pytest.approx(0.14557, rel=0.05)


@given(tables(gaps=False))
def test_fleiss_kappa_is_that_of_statsmodels(table: Table) -> None:
    found = fleiss_kappa(ratings_of(table))
    counts = np.array([[unit.count(value) for value in (1, 2, 3)] for unit in table])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # 0 / 0, where only one value was given
        other = of_statsmodels(counts)
    assert (found is None) == np.isnan(other)
    assert found is None or found.value == pytest.approx(other)


def _by_hundredths(a: Any, b: Any) -> float | None:
    """Not symmetric, more than 0 for one value and itself, and nothing for one pair, as comparators may be."""
    return None if {a, b} == {1, 3} else abs(a - 0.9 * b) / 10


@given(tables())
def test_alpha_under_any_distance_follows_its_definition(table: Table) -> None:
    found = krippendorff_alpha(ratings_of(table), lambda a, b: _nan(_by_hundredths(a, b)))
    expected = oracle.alpha(present(table), _by_hundredths)
    assert (found is None) == (expected is None)
    assert found is None or found.value == pytest.approx(expected, abs=1e-9)


def _nan(distance: float | None) -> float:
    return float("nan") if distance is None else distance


@given(tables())
def test_ac1_follows_its_definition(table: Table) -> None:
    found = gwet_ac1(ratings_of(table), categories=3)
    expected = oracle.ac1(present(table), [1, 2, 3])
    assert (found is None) == (expected is None)
    assert found is None or found.value == pytest.approx(expected)


@given(tables())
def test_worth_of_equal_values_alone_changes_no_ac1(table: Table) -> None:
    ratings = ratings_of(table)
    assert gwet_ac1(ratings, worth=np.eye(len(ratings.values))) == gwet_ac1(ratings)


@given(tables(2), st.randoms(use_true_random=False), st.sampled_from(["nominal", "ordinal", "interval", "ratio"]))
def test_the_order_of_raters_and_units_changes_nothing(table: Table, random: Any, distance: Any) -> None:
    mixed = [list(unit) for unit in table]
    for unit in mixed:
        random.shuffle(unit)
    random.shuffle(mixed)
    for method in (lambda ratings: krippendorff_alpha(ratings, distance), gwet_ac1):
        first, second = method(ratings_of(table)), method(ratings_of(mixed))
        assert (first is None) == (second is None)
        if first is not None and second is not None:
            ends = [(one.value, one.low or 0.0, one.high or 0.0) for one in (first, second)]
            assert ends[0] == pytest.approx(ends[1], abs=1e-6)


@given(st.lists(st.integers(0, 3), min_size=2, max_size=9), st.integers(2, 4))
def test_it_is_1_where_all_agree_and_two_values_occur_and_none_where_one_does(values: list[int], raters: int) -> None:
    ratings = ratings_of([[value] * raters for value in values])
    for method in METHODS.values():
        found = method(ratings)
        assert (found is None) == (len(set(values)) == 1)
        assert found is None or found.value == pytest.approx(1)


@given(tables(2))
def test_leaving_out_each_unit_gives_the_error(table: Table) -> None:
    assume(sum(len(unit) > 1 for unit in present(table)) > 2)
    for method in (krippendorff_alpha, gwet_ac1):
        found = method(ratings_of(table), categories=3) if method is gwet_ac1 else method(ratings_of(table))
        if found is None or found.error is None:
            continue
        some = [unit for unit in table if method is gwet_ac1 or len(present([unit])[0]) > 1]
        without = [ratings_of(some[:at] + some[at + 1 :]) for at in range(len(some))]
        left = [method(one, categories=3) if method is gwet_ac1 else method(one) for one in without]
        assert found.error == pytest.approx(jackknife_error([one.value for one in left if one]) or 0.0, abs=1e-6)


@each_method
def test_groups_are_left_out_together(method: Any) -> None:
    table = [[1, 1], [1, 2], [2, 2], [2, 2], [1, 1], [2, 1], [1, 1], [2, 2]]
    twice = method(ratings_of([unit for unit in table for _ in range(2)]), groups=np.repeat(np.arange(len(table)), 2))
    once = method(ratings_of(table))
    # Fleiss' kappa and AC1 of each unit twice are those of each unit once; alpha knows its sample is larger.
    assert twice.error == pytest.approx(once.error, rel=0.1)
    assert twice.groups == once.groups == len(table)
    assert method(ratings_of([unit for unit in table for _ in range(2)])).error < 0.8 * once.error


@each_method
def test_full_agreement_on_a_few_units_is_no_proof(method: Method) -> None:
    few, many = (method(ratings_of([[1, 1], [2, 2]] * times)) for times in (5, 100))
    assert few is not None
    assert many is not None
    assert (few.value, few.high) == pytest.approx((1, 1))
    assert (few.low or 0) < 0.5 < 0.95 < (many.low or 0)


@each_method
@pytest.mark.parametrize("table", [[], [[1, 1]], [[1, 1], [1, 1]]], ids=["nothing", "one unit", "one value"])
def test_it_is_undefined_where_nothing_can_differ(method: Method, table: Table) -> None:
    assert method(ratings_of(table)) is None


def test_a_choice_that_nobody_took_still_counts_for_ac1() -> None:
    found = gwet_ac1(ratings_of([["yes", "yes"]] * 12), categories=2)
    assert found is not None
    assert (found.value, found.expected) == (1, 0)


def test_values_are_told_apart_strictly_and_gaps_are_none_by_default() -> None:
    ratings = ratings_of([[1, 1.0], [True, None], ["1", [1]]])
    assert ratings.values == (1, 1.0, True, "1", [1])
    assert ratings.per_unit.tolist() == [2, 1, 2]
    assert ratings_of([[None, None]], gap="none").values == (None,)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: fleiss_kappa(ratings_of([[1, 1, 2], [1, None, 2]])), "unit 2 has 2, the first has 3; use kripp"),
        (lambda: fleiss_kappa(ratings_of([[1], [2]])), "at least two"),
        (lambda: krippendorff_alpha(ratings_of([["a", "b"]]), "interval"), "'a' is none"),
        (lambda: krippendorff_alpha(ratings_of([[True, 2]]), "ordinal"), "True is none"),
        (lambda: krippendorff_alpha(ratings_of([[-1, 2]]), "ratio"), "from 0 up"),
        (lambda: krippendorff_alpha(ratings_of([[1, 2]]), "euclid"), "not 'euclid'"),  # type: ignore[arg-type]
        (lambda: krippendorff_alpha(ratings_of([[1, 2]]), np.zeros((3, 3))), "a row per distinct value"),
        (lambda: krippendorff_alpha(ratings_of([[1, 2]]), lambda a, b: -1.0), "from 0 up"),
        (lambda: krippendorff_alpha(ratings_of([[1, 2]]), groups=[1, 2]), "for each of the 1 units"),
        (lambda: krippendorff_alpha(ratings_of([[1, 2]]), level=1.5), "a level is between 0 and 1"),
        (lambda: gwet_ac1(ratings_of([[1, 2]]), categories=1), "there cannot be only 1"),
        (lambda: gwet_ac1(ratings_of([[1, 2]]), worth=np.zeros((2, 2))), "with 1 on its diagonal"),
        (lambda: ratings_of_counts([[1.5, 2]]), "whole counts"),
    ],
)
def test_what_makes_no_sense_is_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        call()
