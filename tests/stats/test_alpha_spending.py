"""Boundaries of planned looks: published ones, the definition by another integration, and what they err."""

import math

import numpy as np
import pytest
from scipy import integrate
from scipy import stats as scipy_stats

from evaljson import InputError
from evaljson.stats.alpha_spending import boundaries, repeated_p, spent

FIVE = (0.2, 0.4, 0.6, 0.8, 1.0)


@pytest.mark.parametrize(
    ("shares", "published"),
    [
        # Lan-DeMets with O'Brien-Fleming spending, two-sided 0.05; the programs of DeMets and others print these. The
        # second is 3.35701 by the integral below: their grid cuts it to 3.3569.
        (FIVE, (4.8769, 3.3569, 2.6803, 2.2898, 2.0310)),
        ((0.25, 0.5, 0.75, 1.0), (4.3326, 2.9631, 2.3590, 2.0141)),
        ((0.5, 1.0), (2.9626, 1.9686)),
        ((1.0,), (1.9600,)),
    ],
)
def test_boundaries_are_the_published_ones(shares: tuple[float, ...], published: tuple[float, ...]) -> None:
    assert boundaries(shares, 0.05) == pytest.approx(published, abs=1.3e-4)


def test_the_second_boundary_is_where_the_integral_over_the_first_look_says() -> None:
    first, second = boundaries((0.2, 0.4), 0.05)
    step = math.sqrt(0.2)

    def crossed_from(u: float) -> float:
        away = second * math.sqrt(0.4)
        norm = scipy_stats.norm
        return float(norm.pdf(u, scale=step) * (norm.sf((away - u) / step) + norm.cdf((-away - u) / step)))

    chance, _ = integrate.quad(crossed_from, -first * step, first * step, epsabs=1e-13, limit=300)
    assert chance == pytest.approx(spent(0.4, 0.05) - spent(0.2, 0.05), rel=1e-6)


@pytest.mark.parametrize("shares", [FIVE, (0.1, 0.11, 0.9, 1.0), (0.5, 1.3), tuple(np.linspace(0.05, 1, 20).tolist())])
def test_all_looks_together_err_in_5_percent(shares: tuple[float, ...]) -> None:
    rng, sims = np.random.default_rng(0), 200_000
    steps = np.sqrt(np.diff([0.0, *shares]))
    z = np.cumsum(rng.normal(0, 1, (sims, len(shares))) * steps, axis=1) / np.sqrt(shares)
    erred = (np.abs(z) >= boundaries(shares, 0.05)).any(axis=1).mean()
    assert erred == pytest.approx(0.05, abs=3 * math.sqrt(0.05 * 0.95 / sims))


@pytest.mark.parametrize("looks", range(1, 6))
def test_a_repeated_p_is_at_most_the_error_exactly_from_the_boundary_on(looks: int) -> None:
    shares = FIVE[:looks]
    at = 2 * scipy_stats.norm.sf(boundaries(shares, 0.05)[-1])
    inside, beyond = repeated_p([at * 1.001, at * 0.999], shares, 0.05)
    assert beyond <= 0.05 < inside


def test_a_repeated_p_is_never_smaller_and_keeps_the_order() -> None:
    p = np.array([0.0, 1e-30, 1e-9, 1e-4, 0.01, 0.05, 0.4, 1.0])
    repeated = repeated_p(p, (0.3, 0.6), 0.05)
    assert (repeated >= p).all()
    assert (np.diff(repeated) >= 0).all()
    assert repeated[-1] == 1


@pytest.mark.parametrize(
    ("shares", "why"),
    [((), "more records"), ((0.5, 0.5), "more records"), ((0.0,), "more records"), ((0.5, 1.0, 1.2), "the plan ended")],
)
def test_shares_that_make_no_sense_are_refused(shares: tuple[float, ...], why: str) -> None:
    with pytest.raises(InputError, match=why):
        boundaries(shares, 0.05)
