"""What holds for any forecasts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.stats import auroc, brier_score, expected_calibration_error, reliability_curve, wilson_interval
from tests.stats.forecasts import Forecasts, forecasts


@given(st.lists(st.tuples(st.integers(0, 100), st.booleans()), max_size=40))
def test_auroc_sees_only_the_order(pairs: list[tuple[int, bool]]) -> None:
    sure, right = [confidence / 100 for confidence, _ in pairs], [ok for _, ok in pairs]
    assert auroc(sure, right) == auroc([confidence**3 / 2 for confidence in sure], right)


@given(forecasts())
def test_auroc_of_the_opposite_is_the_rest_to_one(data: Forecasts) -> None:
    sure, right = data
    straight, opposite = auroc(sure, right), auroc(sure, [not ok for ok in right])
    assert (straight is None) == (opposite is None)
    assert straight is None or opposite is None or straight + opposite == pytest.approx(1)


@given(forecasts(least=1))
def test_the_figures_lie_between_0_and_1(data: Forecasts) -> None:
    figures = (brier_score(*data), expected_calibration_error(*data), auroc(*data))
    assert all(figure is None or 0 <= figure <= 1 for figure in figures)


@given(forecasts(least=1), forecasts(least=1), st.integers(1, 12))
def test_parts_add_up_to_the_whole(first: Forecasts, second: Forecasts, bins: int) -> None:
    whole = first[0] + second[0], first[1] + second[1]
    parts = zip(reliability_curve(*first, bins), reliability_curve(*second, bins), strict=True)
    assert [a.count + b.count for a, b in parts] == [bin_.count for bin_ in reliability_curve(*whole, bins)]
    n, m = len(first[0]), len(second[0])
    a, b = brier_score(*first), brier_score(*second)
    assert a is not None
    assert b is not None
    assert brier_score(*whole) == pytest.approx((a * n + b * m) / (n + m))


@given(forecasts(), st.randoms(use_true_random=False))
def test_the_order_of_the_values_does_not_matter(data: Forecasts, random: object) -> None:
    pairs = list(zip(*data, strict=True))
    random.shuffle(pairs)  # type: ignore[attr-defined]
    mixed = [sure for sure, _ in pairs], [right for _, right in pairs]
    assert auroc(*mixed) == pytest.approx(auroc(*data))
    assert expected_calibration_error(*mixed) == pytest.approx(expected_calibration_error(*data))


@given(st.integers(0, 200), st.integers(0, 200))
def test_the_interval_holds_the_share(hits: int, others: int) -> None:
    interval = wilson_interval(hits, hits + others)
    assert (interval is None) == (hits + others == 0)
    assert interval is None or 0 <= interval[0] <= hits / (hits + others) <= interval[1] <= 1
