"""What is undefined, what lies on an edge, and what is refused."""

import math
from typing import Any

import numpy as np
import pytest

from evaljson.base.errors import InputError
from evaljson.stats import auroc, brier_score, expected_calibration_error, reliability_curve, wilson_interval


def test_nothing_has_no_figure() -> None:
    assert (auroc([], []), brier_score([], []), expected_calibration_error([], [])) == (None, None, None)
    assert wilson_interval(0, 0) is None


@pytest.mark.parametrize("correct", [[True, True], [0, 0]])
def test_auroc_needs_right_and_wrong_values(correct: list[Any]) -> None:
    assert auroc([0.2, 0.9], correct) is None


@pytest.mark.parametrize(
    ("confidence", "stretch"),
    [(0, 0), (0.0999, 0), (0.1, 1), (0.3, 3), (0.6, 6), (0.7, 7), (0.8999, 8), (0.9, 9), (1, 9)],
)
def test_a_confidence_on_an_edge_belongs_to_the_stretch_above(confidence: float, stretch: int) -> None:
    curve = reliability_curve([confidence], [True])
    assert [part.count for part in curve] == [int(i == stretch) for i in range(10)]


def test_an_empty_stretch_is_there_and_has_no_figures() -> None:
    low, high = reliability_curve([0.9, 0.7, 0.8], [True, False, True], bins=2)
    assert (low.low, low.high, low.count) == (0, 0.5, 0)
    assert (low.mean_confidence, low.share_right, low.interval) == (None, None, None)
    assert high.mean_confidence == pytest.approx(0.8)
    assert high.share_right == pytest.approx(2 / 3)
    # scipy.stats.binomtest(2, 3).proportion_ci(method="wilson")
    assert high.interval == pytest.approx((0.2076596, 0.9385081), abs=1e-7)


@pytest.mark.parametrize(
    "confidence", [[1.2], [-0.1], [85], [math.nan], ["0.9"], [True], [None], [[0.5]], np.array([0.5, 0.5])]
)
def test_what_is_no_confidence_is_refused(confidence: Any) -> None:
    with pytest.raises(InputError, match=r"numbers from 0 to 1|equally long rows"):
        brier_score(confidence, [True])


@pytest.mark.parametrize("correct", [[0.5], [2], ["yes"], [None]])
def test_what_is_neither_right_nor_wrong_is_refused(correct: Any) -> None:
    with pytest.raises(InputError, match="correct holds true or false"):
        auroc([0.5], correct)


@pytest.mark.parametrize("bins", [0, -1, 1001, 2.0, True])
def test_an_odd_number_of_bins_is_refused(bins: Any) -> None:
    with pytest.raises(InputError, match="bins is a whole number from 1 to 1000"):
        expected_calibration_error([0.5], [True], bins)


def test_an_odd_interval_is_refused() -> None:
    with pytest.raises(InputError, match="hits are from 0"):
        wilson_interval(3, 2)
    with pytest.raises(InputError, match="a level is between"):
        wilson_interval(1, 2, 95)
