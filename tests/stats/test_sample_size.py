"""How many records it takes: published numbers, another package's, and every outcome counted out."""

import math

import numpy as np
import pytest
from scipy.stats import multinomial
from statsmodels.stats.power import TTestPower

from benchmarks.score_interval import score_interval
from evaljson import InputError
from evaljson.stats.sample_size import records_for_mean, records_for_share, smallest_margin, smallest_mean


def test_mcnemars_test_takes_the_published_number_of_records() -> None:
    """S. C. Chow, J. Shao, H. Wang: Sample size calculations in clinical research, 2008, McNemar's test: 0.2 against
    0.5 of the pairs differ each way, 80% power at 5%; also the example of McNemar.Test in R's TrialSize: 59."""
    assert records_for_share(0.3, 0.7) == 59


@pytest.mark.parametrize(("difference", "spread"), [(0.05, 0.2), (0.02, 0.3), (0.3, 0.4), (0.01, 0.05)])
@pytest.mark.parametrize("power", [0.8, 0.9])
def test_means_take_what_statsmodels_says(difference: float, spread: float, power: float) -> None:
    theirs = TTestPower().solve_power(difference / spread, alpha=0.05, power=power)
    assert records_for_mean(difference, spread, power=power) == math.ceil(theirs)
    one_sided = TTestPower().solve_power(difference / spread, alpha=0.025, power=power, alternative="larger")
    assert records_for_mean(0.0, spread, power=power, margin=difference) == math.ceil(one_sided)


@pytest.mark.parametrize("n", [10, 120, 1000])
def test_what_records_show_is_the_other_side_of_how_many_it_takes(n: int) -> None:
    shown, kept = smallest_mean(0.3, n), smallest_margin(0.3, n)
    assert shown is not None
    assert kept is not None
    assert records_for_mean(shown * (1 + 1e-6), 0.3) == n
    assert records_for_mean(0.0, 0.3, margin=kept * (1 + 1e-6)) == n


def _power_of_the_score_interval(n: int, up: float, down: float, margin: float) -> float:
    """Count out every outcome: how often the lower end is above the margin, or with 0, the interval is above 0."""
    counts = np.array([(b, c, n - b - c) for b in range(n + 1) for c in range(n + 1 - b)])
    chance = multinomial.pmf(counts, n, [up, down, 1 - up - down])
    shown = 0.0
    for (b, c, _), likely in zip(counts.tolist(), chance.tolist(), strict=True):
        if likely > 1e-7:
            low = score_interval([1.0] * b + [-1.0] * c + [0.0] * (n - b - c), 1.0, 0.95).low
            shown += likely * (low > -margin)
    return shown


@pytest.mark.parametrize(
    ("difference", "differing", "margin"), [(0.15, 0.25, None), (0.0, 0.1, 0.12), (0.03, 0.15, 0.12)]
)
def test_the_planned_records_have_the_planned_power(difference: float, differing: float, margin: float | None) -> None:
    """Tango's interval on all outcomes of the multinomial distribution: its power is the one that was planned."""
    n = records_for_share(difference, differing, margin=margin)
    assert n is not None
    up, down = (differing + difference) / 2, (differing - difference) / 2
    assert 0.78 <= _power_of_the_score_interval(n, up, down, margin or 0.0) <= 0.86


def test_no_number_of_records_shows_what_is_not_there() -> None:
    assert records_for_mean(0.0, 0.3) is None
    assert records_for_share(-0.05, 0.2, margin=0.05) is None
    assert smallest_mean(0.3, 1) is None
    assert smallest_margin(0.3, 1) is None


def test_records_without_any_spread_show_everything() -> None:
    assert records_for_mean(0.1, 0.0) == 2
    assert smallest_mean(0.0, 5) == 0


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"difference": 0.3, "differing": 0.2}, "at least the difference"),
        ({"difference": 0.1, "differing": 0.0}, "above 0, at most 1"),
        ({"difference": 0.1, "differing": 0.2, "margin": 0}, "a margin is above 0"),
        ({"difference": 0.1, "differing": 0.2, "power": 1}, "power is between"),
        ({"difference": 0.1, "differing": 0.2, "confidence": 1}, "confidence is a number"),
    ],
)
def test_what_makes_no_sense_is_refused(settings: dict[str, float], message: str) -> None:
    with pytest.raises(InputError, match=message):
        records_for_share(**settings)
