"""The interval of a mean of scores: its limits are well-known intervals, and it never jumps."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats
from statsmodels.stats.proportion import proportion_confint

from evaljson import InputError
from evaljson.base.arrays import Floats
from evaljson.stats import mean_interval
from evaljson.stats.mean_interval import mean_intervals
from tests.cases import read_cases
from tests.profiles import examples

CASES: list[dict[str, Any]] = read_cases("mean_intervals")

Draw = Callable[[np.random.Generator, int, int], tuple[Floats, float]]
"""Records x samples of scores, and their true mean."""
SCORES = st.lists(st.one_of(st.just(1.0), st.floats(0, 1)), min_size=2, max_size=40)


@pytest.mark.parametrize(("right", "n"), [(30, 30), (0, 12), (29, 30), (50, 57), (20, 40), (1, 2)])
def test_of_hits_and_misses_it_is_wilsons(right: int, n: int) -> None:
    theirs = proportion_confint(right, n, method="wilson")
    assert mean_interval([1.0] * right + [0.0] * (n - right)) == pytest.approx(theirs, abs=0.001)


def test_of_many_even_scores_it_is_students_t_interval() -> None:
    scores = scipy_stats.norm.ppf((np.arange(200) + 0.5) / 200) * 0.1 + 0.5
    theirs = scipy_stats.ttest_1samp(scores, 0.5).confidence_interval(0.95)
    assert mean_interval(scores) == pytest.approx((theirs.low, theirs.high), abs=0.0003)


@examples(100)
@given(SCORES, st.data())
def test_a_score_that_changes_a_little_moves_the_ends_a_little(scores: list[float], data: st.DataObject) -> None:
    """Also where it becomes one more that is unlike the others, which used to change the method."""
    place = data.draw(st.integers(0, len(scores) - 1))
    moved = [*scores]
    moved[place] = abs(moved[place] - 1e-6)
    before, after = mean_interval(scores), mean_interval(moved)
    assert before is not None
    assert after == pytest.approx(before, abs=0.001)


@pytest.mark.parametrize("n", [20, 60, 200])
def test_each_further_wrong_record_lowers_both_ends(n: int) -> None:
    """There is no number of them from which another method counts."""
    rest = np.linspace(0.7, 1.0, n // 2).tolist()
    ends = np.array([mean_interval([*rest, *[0.0] * wrong, *[1.0] * (n - wrong)]) for wrong in range(n + 1)])
    assert (np.diff(ends, axis=0) < 1e-9).all()


@examples(60)
@given(SCORES)
def test_it_holds_the_mean_and_mirrors(scores: list[float]) -> None:
    low, high = mean_interval(scores) or (2.0, -2.0)
    assert 0 <= low <= np.mean(scores) + 1e-9
    assert np.mean(scores) - 1e-9 <= high <= 1
    assert mean_interval([1 - score for score in scores]) == pytest.approx((1 - high, 1 - low), abs=1e-9)


def _a_ceiling(rng: np.random.Generator, n: int, sims: int) -> tuple[Floats, float]:
    return np.where(rng.random((n, sims)) < 0.1, rng.beta(4, 2, (n, sims)), 1.0), 1 - 0.1 / 3


def _half(rng: np.random.Generator, n: int, sims: int) -> tuple[Floats, float]:
    return np.where(rng.random((n, sims)) < 0.5, rng.beta(4, 2, (n, sims)), 1.0), 1 - 0.5 / 3


def _even(rng: np.random.Generator, n: int, sims: int) -> tuple[Floats, float]:
    return rng.beta(8, 2, (n, sims)), 0.8


@pytest.mark.parametrize("draw", [_a_ceiling, _half, _even])
@pytest.mark.parametrize("n", [8, 15, 30, 100, 300])
def test_it_covers_the_true_mean_as_often_as_it_says(draw: Draw, n: int) -> None:
    scores, true = draw(np.random.default_rng(n), n, 2000)
    ends = np.array(mean_intervals(scores))
    assert ((ends[:, 0] <= true) & (true <= ends[:, 1])).mean() >= 0.94


def test_it_stays_within_0_and_1_and_is_none_without_scores() -> None:
    assert mean_interval([]) is None
    low, high = mean_interval([0.9, 0.95, 0.99, 1, 1, 0.1, 0.97, 0.98, 0.96, 0.94, 0.2]) or (0, 0)
    assert 0 <= low < high <= 1
    with pytest.raises(InputError, match="scores are from 0 to 1"):
        mean_interval([2.0])


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_cases(case: dict[str, Any]) -> None:
    scores = case.get("scores") or [1.0] * case["hits"] + [0.0] * case["misses"]
    assert mean_interval(scores) == pytest.approx((case["low"], case["high"]), abs=case["within"])
