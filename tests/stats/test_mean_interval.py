"""The interval of a mean of scores."""

import numpy as np
import pytest

from evaljson import InputError
from evaljson.stats import mean_interval, studentised
from evaljson.stats.wilson import wilson_share


def test_scores_that_differ_have_the_interval_of_comparisons() -> None:
    scores = np.random.default_rng(1).beta(8, 2, 40)
    bounds = studentised(scores[:, None], 0.95, 10_000, 0)
    assert mean_interval(scores) == (bounds.low[0], bounds.high[0])


@pytest.mark.parametrize("scores", [[1.0] * 30, [0.0, 0.5], [1.0] * 50 + [0.2] * 7], ids=["all", "two", "ceiling"])
def test_where_few_scores_differ_it_is_wilsons(scores: list[float]) -> None:
    assert mean_interval(scores) == pytest.approx(wilson_share(sum(scores) / len(scores), len(scores)))


def test_it_covers_the_true_mean_about_as_often_as_it_says() -> None:
    random = np.random.default_rng(2)
    hits, tries = 0, 150
    for at in range(tries):
        scores = np.where(random.random(25) < 0.5, 1.0, random.beta(4, 2, 25))
        low, high = mean_interval(scores, seed=at) or (0, 0)
        hits += low <= 0.5 + 0.5 * 4 / 6 <= high
    assert hits / tries > 0.88


def test_it_stays_within_0_and_1_and_is_none_without_scores() -> None:
    assert mean_interval([]) is None
    low, high = mean_interval([0.9, 0.95, 0.99, 1, 1, 0.1, 0.97, 0.98, 0.96, 0.94, 0.2]) or (0, 0)
    assert 0 <= low < high <= 1
    with pytest.raises(InputError, match="scores are from 0 to 1"):
        mean_interval([2.0])
