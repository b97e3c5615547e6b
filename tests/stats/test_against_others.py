"""The statistics agree with scikit-learn (recorded numbers), with SciPy, and with plain loops over the definitions."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from evaljson.stats import auroc, brier_score, expected_calibration_error, reliability_curve, wilson_interval
from tests.cases import read_cases
from tests.stats import oracle
from tests.stats.forecasts import Forecasts, forecasts

RECORDED = read_cases("confidence")["cases"]
recorded = pytest.mark.parametrize("case", RECORDED, ids=[case["name"] for case in RECORDED])


@recorded
def test_auroc_and_brier_score_are_those_of_scikit_learn(case: dict[str, Any]) -> None:
    assert auroc(case["confidence"], case["correct"]) == pytest.approx(case["auroc"], abs=1e-12)
    assert brier_score(case["confidence"], case["correct"]) == pytest.approx(case["brier"], abs=1e-12)


@recorded
def test_the_curve_and_the_calibration_error_are_those_of_scikit_learn(case: dict[str, Any]) -> None:
    bins = case["bins"]
    assert not {edge / bins for edge in range(1, bins)} & set(case["confidence"])
    filled = [stretch for stretch in reliability_curve(case["confidence"], case["correct"], bins) if stretch.count]
    assert [stretch.share_right for stretch in filled] == pytest.approx(case["share_right"], abs=1e-12)
    assert [stretch.mean_confidence for stretch in filled] == pytest.approx(case["mean_confidence"], abs=1e-12)
    assert expected_calibration_error(case["confidence"], case["correct"], bins) == pytest.approx(
        case["ece"], abs=1e-12
    )


@given(forecasts(), st.integers(1, 20))
def test_every_figure_follows_its_definition(data: Forecasts, bins: int) -> None:
    assert auroc(*data) == pytest.approx(oracle.auroc(*data), abs=1e-12)
    assert brier_score(*data) == pytest.approx(oracle.brier_score(*data), abs=1e-12)
    assert expected_calibration_error(*data, bins) == pytest.approx(oracle.ece(*data, bins), abs=1e-9)
    assert [stretch.count for stretch in reliability_curve(*data, bins)] == [
        len(stretch) for stretch in oracle.stretches(*data, bins)
    ]


@given(
    st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.sampled_from([0.8, 0.95, 0.99])
)
def test_the_interval_of_a_share_is_that_of_scipy(hits_of: tuple[int, int], level: float) -> None:
    interval = binomtest(*hits_of).proportion_ci(level, method="wilson")
    assert wilson_interval(*hits_of, level) == pytest.approx((interval.low, interval.high), abs=1e-12)
