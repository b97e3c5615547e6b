"""Cohen's kappa is the one of the books and of statsmodels; its interval holds the truth as often as it says."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import cohens_kappa as of_statsmodels

from evaljson import InputError
from evaljson.stats import cohens_kappa

Table = list[list[int]]
# J. L. Fleiss, B. Levin, M. C. Paik: Statistical Methods for Rates and Proportions, chapter 18: 100 diagnoses by two
# raters (psychotic, neurotic, organic).
FLEISS: Table = [[75, 1, 4], [5, 4, 1], [0, 0, 10]]


@st.composite
def tables(draw: Any) -> Table:
    steps = draw(st.integers(2, 4))
    row = st.lists(st.integers(0, 30), min_size=steps, max_size=steps)
    return draw(st.lists(row, min_size=steps, max_size=steps))  # type: ignore[no-any-return]


def test_it_is_the_one_of_the_book() -> None:
    kappa = cohens_kappa(FLEISS)
    assert kappa is not None
    assert (round(kappa.value, 2), round(kappa.observed, 2), kappa.count) == (0.68, 0.89, 100)


def test_it_follows_its_definition() -> None:
    kappa = cohens_kappa([[20, 5], [10, 15]])
    assert kappa is not None
    assert (kappa.observed, kappa.expected, kappa.value) == pytest.approx((0.7, 0.5, 0.4))


@given(tables(), st.sampled_from([None, "linear", "quadratic"]))
def test_value_and_error_are_those_of_statsmodels(table: Table, weights: Any) -> None:
    kappa = cohens_kappa(table, weights)
    if kappa is None:
        return
    with np.errstate(all="ignore"):
        other = of_statsmodels(np.array(table), wt=None if weights is None else weights)
    assert kappa.value == pytest.approx(other.kappa, abs=1e-9)
    if not math.isnan(other.std_kappa):  # the root of a variance a hair below 0, where all agree
        assert kappa.error == pytest.approx(other.std_kappa, abs=1e-6)
    assert -1 <= kappa.low <= kappa.value <= kappa.high <= 1


@pytest.mark.parametrize("table", [[[0, 0], [0, 0]], [[7, 0], [0, 0]], [[0, 0], [0, 9]]])
def test_it_is_undefined_where_chance_alone_agrees(table: Table) -> None:
    assert cohens_kappa(table) is None


def test_full_agreement_on_a_few_pairs_is_no_proof() -> None:
    few, many = cohens_kappa([[5, 0], [0, 5]]), cohens_kappa([[500, 0], [0, 500]])
    assert few is not None
    assert many is not None
    assert (few.value, few.high, few.error) == (1, 1, 0)
    assert few.low < 0.5 < 0.95 < many.low < 1


def test_a_near_miss_counts_in_part_with_weights() -> None:
    near, far = [[10, 5, 0], [0, 10, 0], [0, 0, 10]], [[10, 0, 5], [0, 10, 0], [0, 0, 10]]
    by_weights = {name: [cohens_kappa(table, name) for table in (near, far)] for name in (None, "linear")}  # type: ignore[arg-type]
    plain, weighed = ([kappa.value for kappa in some if kappa is not None] for some in by_weights.values())
    assert plain[0] == pytest.approx(plain[1], abs=0.01)
    assert weighed[0] > weighed[1]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ([[1, 2]], "is square"),
        ([[1]], "at least two"),
        ([[1, -1], [0, 2]], "counts from 0 up"),
        ([["a", 1], [2, 3]], "is not a count"),
    ],
)
def test_what_is_no_table_is_refused(table: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        cohens_kappa(table)


@pytest.mark.parametrize("pairs", [40, 120])
@pytest.mark.parametrize(
    "chances",
    [
        [[0.85, 0.03], [0.04, 0.08]],
        [[0.3, 0.2], [0.2, 0.3]],
        [[0.2, 0.05, 0.02], [0.05, 0.25, 0.05], [0.02, 0.06, 0.3]],
    ],
)
def test_the_interval_holds_the_truth_as_often_as_it_says(chances: list[list[float]], pairs: int) -> None:
    shares = np.array(chances)
    by_chance = float(shares.sum(axis=1) @ shares.sum(axis=0))
    truth = (float(np.trace(shares)) - by_chance) / (1 - by_chance)
    drawn = np.random.default_rng(7).multinomial(pairs, shares.ravel(), 400).reshape(400, len(shares), -1)
    kappas = [kappa for kappa in map(cohens_kappa, drawn) if kappa is not None]
    held = sum(kappa.low <= truth <= kappa.high for kappa in kappas) / len(kappas)
    assert len(kappas) > 380
    assert held >= 0.925  # 95% less what 400 tries can miss by chance
