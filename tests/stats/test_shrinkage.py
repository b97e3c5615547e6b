"""Empirical Bayes: the batting averages of Efron and Morris, and simulated means."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson import InputError
from evaljson.stats.shrinkage import shrink

# B. Efron, C. Morris, 1975, table 1: 18 players; hits of the first 45 times at bat and the average over the rest of the
# season of 1970, both on the scale of sqrt(45) arcsin(2 p - 1), on which an average of 45 has variance 1.
FIRST_45 = np.array([-1.35, -1.66, -1.97, -2.28, -2.60, -2.60, -2.92, -3.26, -3.60,
                     -3.60, -3.95, -3.95, -3.95, -3.95, -3.95, -4.32, -4.70, -5.10])  # fmt: skip
REST = np.array([-2.10, -2.79, -3.11, -3.96, -3.17, -3.20, -3.32, -4.15, -3.23,
                 -3.83, -3.30, -3.43, -2.71, -3.30, -3.89, -2.98, -2.53, -4.32])  # fmt: skip


def test_batting_averages_shrink_as_published() -> None:
    """Each keeps 0.209 of its distance from the mean, and the squared error falls from 17.56 to 5.01."""
    drawn = shrink(FIRST_45, np.ones(18))
    assert drawn is not None
    assert drawn.centre == pytest.approx(FIRST_45.mean())
    assert drawn.kept == pytest.approx([0.209] * 18, abs=0.002)
    assert float(np.square(FIRST_45 - REST).sum()) == pytest.approx(17.56, abs=0.05)
    assert float(np.square(drawn.value - REST).sum()) == pytest.approx(5.01, abs=0.03)
    as_averages = (np.sin(drawn.value / np.sqrt(45)) + 1) / 2
    published = [0.290, 0.286, 0.282, 0.277, 0.273, 0.273, 0.268, 0.264, 0.259,
                 0.259, 0.254, 0.254, 0.254, 0.254, 0.254, 0.249, 0.244, 0.239]  # fmt: skip
    assert as_averages == pytest.approx(published, abs=0.0012)
    assert ((drawn.low <= REST) & (drawn.high >= REST)).sum() >= 17


@pytest.mark.parametrize("spread", [0.0, 0.5, 2.0])
def test_intervals_hold_the_true_means_and_the_error_is_less(spread: float) -> None:
    rng, held, raw, drawn_error = np.random.default_rng(3), [], 0.0, 0.0
    for _ in range(300):
        errors = rng.uniform(0.3, 2, 25)
        true = rng.normal(1, spread, 25)
        seen = rng.normal(true, errors)
        drawn = shrink(seen, errors)
        assert drawn is not None
        held.append(((drawn.low <= true) & (true <= drawn.high)).mean())
        raw, drawn_error = raw + np.square(seen - true).sum(), drawn_error + np.square(drawn.value - true).sum()
    assert np.mean(held) >= 0.94
    assert spread == 0 or np.mean(held) <= 0.98, "equal means are known better than the formula for normal ones says"
    assert drawn_error < 0.9 * raw


def test_the_less_is_known_of_an_estimate_the_less_it_keeps() -> None:
    drawn = shrink([0.0, 1.0, 2.0, 3.0, 4.0, 5.0], [0.1, 0.2, 0.5, 1.0, 2.0, 4.0])
    assert drawn is not None
    assert np.all(np.diff(drawn.kept) < 0)


@given(st.lists(st.tuples(st.floats(-1, 1), st.floats(0.01, 1)), min_size=4, max_size=30), st.floats(0.1, 10))
def test_the_scale_does_not_matter_and_no_estimate_passes_the_centre(
    rows: list[tuple[float, float]], scale: float
) -> None:
    values, errors = (np.array(part) for part in zip(*rows, strict=True))
    drawn, scaled = shrink(values, errors), shrink(values * scale, errors * scale)
    assert drawn is not None
    assert scaled is not None
    assert scaled.value == pytest.approx(drawn.value * scale, abs=1e-5 * scale)
    assert ((drawn.kept > 0) & (drawn.kept <= 1)).all()
    assert (np.sign(drawn.value - drawn.centre) * np.sign(values - drawn.centre) >= 0).all()
    assert ((drawn.low <= drawn.value) & (drawn.value <= drawn.high)).all()


def test_three_estimates_say_nothing_of_each_other() -> None:
    assert shrink([1, 2, 3], [1, 1, 1]) is None


@pytest.mark.parametrize(
    ("estimates", "errors", "message"),
    [
        ([1, 2, 3, 4], [1, 1, 1], "two equally long rows"),
        ([1, 2, 3, 4], [1, 1, 0, 1], "numbers above 0"),
        ([1, 2, 3, float("nan")], [1, 1, 1, 1], "leave out what is undefined"),
    ],
)
def test_what_has_no_error_is_refused(estimates: list[float], errors: list[float], message: str) -> None:
    with pytest.raises(InputError, match=message):
        shrink(estimates, errors)


def test_the_spread_solves_its_equation_where_repetition_goes_to_and_fro() -> None:
    values = np.array([0.0] * 7 + [1.0, 0.75, 0.15625])
    errors = np.array([1.0] * 5 + [0.0546875, 0.05859375, 0.9375, 0.484375, 0.015625])
    drawn = shrink(values, errors)
    assert drawn is not None
    weight = 1 / (np.square(errors) + drawn.spread**2)
    apart = 10 / 9 * np.square(values - drawn.centre) - np.square(errors)
    assert weight @ apart / weight.sum() == pytest.approx(drawn.spread**2, rel=1e-9)
