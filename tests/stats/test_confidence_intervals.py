"""Intervals of AUROC, Brier score and calibration error: published numbers, coverage, and what must not happen."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from evaljson import InputError
from evaljson.stats import (
    auroc,
    auroc_interval,
    brier_interval,
    brier_score,
    calibration_error,
    delong_error,
    expected_calibration_error,
)

# J. A. Hanley, B. J. McNeil, 1982, table 1: ratings 1 to 5 of 58 normal and 51 abnormal CT images.
NORMAL, ABNORMAL = (33, 6, 6, 11, 2), (3, 2, 2, 11, 33)
RATINGS = np.repeat(np.tile(np.arange(1, 6) / 5, 2), (*NORMAL, *ABNORMAL))
IS_ABNORMAL = np.repeat([0, 1], [sum(NORMAL), sum(ABNORMAL)])

Forecast = Callable[[np.random.Generator, int], tuple[Any, Any]]


def _forecast(draw: Callable[[np.random.Generator, int], Any], right: Callable[[Any], Any]) -> Forecast:
    def forecast(rng: np.random.Generator, n: int) -> tuple[Any, Any]:
        sure = draw(rng, n)
        return sure, rng.random(n) < right(sure)

    return forecast


PERFECT = _forecast(lambda rng, n: rng.uniform(0.5, 1, n), lambda sure: sure)
TOO_SURE = _forecast(lambda rng, n: rng.uniform(0.5, 1, n), lambda sure: sure - 0.15)
NEARLY_ALWAYS_RIGHT = _forecast(lambda rng, n: np.full(n, 0.99), lambda sure: sure - 0.01)


def test_the_error_of_the_area_is_delongs_as_others_print_it() -> None:
    """Stata 18, manual of roctab, on the same data: area 0.8932, standard error 0.0307 (DeLong's is its default)."""
    assert auroc(RATINGS, IS_ABNORMAL) == pytest.approx(0.8932, abs=5e-5)
    assert delong_error(RATINGS, IS_ABNORMAL) == pytest.approx(0.0307, abs=5e-5)
    interval = auroc_interval(RATINGS, IS_ABNORMAL)
    assert interval is not None
    assert interval == pytest.approx((0.8330, 0.9534), abs=0.02), "Stata's is symmetric: 0.83295 to 0.95339"


def test_a_faultless_separation_of_a_few_values_is_no_proof() -> None:
    few, many = (auroc_interval([0.9] * n + [0.1] * n, [1] * n + [0] * n) for n in (4, 400))
    assert few is not None
    assert many is not None
    assert few[1] == many[1] == 1
    assert few[0] < 0.8 < 0.98 < many[0] < 1


@pytest.mark.parametrize("correct", [[1, 1, 1], [0, 0, 0], []])
def test_without_both_kinds_of_values_there_is_no_area(correct: list[int]) -> None:
    assert auroc_interval([0.5] * len(correct), correct) is None
    assert delong_error([0.5] * len(correct), correct) is None


def test_nothing_has_no_interval() -> None:
    assert brier_interval([], []) is None
    assert calibration_error([], []) is None


def test_perfect_confidences_have_no_calibration_error_on_average() -> None:
    """The usual error of 50 values scores about 0.1 and is never near 0; squared and debiased, the mean is 0."""
    rng, plain, squares, over_a_limit = np.random.default_rng(1), [], [], 0
    for _ in range(400):
        sure, right = PERFECT(rng, 50)
        plain.append(expected_calibration_error(sure, right) or 0.0)
        error = calibration_error(sure, right)
        assert error is not None
        squares.append(error.value**2)
        over_a_limit += error.low > 0.1
    assert np.mean(plain) > 0.08
    assert np.mean(squares) < 0.07**2
    assert np.median(squares) < 0.04**2
    assert over_a_limit / 400 <= 0.01, "a gate at 0.1 must not fail perfect confidences"


def test_the_debiased_square_follows_its_definition() -> None:
    """Kumar, Liang and Ma 2019, their equation for the debiased estimator, bin by bin."""
    sure, right = [0.65] * 6 + [0.95] * 10, [1, 0, 0, 1, 0, 0] + [1] * 7 + [0] * 3
    low, high = 2 / 6, 0.7
    square = 6 / 16 * ((0.65 - low) ** 2 - low * (1 - low) / 5) + 10 / 16 * ((0.95 - high) ** 2 - high * 0.3 / 9)
    error = calibration_error(sure, right)
    assert error is not None
    assert error.value == pytest.approx(math.sqrt(square))
    assert error.low < error.value < error.high


@pytest.mark.parametrize(
    ("forecast", "error", "brier"),
    [(PERFECT, 0.0, 1 / 6), (TOO_SURE, 0.15, math.nan), (NEARLY_ALWAYS_RIGHT, 0.01, 0.0197)],
)
@pytest.mark.parametrize("n", [50, 200])
def test_intervals_hold_the_truth_as_often_as_they_say(forecast: Forecast, error: float, brier: float, n: int) -> None:
    rng, tries, held_error, held_brier = np.random.default_rng(5), 250, 0, 0
    if forecast is TOO_SURE:  # E(confidence - outcome)^2, by a large sample
        sure, right = forecast(np.random.default_rng(0), 500_000)
        brier = brier_score(sure, right) or 0.0
    for _ in range(tries):
        sure, right = forecast(rng, n)
        known, interval = calibration_error(sure, right), brier_interval(sure, right)
        assert known is not None
        assert interval is not None
        held_error += known.low - 1e-9 <= error <= known.high + 1e-9
        held_brier += interval[0] <= brier <= interval[1]
    assert held_error / tries >= 0.91
    assert held_brier / tries >= 0.91


def test_the_interval_of_the_area_holds_the_truth_as_often_as_it_says() -> None:
    rng, held, tries = np.random.default_rng(6), 0, 250
    sure, right = TOO_SURE(np.random.default_rng(0), 1_000_000)
    area = auroc(sure, right) or 0.0
    for _ in range(tries):
        interval = auroc_interval(*TOO_SURE(rng, 80))
        assert interval is not None
        held += interval[0] <= area <= interval[1]
    assert 0.91 <= held / tries <= 0.99


@pytest.mark.parametrize("measure", [auroc_interval, brier_interval, calibration_error])
def test_copies_of_a_value_in_one_record_say_no_more_than_the_value(measure: Callable[..., Any]) -> None:
    sure, right = TOO_SURE(np.random.default_rng(7), 60)
    copies = np.repeat(sure, 5), np.repeat(right, 5)

    def ends(interval: Any) -> tuple[float, float]:
        return (interval.low, interval.high) if hasattr(interval, "low") else interval

    alone, copied = ends(measure(sure, right)), ends(measure(*copies, groups=np.repeat(np.arange(60), 5)))
    believed = ends(measure(*copies))
    assert copied[1] - copied[0] == pytest.approx(alone[1] - alone[0], rel=0.3)
    assert believed[1] - believed[0] < 0.75 * (copied[1] - copied[0])


@pytest.mark.parametrize("measure", [auroc_interval, brier_interval, calibration_error])
def test_bad_levels_and_groups_are_refused(measure: Callable[..., Any]) -> None:
    with pytest.raises(InputError, match="a level is between 0 and 1"):
        measure([0.5, 0.6], [1, 0], level=1)
    with pytest.raises(InputError, match="one group for each of the 2 values"):
        measure([0.5, 0.6], [1, 0], groups=[1])
