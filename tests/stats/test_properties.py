"""What holds for any forecasts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.stats import auroc, brier_score, expected_calibration_error, reliability_curve, wilson_interval
from tests.stats.forecasts import Forecasts, forecasts


@given(st.lists(st.tuples(st.integers(0, 100), st.booleans()), max_size=40))
def test_auroc_sees_only_the_order(pairs: list[tuple[int, bool]]) -> None:
    sure, right = [one / 100 for one, _ in pairs], [ok for _, ok in pairs]
    assert auroc(sure, right) == auroc([one**3 / 2 for one in sure], right)


@given(forecasts())
def test_auroc_of_the_opposite_is_the_rest_to_one(data: Forecasts) -> None:
    sure, right = data
    found, opposite = auroc(sure, right), auroc(sure, [not ok for ok in right])
    assert (found is None) == (opposite is None)
    assert found is None or opposite is None or found + opposite == pytest.approx(1)


@given(forecasts(least=1))
def test_the_figures_lie_between_0_and_1(data: Forecasts) -> None:
    found = (brier_score(*data), expected_calibration_error(*data), auroc(*data))
    assert all(one is None or 0 <= one <= 1 for one in found)


@given(forecasts(least=1), forecasts(least=1), st.integers(1, 12))
def test_parts_add_up_to_the_whole(one: Forecasts, other: Forecasts, bins: int) -> None:
    whole = one[0] + other[0], one[1] + other[1]
    parts = zip(reliability_curve(*one, bins), reliability_curve(*other, bins), strict=True)
    assert [a.count + b.count for a, b in parts] == [bin_.count for bin_ in reliability_curve(*whole, bins)]
    n, m = len(one[0]), len(other[0])
    a, b = brier_score(*one), brier_score(*other)
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
    found = wilson_interval(hits, hits + others)
    assert (found is None) == (hits + others == 0)
    assert found is None or 0 <= found[0] <= hits / (hits + others) <= found[1] <= 1
